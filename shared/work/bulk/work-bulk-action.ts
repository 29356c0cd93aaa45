import type pg from 'pg';
import { bulkFilter } from '../../contracts/account/bulk-actions.ts';
import type { FoundOrder } from '../../contracts/account/orders.ts';
import { rerouteRequest, toReroute } from '../../contracts/reroute.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { findLedgerPrincipal, type Principal } from '../../identity/principal.ts';
import type { RoutingDeps } from '../../ledger/prepared-run.ts';
import { releaseOrder } from '../../ledger/release-order.ts';
import { addCounts, NO_TALLY, type StatusTally } from '../../ledger/status-counts.ts';
import type { WorkDeps } from '../../runs/background-work.ts';
import { rerouteOrder, WorseReroute } from '../../runs/reroute-order.ts';
import { searchOrders } from '../../runs/search/search-orders.ts';
import { type BulkAction, endBulkAction, loadBulkAction } from './bulk-actions.ts';
import { orderCsv } from './orders-csv.ts';

/** How long a job works on a bulk action, in milliseconds. Then it yields to other jobs. */
const SLICE_MS = 500;

/** Orders that a page of the search finds, and orders that are read at once to act on. */
const PAGE = 500;

type BulkWorkDeps = RoutingDeps & WorkDeps;

/** What a job did: the bulk action after it (null: there is none), and what was decided. */
export interface BulkWork {
  readonly action: BulkAction | null;
  readonly tally: StatusTally;
}

/** The outcome of one order. */
type Outcome = 'done' | 'unchanged' | 'skipped' | 'failed';

/** Thrown to undo an action on an order that another worker has handled, or if the bulk action has ended. */
class Superseded extends Error {}

/**
 * Works on a bulk action for a short time. First all orders that match are found and stored; then each is looked up again
 * by the filter right before it is acted on. An order's outcome is counted in the transaction that acts on it, and moves
 * `position`. So a worker may be killed at any time, and two may work at once: no order is acted on twice.
 * Throws what is no fault of one order: the job is then tried again.
 */
export async function workBulkAction(
  deps: BulkWorkDeps,
  { bulk_action_id, ledger_id }: { readonly bulk_action_id: number; readonly ledger_id: number },
): Promise<BulkWork> {
  const { db, isThreadWaitedFor = () => false } = deps;
  const end = performance.now() + SLICE_MS;
  const isOver = () => performance.now() > end || isThreadWaitedFor();
  let tally = NO_TALLY;
  for (;;) {
    const action = await loadBulkAction(db.pool, ledger_id, bulk_action_id);
    if (action?.status !== 'running') return { action, tally };
    try {
      if (action.is_finding) await findOrders(db, action);
      else tally = addCounts(tally, await actOnOrders(deps, action, isOver));
    } catch (error) {
      if (error instanceof AppError && error.status === 402)
        await endBulkAction(db.pool, action, 'failed', error.message);
      else if (!(error instanceof Superseded)) throw error;
    }
    if (isOver()) return { action: await loadBulkAction(db.pool, ledger_id, bulk_action_id), tally };
  }
}

/** Finds and stores the next page of orders. */
async function findOrders(db: Database, action: BulkAction): Promise<void> {
  const { id, ledger_id, kind, search_cursor } = action;
  const cursor = search_cursor === null ? {} : { cursor: search_cursor };
  const { order_ids, ...filter } = filterOf(action);
  const page = order_ids
    ? { orders: await findChosen(db, ledger_id, filter, order_ids), next_cursor: null }
    : await searchOrders(db, ledger_id, { ...filter, ...cursor, limit: PAGE });
  // A release has nothing to do for orders that hold no units.
  const orders = page.orders.filter(({ holds_units }) => kind !== 'release' || holds_units);
  await inTransaction(db.pool, async (tx) => {
    const { rows: locked } = await tx.query(
      `SELECT FROM bulk_actions WHERE id = $1 AND ledger_id = $2 AND status = 'running' AND is_finding
         AND search_cursor IS NOT DISTINCT FROM $3 FOR UPDATE`,
      [id, ledger_id, search_cursor],
    );
    if (locked.length === 0) throw new Superseded();
    // An order may be found again if it was decided again meanwhile.
    const { rowCount } = await tx.query(
      `INSERT INTO bulk_action_orders (bulk_action_id, ledger_id, position, order_id, csv)
       SELECT $1, $2, $3 + place, order_id, csv
       FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS found (order_id, csv, place)
       ON CONFLICT (bulk_action_id, order_id) DO NOTHING`,
      [
        id,
        ledger_id,
        action.position,
        orders.map(({ order_id }) => order_id),
        orders.map((order) => (kind === 'export' ? orderCsv(order) : null)),
      ],
    );
    const isLast = page.next_cursor === null;
    await tx.query(
      `UPDATE bulk_actions SET search_cursor = $3, is_finding = $4, position = $5, found = found + $6,
         updated_at = clock_timestamp() WHERE id = $1 AND ledger_id = $2`,
      [id, ledger_id, page.next_cursor, !isLast, isLast ? 0 : action.position + orders.length, rowCount],
    );
  });
}

/** Those of the chosen orders that match. */
async function findChosen(
  db: Database,
  ledgerId: number,
  filter: Omit<ReturnType<typeof filterOf>, 'order_ids'>,
  orderIds: readonly string[],
): Promise<FoundOrder[]> {
  const orders: FoundOrder[] = [];
  for (const order_id of new Set(orderIds))
    orders.push(...(await searchOrders(db, ledgerId, { ...filter, order_id, limit: 1 })).orders);
  return orders;
}

/** Acts on the next orders until `isOver`, on one at least. Completes the action after its last order. */
async function actOnOrders(
  deps: BulkWorkDeps,
  action: BulkAction,
  isOver: () => boolean,
): Promise<StatusTally> {
  const { db } = deps;
  const next = action.kind === 'export' ? [] : await nextOrders(db.pool, action);
  if (next.length === 0) {
    await endBulkAction(db.pool, action, 'completed');
    return NO_TALLY;
  }
  const { requested_kind: kind, requested_by: name } = action;
  const principal = await findLedgerPrincipal(db, action.ledger_id, { kind: kind ?? 'user', name });
  let tally = NO_TALLY;
  let { position } = action;
  for (const order of next) {
    const done = await actOn(deps, principal, { ...action, position }, order);
    if (done !== null) tally = addCounts(tally, done);
    position = order.position;
    if (isOver()) break;
  }
  return tally;
}

interface NextOrder {
  readonly position: number;
  readonly order_id: string;
}

async function nextOrders(db: Queryable, { id, ledger_id, position }: BulkAction): Promise<NextOrder[]> {
  const { rows } = await db.query<NextOrder>(
    `SELECT position, order_id FROM bulk_action_orders
     WHERE bulk_action_id = $1 AND ledger_id = $2 AND position > $3 ORDER BY position LIMIT $4`,
    [id, ledger_id, position, PAGE],
  );
  return rows;
}

/** Acts on one order if it still matches, and counts the outcome. Returns what was decided. */
async function actOn(
  deps: BulkWorkDeps,
  principal: Principal,
  action: BulkAction,
  order: NextOrder,
): Promise<StatusTally | null> {
  const { db } = deps;
  const { order_id } = order;
  const count = (outcome: Outcome, tx: Queryable = db.pool) => countOutcome(tx, action, order, outcome);
  const { order_ids: _chosen, ...filter } = filterOf(action);
  const { orders } = await searchOrders(db, action.ledger_id, { ...filter, order_id, limit: 1 });
  if (orders[0]?.order_id !== order_id) {
    await count('skipped');
    return null;
  }
  try {
    if (action.kind === 'release') {
      const approve = (tx: pg.PoolClient, units: number) => count(units > 0 ? 'done' : 'unchanged', tx);
      await releaseOrder(deps, principal, { order_id, idempotency: null, dry_run: false }, { approve });
      return null;
    }
    const { unless_worse, ...reroute } = rerouteRequest.parse(action.reroute);
    const request = { order_id, reroute: toReroute(reroute), unless_worse: unless_worse ?? false };
    const approve = (tx: pg.PoolClient) => count('done', tx);
    const { tally } = await rerouteOrder(
      deps,
      principal,
      { ...request, idempotency: null, dry_run: null },
      { approve },
    );
    return tally;
  } catch (error) {
    if (error instanceof WorseReroute) await count('unchanged');
    else if (error instanceof AppError && OF_ONE_ORDER.has(error.status))
      await countOutcome(db.pool, action, order, 'failed', error.message);
    else throw error;
    return null;
  }
}

/** Statuses that refuse one order, after which the next order may succeed. */
const OF_ONE_ORDER = new Set([400, 404, 409, 422]);

/** Counts the outcome of an order once. Throws Superseded if it is counted already, or the action has ended. */
async function countOutcome(
  db: Queryable,
  { id, ledger_id, position }: BulkAction,
  order: NextOrder,
  outcome: Outcome,
  failure: string | null = null,
): Promise<void> {
  const { rowCount } = await db.query(
    `WITH counted AS (
       UPDATE bulk_actions SET position = $4, ${outcome} = ${outcome} + 1, updated_at = clock_timestamp()
       WHERE id = $1 AND ledger_id = $2 AND position = $3 AND NOT is_finding AND status = 'running'
       RETURNING id
     ), refused AS (
       UPDATE bulk_action_orders SET failure = $5
       WHERE bulk_action_id = $1 AND ledger_id = $2 AND position = $4 AND $5::text IS NOT NULL
         AND EXISTS (SELECT FROM counted)
     )
     SELECT FROM counted`,
    [id, ledger_id, position, order.position, failure],
  );
  if (rowCount === 0) throw new Superseded();
}

function filterOf({ filter }: BulkAction) {
  return { ...bulkFilter.parse(filter), sort: '-created_at' as const };
}
