import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { newToken } from '../contracts/account/access.ts';
import type { Client, Prisma } from '../db/generated/client.ts';
import type { Configuration } from '../engine/types.ts';
import { canonicalJson } from '../foundation/canonical-json.ts';
import { loadConfig, variableOf } from '../foundation/config/config.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { listKeys, toListedKey } from '../identity/keys.ts';
import { listInvitations } from '../identity/links.ts';
import { readSsoState, type SsoState } from '../identity/sso/sso-state.ts';
import type { AccountFile } from './account-file.ts';
import { clientFields } from './clients.ts';
import { type ConfigurationDocument, documentFile } from './configuration-document.ts';
import {
  type ConfigurationVersion,
  readVersion,
  rowsIn,
  type WantedRules,
  withRules,
} from './configuration-versions.ts';
import { readRulesOf } from './rule-pages.ts';
import { listWebhooks, toWebhook } from './webhook-endpoints.ts';

/** Members that the file leaves out if the account does not have them. */
type LeftOut = Pick<Configuration, 'delivery_calendar' | 'rates' | 'split_penalty' | 'default_unit_weight'>;

/** All of an account that somebody can change, at one moment of a transaction. */
export interface AccountState {
  readonly client: Client;
  readonly version: ConfigurationVersion;
  /** The account file that makes this account, with the rules that were read. It has no key's secret and no password. */
  readonly file: Required<Omit<AccountFile, '$schema' | 'settings' | keyof LeftOut>> &
    Pick<ConfigurationDocument, 'settings'> &
    LeftOut;
  /** The version of the client's own lanes; null: there are none. */
  readonly lane_table_id: number | null;
  /** The version of its prices; null: it has no rates. */
  readonly rate_table_id: number | null;
  readonly tokens: readonly z.output<typeof newToken>[];
  /** The addresses of members who are owners. The file lists people who are only invited, too. */
  readonly owners: readonly string[];
  readonly invitations: readonly {
    readonly email: string;
    readonly role: string;
    readonly expires_at: string;
  }[];
  /** How people sign in by a provider. */
  readonly sso: SsoState;
  /** Secrets as they are stored, or how they begin, by path: to see which ones were changed. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Reads a client's account, with the rules that are wanted. */
export async function readAccountState(
  tx: Prisma.TransactionClient,
  client: Client,
  wanted: WantedRules = 'all',
): Promise<AccountState> {
  const rows = rowsIn(tx);
  const version = await readVersion(rows, client.configuration_id!);
  return accountStateOf(tx, client, await withRules(rows, version, wanted));
}

/** The same of a client whose configuration was read or made already. */
export async function accountStateOf(
  tx: Prisma.TransactionClient,
  client: Client,
  version: ConfigurationVersion,
): Promise<AccountState> {
  const isActive = ({ revoked_at }: { readonly revoked_at: Date | null }) => revoked_at === null;
  const activeKeys = (await listKeys(tx, client.id, 'api_key')).filter(isActive);
  const activeTokens = (await listKeys(tx, client.id, 'account_token')).filter(isActive);
  const webhooks = await listWebhooks(tx, client.id);
  const members = await tx.membership.findMany({
    where: { client_id: client.id },
    select: { role: true, user: { select: { email: true, password_hash: true } } },
    orderBy: { id: 'asc' },
  });
  const invitations = await listInvitations(tx, client.id);
  const sso = await readSsoState(tx, client.id);
  const { document } = version;
  return {
    client,
    version,
    file: {
      client: {
        ...clientFields(client),
        ...(client.require_second_factor && { require_second_factor: true }),
      },
      ...documentFile(document, readRulesOf(document.item_controls)),
      api_keys: activeKeys.map(toListedKey),
      webhooks: webhooks.map(toWebhook),
      users: [
        ...members.map(({ role, user: { email } }) => ({ email, role })),
        ...invitations.map(({ email, role }) => ({ email, role })),
      ],
    },
    lane_table_id: document.transit.lane_table_id,
    rate_table_id: document.rates ? document.rate_table_id : null,
    owners: members.flatMap(({ role, user }) => (role === 'owner' ? user.email : [])),
    invitations: invitations.map(({ email, role, expires_at }) => ({
      email,
      role,
      expires_at: expires_at.toISOString(),
    })),
    tokens: activeTokens.map(({ name, role, expires_at, allowed_addresses }) => ({
      name,
      role,
      ...(expires_at !== null && { expires_at: expires_at.toISOString() }),
      ...(allowed_addresses !== null && { allowed_addresses }),
    })),
    sso,
    secrets: new Map<string, string>([
      ...members.map(({ user }) => [`users[${user.email}].password`, user.password_hash] as const),
      ...webhooks.map(({ url, secret }) => [`webhooks[${url}].secret`, secret] as const),
      ...sso.secrets,
      ...activeKeys.map(
        (key) => [`api_keys[${key.environment} ${key.name}].secret`, key.key_prefix] as const,
      ),
      ...activeTokens.map(({ name, token_prefix }) => [`tokens[${name}].secret`, token_prefix] as const),
    ]),
  };
}

/** What an account has only so many of. The limits are those of this process's environment, in the API, its threads and `wrs`. */
const LIMITED = [
  { what: 'users', limit: 'accountUsersLimit', of: ({ file }: AccountState) => file.users },
  { what: 'active API keys', limit: 'accountKeysLimit', of: ({ file }: AccountState) => file.api_keys },
  { what: 'active account tokens', limit: 'accountKeysLimit', of: ({ tokens }: AccountState) => tokens },
  {
    what: 'webhook endpoints',
    limit: 'accountEndpointsLimit',
    of: ({ file }: AccountState) => file.webhooks,
  },
] as const;

/**
 * Throws AppError account_limit if a change gives an account more than the service allows. `before` is null for a new one. An
 * account that has too many already, because the limit was higher, may keep them or have fewer.
 */
export function refuseGrowth(before: AccountState | null, after: AccountState): void {
  const config = loadConfig(process.env);
  for (const { what, limit, of } of LIMITED) {
    const count = of(after).length;
    if (count <= config[limit] || (before !== null && count <= of(before).length)) continue;
    throw new AppError(
      'account_limit',
      `The account would have ${count} ${what}. It may have ${config[limit]} (${variableOf(limit)}).`,
    );
  }
}

const CHARACTERS = 22;

/** The ETag of a value. Equal values have equal ETags. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, CHARACTERS)}"`;
}

/** Throws AppError precondition_failed if the header If-Match names only other versions than `etag`. */
export function assertMatches(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (!named.includes(etag)) throw new AppError('precondition_failed');
}
