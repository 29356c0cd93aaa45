import type { PrismaDatabase } from '../db/database.ts';
import type { Client, ContractVariant, Prisma } from '../db/generated/client.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import { Sealing } from '../foundation/sealing.ts';
import type { AccountChange } from './account-changes.ts';
import { type AccountFile, invalidAccountFile, parseAccountFile, withFaults } from './account-file.ts';
import { capacityFaults, referenceFaults } from './account-references.ts';
import { COMMAND_LINE } from './actor.ts';
import { type AppliedKey, saveApiKeys } from './api-keys.ts';
import { type AccountAct, changeAccount } from './change-account.ts';
import { saveClientSettings } from './client-settings.ts';
import { createClient, updateClient } from './clients.ts';
import { costFaults } from './cost-faults.ts';
import type { EnabledWarehouse } from './enabled-stock.ts';
import { loadRoutingSetup } from './load-routing-setup.ts';
import { saveItemControls, saveProfiles } from './routing-rules.ts';
import type { RoutingSetup } from './routing-setup.ts';
import { hashListed, saveUsers } from './users.ts';
import { saveWarehouses } from './warehouses.ts';
import { type AppliedWebhook, saveWebhooks } from './webhook-endpoints.ts';

/** What applying an account file did. */
export interface AppliedAccount {
  readonly client_id: number;
  readonly contract_variant: ContractVariant;
  /** The client's active keys. */
  readonly api_keys: readonly AppliedKey[];
  readonly webhooks: readonly AppliedWebhook[];
  /** What is different now. */
  readonly changes: readonly AccountChange[];
  readonly enabled: readonly EnabledWarehouse[];
}

/** The client's keys and endpoints, with the secrets of new ones. */
type Issued = Pick<AppliedAccount, 'api_keys' | 'webhooks'>;

/**
 * Creates or updates a client as an account file says (docs/reference/account-file.md), in one transaction.
 * What the file leaves out stays as it is, a list in it is the whole list, and applying the file again changes no row.
 * The actor is the command line, unless `act` names another. `baseDir` is the folder that file names in the file are
 * relative to; null if no files may be read.
 *
 * Throws AppError validation_failed, with faults, if the file does not fit the account. Then nothing is changed.
 */
export async function applyAccountFile(
  db: PrismaDatabase,
  file: AccountFile,
  { baseDir, ...act }: { readonly baseDir: string | null } & Partial<AccountAct>,
): Promise<AppliedAccount> {
  const { slug } = file.client;
  const clear_stock = stockToClear(file);
  const audited = { who: COMMAND_LINE, action: 'account.apply', subject: 'account', clear_stock, ...act };
  const hashes = await hashListed(db, slug, { users: file.users, dry_run: act.dry_run });
  const { result, changes, state, enabled } = await changeAccount(
    db,
    slug,
    audited,
    (tx, client) =>
      applyIn(tx, client, file, baseDir, { hashes, person: audited.who.person, secrets: db.secrets }),
    (tx) => applyIn(tx, null, file, baseDir, { hashes, person: audited.who.person, secrets: db.secrets }),
  );
  const { contract_variant } = state.file.client;
  const shown = act.dry_run ? withoutSecrets(result) : result;
  return { client_id: state.client_id, contract_variant: contract_variant!, ...shown, changes, enabled };
}

/** What a dry run shows: its secrets were rolled back. */
export function withoutSecrets({ api_keys, webhooks }: Issued): Issued {
  return {
    api_keys: api_keys.map((key) => ({ ...key, key: null })),
    webhooks: webhooks.map((webhook) => ({ ...webhook, secret: null })),
  };
}

const NO_KEY = new Sealing([]);

/** What an account file does not have. */
interface MadeWith {
  /** Hashes of the passwords in the file (hashListed). */
  readonly hashes?: ReadonlyMap<string, string>;
  /** Who makes its new keys (Actor). */
  readonly person?: string | null | undefined;
  /** Seals the secrets of its new webhook endpoints. Without it, it may have none. */
  readonly secrets?: Sealing;
}

/**
 * The same within an account transaction. `present` is the file's client, null if it is new. Returns the client's
 * active keys and its endpoints.
 */
export async function applyIn(
  tx: Prisma.TransactionClient,
  present: Client | null,
  file: AccountFile,
  baseDir: string | null,
  { hashes = new Map(), person = null, secrets = NO_KEY }: MadeWith = {},
): Promise<Issued> {
  const setup = present && (await loadRoutingSetup(tx, present.id));
  const faults = [
    ...(await planFaults(tx, file)),
    ...referenceFaults(file, setup?.warehouses ?? []),
    ...capacityFaults(file, setup),
    ...costFaults(file, setup),
  ];
  if (faults.length > 0) throw invalidAccountFile(faults);
  if (present) await updateClient(tx, present, file.client);
  const { id } = present ?? (await createClient(tx, file.client));
  await saveRouting(tx, id, setup ?? (await loadRoutingSetup(tx, id)), file, baseDir);
  const api_keys = await saveApiKeys(tx, id, file.api_keys, person);
  const webhooks = await saveWebhooks(tx, { client_id: id, secrets }, file.webhooks);
  if (file.users) await saveUsers(tx, id, file.users, hashes);
  return { api_keys, webhooks };
}

/**
 * Applies the part of an account file that was sent by itself. Throws AppError validation_failed with the file's faults as
 * `faultOf` turns them into faults of the part.
 */
export async function applyPart(
  tx: Prisma.TransactionClient,
  present: Client | null,
  part: object,
  faultOf: (fault: Fault) => Fault,
  made: MadeWith = {},
): Promise<Pick<AppliedAccount, 'webhooks'>> {
  try {
    return await applyIn(tx, present, parseAccountFile(part), null, made);
  } catch (error) {
    throw withFaults(error, faultOf);
  }
}

/** IDs of the warehouses whose stock a file counts as 0 if it enables them. */
export function stockToClear({ warehouses = [] }: Pick<AccountFile, 'warehouses'>): string[] {
  return warehouses.flatMap(({ warehouse_id, clear_stock }) => (clear_stock ? warehouse_id : []));
}

/** The fault at its path without `prefix`. */
export function withoutPrefix(prefix: string, { path, message }: Fault): Fault {
  return { path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message };
}

async function planFaults(tx: Prisma.TransactionClient, { client }: AccountFile): Promise<Fault[]> {
  const plans = (await tx.plan.findMany({ orderBy: { code: 'asc' } })).map((plan) => plan.code);
  if (client.plan === undefined || plans.includes(client.plan)) return [];
  return [{ path: 'client.plan', message: `must be one of ${plans.join(', ')}` }];
}

async function saveRouting(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: RoutingSetup,
  file: AccountFile,
  baseDir: string | null,
): Promise<void> {
  const { warehouses, profiles, item_controls } = file;
  const warehouseIds = [...present.warehouses, ...(warehouses ?? [])].map((item) => item.warehouse_id);
  if (warehouses) {
    const listed = warehouses.map(({ clear_stock: _, ...warehouse }) => warehouse);
    await saveWarehouses(tx, client_id, present, listed);
  }
  if (profiles) await saveProfiles(tx, client_id, present.profiles, profiles);
  if (item_controls) await saveItemControls(tx, client_id, present.item_controls, item_controls);
  await saveClientSettings(tx, client_id, present, file, { baseDir, warehouseIds });
}
