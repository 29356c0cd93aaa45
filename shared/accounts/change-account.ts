import type { PrismaDatabase } from '../db/database.ts';
import type { Client, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type AccountChange, accountChanges } from './account-changes.ts';
import { refuseGrowth } from './account-limits.ts';
import { type AccountState, accountStateOf, readAccountState } from './account-state.ts';
import { inAccountTransaction } from './account-transaction.ts';
import { type Actor, hasOperatorRights } from './actor.ts';
import { writeAudit } from './audit.ts';
import { noClient } from './clients.ts';
import { refreshConfiguration } from './configurations.ts';
import { clearStock, type EnabledWarehouse, type Enabling, readEnabledStock } from './enabled-stock.ts';
import { loadRoutingSetup } from './load-routing-setup.ts';
import type { RoutingSetup } from './routing-setup.ts';

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
  /** The change is made, answered and rolled back. */
  readonly dry_run?: boolean;
}

/** Changes the account of a client. `before` is what it was. */
type Change<T> = (tx: Prisma.TransactionClient, client: Client, before: AccountState) => Promise<T>;

/** Makes a client with its account. */
type Creation<T> = (tx: Prisma.TransactionClient) => Promise<T>;

/** What a change did. */
interface AccountOutcome<T> {
  readonly result: T;
  readonly changes: readonly AccountChange[];
  readonly state: AccountState;
  readonly enabled: readonly EnabledWarehouse[];
}

/**
 * The only way to change an account: runs `change` in the account's transaction and writes what it changed to the audit
 * log, and the activation if the configuration is another one then. If nothing was changed, nothing is logged.
 *
 * If there is no client of the slug, `create` makes it instead. Without `create`, throws AppError not_found then. Throws
 * what the functions and `check` throw, AppError forbidden for a change that only operators may make, last_owner and
 * account_limit. Then
 * nothing is changed.
 */
export async function changeAccount<T>(
  db: PrismaDatabase,
  slug: string,
  act: AccountAct,
  change: Change<T>,
  create: Creation<T> = () => Promise.reject(noClient(slug)),
): Promise<AccountOutcome<T>> {
  try {
    return await inAccountTransaction(db, slug, async (tx) => {
      const outcome = await changeIn(tx, slug, act, { change, create });
      if (act.dry_run) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as AccountOutcome<T>;
    throw error;
  }
}

/** Ends a transaction that was a dry run. */
class RolledBack extends Error {
  constructor(readonly outcome: AccountOutcome<unknown>) {
    super('dry run');
  }
}

async function changeIn<T>(
  tx: Prisma.TransactionClient,
  slug: string,
  act: AccountAct,
  { change, create }: { readonly change: Change<T>; readonly create: Creation<T> },
): Promise<AccountOutcome<T>> {
  const present = await tx.client.findUnique({ where: { slug } });
  const before = present && (await readAccountState(tx, present));
  if (before !== null) act.check?.(before);
  const result = present && before ? await change(tx, present, before) : await create(tx);
  const { id } = present ?? (await tx.client.findUniqueOrThrow({ where: { slug } }));
  const setup = await loadRoutingSetup(tx, id);
  await refreshConfiguration(tx, id, setup);
  const state = await accountStateOf(tx, await tx.client.findUniqueOrThrow({ where: { id } }), setup);
  const enabling = before === null ? [] : enabledSince(before, setup, act);
  const changes = [
    ...accountChanges(before, state),
    ...enabling.filter(({ clears }) => clears).map(clearing),
  ];
  refuseOperatorChanges(act.who, changes);
  if (before !== null) keepOwner(before, state);
  refuseGrowth(before, state);
  const isActivated = state.configuration_id !== before?.configuration_id;
  if (changes.length > 0 || isActivated) {
    const audit_id = await writeAudit(tx, { client_id: id, ...act, changes });
    if (isActivated) {
      const configuration_id = state.configuration_id!;
      await tx.activation.create({ data: { client_id: id, configuration_id, audit_id } });
    }
  }
  const enabled = await readEnabledStock(tx, id, enabling);
  if (!act.dry_run)
    await clearStock(
      tx,
      id,
      enabling.flatMap((each) => (each.clears ? each.id : [])),
    );
  return { result, changes, state, enabled };
}

/** The warehouses that were disabled before. */
function enabledSince(
  before: AccountState,
  { warehouses, warehouse_db_ids }: RoutingSetup,
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
  const owners = ownersOf(before);
  if (owners.length === 0 || ownersOf(after).length > 0) return;
  const who =
    owners.length === 1 ? `${owners[0]} is the last owner` : `${owners.join(', ')} are the last owners`;
  throw new AppError('last_owner', `${who}. Make another user an owner first.`);
}

function ownersOf({ file }: AccountState): string[] {
  return file.users.filter(({ role }) => role === 'owner').map(({ email }) => email);
}

/** A carrier's URL and credential concern the service's machine, so only operators set them. */
const OF_CARRIER = new Set(['transit.url', 'transit.credential']);

function refuseOperatorChanges(who: Actor, changes: readonly AccountChange[]): void {
  if (hasOperatorRights(who)) return;
  const refused = changes
    .filter(
      ({ path, after }) =>
        (path.startsWith('client.') && path !== 'client.name') || (OF_CARRIER.has(path) && after !== null),
    )
    .map(({ path }) => path);
  if (refused.length > 0) throw new AppError('forbidden', `Only operators may change ${refused.join(', ')}.`);
}
