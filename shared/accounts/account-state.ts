import type { Client, Prisma } from '../db/generated/client.ts';
import type { Configuration } from '../engine/types.ts';
import type { AccountFile } from './account-file.ts';
import { listAccountTokens } from './account-tokens.ts';
import { listApiKeys } from './api-keys.ts';
import { clientFields } from './clients.ts';
import { loadRoutingSetup } from './load-routing-setup.ts';
import type { RoutingSetup } from './routing-setup.ts';
import { listWebhooks, toWebhook } from './webhook-endpoints.ts';

/** What an account file leaves out where the account says nothing of it. */
type LeftOut = Pick<Configuration, 'delivery_calendar' | 'rates' | 'split_penalty' | 'default_unit_weight'>;

/** All of an account that somebody can change, at one moment of a transaction. */
export interface AccountState {
  readonly client_id: number;
  readonly configuration_id: number | null;
  /** The account file that makes this account. It has no key's secret and no password. */
  readonly file: Required<Omit<AccountFile, '$schema' | 'settings' | keyof LeftOut>> &
    Pick<RoutingSetup, 'settings'> &
    LeftOut;
  /** The version of the client's own lanes; null: there are none. */
  readonly lane_table_id: number | null;
  /** The version of its prices; null: it has no rates. */
  readonly rate_table_id: number | null;
  readonly tokens: readonly { readonly name: string; readonly role: 'member' | 'owner' }[];
  /** By address, to see which one was changed. */
  readonly password_hashes: ReadonlyMap<string, string>;
  /** By url, for the same reason. */
  readonly webhook_secrets: ReadonlyMap<string, string>;
}

/** Reads a client's account. */
export async function readAccountState(tx: Prisma.TransactionClient, client: Client): Promise<AccountState> {
  return accountStateOf(tx, client, await loadRoutingSetup(tx, client.id));
}

/** The same for a client whose routing was read already. */
export async function accountStateOf(
  tx: Prisma.TransactionClient,
  client: Client,
  setup: RoutingSetup,
): Promise<AccountState> {
  const keys = await listApiKeys(tx, client.id);
  const tokens = await listAccountTokens(tx, client.id);
  const webhooks = await listWebhooks(tx, client.id);
  const users = await tx.user.findMany({
    where: { client_id: client.id },
    orderBy: { id: 'asc' },
  });
  return {
    client_id: client.id,
    configuration_id: client.configuration_id,
    file: {
      client: clientFields(client),
      ...routingFile(setup),
      api_keys: keys
        .filter((key) => key.revoked_at === null)
        .map(({ name, environment }) => ({ name, environment })),
      webhooks: webhooks.map(toWebhook),
      users: users.map(({ email, role }) => ({ email, role: role === 'owner' ? 'owner' : 'member' })),
    },
    lane_table_id: setup.transit.lane_table_id,
    rate_table_id: setup.rates?.rate_table_id ?? null,
    tokens: tokens.filter((token) => token.revoked_at === null).map(({ name, role }) => ({ name, role })),
    password_hashes: new Map(users.map(({ email, password_hash }) => [email, password_hash])),
    webhook_secrets: new Map(webhooks.map(({ url, secret }) => [url, secret])),
  };
}

/** The part of an account file that makes a client's routing. */
export function routingFile({
  warehouses,
  settings,
  shadow = null,
  profiles,
  item_controls,
  transit,
  delivery_calendar,
  rates,
  split_penalty,
  default_unit_weight,
}: Omit<RoutingSetup, 'shadow'> & { readonly shadow?: RoutingSetup['shadow'] | null }) {
  return {
    warehouses,
    settings,
    shadow,
    profiles,
    item_controls,
    ...(delivery_calendar && { delivery_calendar }),
    ...(rates && { rates: { currency: rates.currency, zones: rates.zones } }),
    ...(split_penalty !== undefined && { split_penalty }),
    ...(default_unit_weight !== undefined && { default_unit_weight }),
    transit: { provider: transit.provider, ...transit.options } as NonNullable<AccountFile['transit']>,
  };
}
