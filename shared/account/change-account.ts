import {
  isWarnedOf,
  type OpenOrders,
  reservationWarnings,
} from '../contracts/account/reservation-warnings.ts';
import type { PrismaDatabase, Queryable } from '../db/database.ts';
import type { Client, Prisma } from '../db/generated/client.ts';
import { noteLockTaken } from '../db/lock-waits.ts';
import { clientOf, inLockedPrisma, rolledBack } from '../db/transaction.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type Actor, hasOperatorRights } from '../identity/actor.ts';
import { type AccountChange, writeAudit } from '../identity/audit.ts';
import { carrierCacheKey } from '../transit/http/http-transit.ts';
import { accountChanges } from './account-changes.ts';
import { type AccountState, accountStateOf, readAccountState, refuseGrowth } from './account-state.ts';
import { noClient } from './clients.ts';
import { applyPatch, type DocumentPatch, NEW_DOCUMENT } from './configuration-document.ts';
import {
  type ConfigurationVersion,
  rowsIn,
  storeVersion,
  type WantedRules,
} from './configuration-versions.ts';
import { type EnabledWarehouse, type Enabling, readEnabledStock } from './enabled-stock.ts';

/**
 * Counts the stock of warehouses of a client, by database id, as 0 in both environments, as a count of this moment. It has the
 * locks of the ledgers until the transaction ends.
 */
export type ClearStock = (
  tx: Prisma.TransactionClient,
  cleared: {
    readonly client_id: number;
    readonly warehouses: readonly number[];
    /** Whether counts are of the shelf. Then reservations stay, and pairs of which units are reserved are short. */
    readonly on_hand: boolean;
  },
) => Promise<void>;

/** What a change of an account does with the stock of its ledgers. */
export interface StockOfAccounts {
  readonly clearStock: ClearStock;
  readonly countReserving: (db: Queryable, client_id: number) => Promise<OpenOrders>;
}

/** A database whose accounts are changed, and their stock, if a change may concern it (`clear-stock.ts`). */
export interface AccountDatabase extends PrismaDatabase {
  readonly stock?: StockOfAccounts;
}

/** Somebody's change of an account. */
export interface AccountAct {
  readonly who: Actor;
  /** `warehouses.change` */
  readonly action: string;
  /** What is changed: `warehouses/EWR1`. */
  readonly subject: string;
  /** Checks the account before it is changed. If it throws, nothing is changed. */
  readonly check?: (state: AccountState) => void;
  /** IDs of warehouses whose stock is counted as 0 if the change enables them. */
  readonly clear_stock?: readonly string[];
  /** The rules that the change needs, which its answer then has; left out: none. */
  readonly rules?: WantedRules;
  /** The change is made, answered and rolled back. */
  readonly dry_run?: boolean;
}

/** What a change makes: a patch of the configuration, if it has one, and its result. */
export interface Changed<T> {
  readonly patch?: DocumentPatch;
  readonly result: T;
}

/** Changes an account. `before` is what it was. */
type Change<T, Before> = (tx: Prisma.TransactionClient, before: Before) => Promise<Changed<T>>;

/** What a change did. */
export interface AccountOutcome<T> {
  readonly result: T;
  readonly changes: AccountChange[];
  readonly state: AccountState;
  readonly enabled: EnabledWarehouse[];
  /** About settings that changed. */
  readonly warnings: string[];
}

/** Changes the account of a client as `changeOrMake` does. Throws AppError not_found if there is no client of the slug. */
export function changeAccount<T>(
  db: AccountDatabase,
  slug: string,
  act: AccountAct,
  change: Change<T, AccountState>,
): Promise<AccountOutcome<T>> {
  return changeOrMake(db, slug, act, (tx, before) => {
    if (before === null) throw noClient(slug);
    return change(tx, before);
  });
}

/**
 * The only way to change an account: runs `change` in the account's transaction, applies its patch to the configuration,
 * and writes the differences to the audit log, and the activation if the configuration is another one. If nothing
 * was changed, nothing is logged. A dry run does all of it, and is rolled back. If there is no client of the slug,
 * `before` is null, and the change makes it.
 *
 * Throws what `change` and `check` throw, AppError forbidden for a change that only operators may make, last_owner and
 * account_limit. Then nothing is changed.
 */
export function changeOrMake<T>(
  db: AccountDatabase,
  slug: string,
  act: AccountAct,
  change: Change<T, AccountState | null>,
): Promise<AccountOutcome<T>> {
  return inAccountTransaction(db, slug, async (tx) => {
    const outcome = await changeIn(tx, slug, act, change, db.stock);
    return act.dry_run ? rolledBack(clientOf(tx), outcome) : outcome;
  });
}

/** A change of what is no part of the configuration: people, keys, how they sign in. */
export async function changeAccess<T>(
  db: PrismaDatabase,
  slug: string,
  act: AccountAct,
  change: (tx: Prisma.TransactionClient, client: Client) => Promise<T>,
): Promise<T> {
  const { result } = await changeAccount(db, slug, act, async (tx, { client }) => ({
    result: await change(tx, client),
  }));
  return result;
}

async function changeIn<T>(
  tx: Prisma.TransactionClient,
  slug: string,
  act: AccountAct,
  change: Change<T, AccountState | null>,
  stock: StockOfAccounts | undefined,
): Promise<AccountOutcome<T>> {
  const present = await tx.client.findUnique({ where: { slug } });
  const before = present && (await readAccountState(tx, present, act.rules ?? 'none'));
  if (before !== null) act.check?.(before);
  const base = before?.version ?? null;
  const { patch, result } = await change(tx, before);
  const { id } = present ?? (await tx.client.findUniqueOrThrow({ where: { slug } }));
  const document = base?.document ?? NEW_DOCUMENT;
  const next = patch === undefined ? document : applyPatch(document, patch);
  const version = await storeVersion(rowsIn(tx), id, next, { base, isDraft: false });
  if (patch?.transit && !isSameJson(document.transit, next.transit))
    await forgetCarriers(tx, id, patch.transit);
  const isActivated = version.id !== base?.id;
  if (isActivated) await makeCurrent(tx, version);
  const state = await accountStateOf(tx, await tx.client.findUniqueOrThrow({ where: { id } }), version);
  const enabling = before === null ? [] : enabledSince(before, version, act);
  const changes = [
    ...accountChanges(before, state),
    ...enabling.filter(({ clears }) => clears).map(clearing),
  ];
  refuseOperatorChanges(act.who, changes);
  refuseTokenChanges(act.who, changes);
  refuseUnconfirmed(act.who, changes);
  if (before !== null) keepOwner(before, state);
  refuseGrowth(before, state);
  const enabled = await readEnabledStock(tx, id, enabling);
  const changed = changes.map(({ path }) => path.replace(/^settings\./, ''));
  const warnings =
    isWarnedOf(changed) && before !== null && stock !== undefined
      ? reservationWarnings(changed, next.settings, await stock.countReserving(clientOf(tx), id))
      : [];
  const cleared = enabling.flatMap((each) => (each.clears ? each.id : []));
  const on_hand = next.settings.stock_counts === 'on_hand';
  if (!act.dry_run && cleared.length > 0)
    await stock!.clearStock(tx, { client_id: id, warehouses: cleared, on_hand });
  // Last, because others who write an entry of the client wait for it: those that have a ledger's lock, too.
  if (changes.length > 0 || isActivated) {
    const audit_id = await writeAudit(tx, { client_id: id, ...act, changes });
    if (isActivated)
      await tx.activation.create({ data: { client_id: id, configuration_id: version.id, audit_id } });
  }
  return { result, changes, state, enabled, warnings };
}

/** New runs are decided under this version, and turns of the ledgers use no warehouse that it disables. */
async function makeCurrent(
  tx: Prisma.TransactionClient,
  { id, client_id, document, warehouse_db_ids }: ConfigurationVersion,
): Promise<void> {
  await tx.client.update({ where: { id: client_id }, data: { configuration_id: id } });
  const enabled = document.warehouses.map((warehouse) => warehouse.enabled);
  await tx.$executeRaw`
    UPDATE warehouses w SET enabled = now.enabled
    FROM unnest(${warehouse_db_ids}::int[], ${enabled}::bool[]) AS now (id, enabled)
    WHERE w.id = now.id AND w.client_id = ${client_id} AND w.enabled <> now.enabled`;
}

/** Removes the cached answers of carriers that the client no longer uses. */
async function forgetCarriers(
  tx: Prisma.TransactionClient,
  client_id: number,
  transit: NonNullable<DocumentPatch['transit']>,
): Promise<void> {
  const kept = transit.provider === 'http' ? carrierCacheKey(client_id, transit) : '';
  await tx.laneCache.deleteMany({ where: { client_id, provider: { not: kept } } });
}

/** The warehouses that were disabled before. */
function enabledSince(
  before: AccountState,
  { document: { warehouses }, warehouse_db_ids }: ConfigurationVersion,
  { clear_stock = [] }: AccountAct,
): Enabling[] {
  const disabled = new Set(
    before.file.warehouses.flatMap(({ warehouse_id, enabled }) => (enabled ? [] : warehouse_id)),
  );
  return warehouses.flatMap(({ warehouse_id, enabled }, index) =>
    enabled && disabled.has(warehouse_id)
      ? { id: warehouse_db_ids[index]!, warehouse_id, clears: clear_stock.includes(warehouse_id) }
      : [],
  );
}

function clearing({ warehouse_id }: Enabling): AccountChange {
  return { path: `warehouses[${warehouse_id}].clear_stock`, before: null, after: true };
}

function keepOwner(before: AccountState, after: AccountState): void {
  const { owners } = before;
  const { required = false, break_glass_user = '' } = after.sso.connection ?? {};
  if (required && !after.owners.includes(break_glass_user))
    throw new AppError(
      'last_owner',
      `${break_glass_user} gets in while the identity provider does not answer. Name another owner for it first.`,
    );
  if (owners.length === 0 || after.owners.length > 0) return;
  const who =
    owners.length === 1 ? `${owners[0]} is the last owner` : `${owners.join(', ')} are the last owners`;
  throw new AppError('last_owner', `${who}. Make another user an owner first.`);
}

const REQUIRES_FACTOR = 'client.require_second_factor';
const OF_SSO = /^sso(?:\.|$|_domains\[)/;

/**
 * A stolen token must not give lasting access: a token may end tokens and people, and neither makes nor changes any, nor how
 * they sign in.
 */
function refuseTokenChanges(who: Actor, changes: readonly AccountChange[]): void {
  if (who.kind !== 'token') return;
  if (changes.some(({ path, after }) => /^(users|invitations|tokens)\[/.test(path) && after !== null))
    throw new AppError('forbidden', 'Only people may make or change tokens and people, not a token.');
  if (changes.some(({ path }) => path === REQUIRES_FACTOR || OF_SSO.test(path)))
    throw new AppError('forbidden', 'Only people may change how people sign in, not a token.');
}

/** Whoever finds a browser that somebody has left must not get lasting access by it. */
function refuseUnconfirmed(who: Actor, changes: readonly AccountChange[]): void {
  const isOfAccess = ({ path }: AccountChange) =>
    path === REQUIRES_FACTOR || OF_SSO.test(path) || /^(users|invitations|tokens|api_keys)\[/.test(path);
  if (who.unconfirmed && changes.some(isOfAccess)) throw new AppError('confirm_again');
}

/** What owners may change of the client. */
const OF_OWNERS = new Set(['client.name', REQUIRES_FACTOR]);

/** A carrier's URL and credential concern the service's machine, so only operators set them. */
const OF_CARRIER = new Set(['transit.url', 'transit.credential']);

function refuseOperatorChanges(who: Actor, changes: readonly AccountChange[]): void {
  if (hasOperatorRights(who)) return;
  const refused = changes
    .filter(
      ({ path, after }) =>
        (path.startsWith('client.') && !OF_OWNERS.has(path)) || (OF_CARRIER.has(path) && after !== null),
    )
    .map(({ path }) => path);
  if (refused.length > 0) throw new AppError('forbidden', `Only operators may change ${refused.join(', ')}.`);
}

// Enough for a lane table of some hundred thousand rows and a hash for each password.
const LIMITS = { maxWait: 30_000, timeout: 300_000 };

/**
 * Runs `work` in one transaction, one at a time for an account, so that nobody else changes the account meanwhile.
 * Routing does not wait for it.
 */
export async function inAccountTransaction<T>(
  db: PrismaDatabase,
  slug: string,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const lock = `account ${slug}`;
  const client = await db.prisma.client.findUnique({ where: { slug }, select: { id: true } });
  const locked = { owner: client?.id ?? lock, lock };
  return inLockedPrisma(
    db,
    locked,
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
      noteLockTaken(tx);
      return work(tx);
    },
    LIMITS,
  );
}
