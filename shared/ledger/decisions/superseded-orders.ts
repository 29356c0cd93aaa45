import sql, { type Sql } from 'sql-template-tag';
import type { RoutingOrder } from '../../contracts/order.ts';
import { toReroute } from '../../contracts/reroute.ts';
import type { SupersededBy, SupersededOrder } from '../../contracts/why.ts';
import { column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import type { RerouteRequest } from '../../engine/types.ts';
import type { RunRow } from '../run-row.ts';
import type { StoredOrder } from '../stored-orders.ts';
import type { LatestDecision } from './latest-decisions.ts';
import { isOpen } from './order-need.ts';

// A run never undoes what was asked for later (docs/guides/runs.md). Whoever calls these functions has the ledger's lock.

/** An order of a run that waits for its decision. */
interface WaitingOrder {
  readonly run_id: number;
  readonly id: number;
}

/** Finds order IDs among those that accepted runs have still to decide. */
export async function findWaiting(
  db: Queryable,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<(WaitingOrder & { readonly order_id: string })[]> {
  const { rows } = await db.query<WaitingOrder & { order_id: string }>({
    name: 'find-waiting-orders',
    text: `SELECT r.id AS run_id, o.id, o.order_id
           FROM orders o
           JOIN runs r ON r.ledger_id = o.ledger_id AND r.phase IN ('scoring', 'allocating')
           JOIN run_chunks c ON c.run_id = r.id AND o.id >= c.first_id AND o.id < c.first_id + c.orders
           WHERE o.ledger_id = $1 AND o.order_id = ANY($2) AND NOT EXISTS (SELECT FROM decisions WHERE id = o.id)`,
    values: [ledgerId, orderIds],
  });
  return rows;
}

/** What says that orders are left out of their runs. An order that is left out already stays as it is. */
export function supersede(orders: readonly (WaitingOrder & { readonly by: SupersededBy })[]): Sql[] {
  if (orders.length === 0) return [];
  return [
    sql`
      INSERT INTO superseded_orders (run_id, id, superseded_by)
      SELECT ${column(orders, 'bigint', ({ run_id }) => run_id)}, ${column(orders, 'bigint', ({ id }) => id)},
             ${column(orders, 'json', ({ by }) => JSON.stringify(by))}
      ON CONFLICT DO NOTHING`,
  ];
}

/** The ids of a run's orders that were released while they waited. */
export async function readSuperseded(db: Queryable, runId: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: number }>({
    name: 'read-superseded-orders',
    text: 'SELECT id FROM superseded_orders WHERE run_id = $1',
    values: [runId],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Whether an order, on which there is no decision, was released while it waited in a run, or has left; null: neither. */
export async function findReleased(
  db: Queryable,
  ledgerId: number,
  orderId: string,
): Promise<'released' | 'left' | null> {
  const { rows } = await db.query<{ request: SupersededBy['request'] | null }>({
    name: 'find-released-order',
    text: `SELECT s.superseded_by ->> 'request' AS request FROM orders o LEFT JOIN superseded_orders s ON s.id = o.id
           WHERE o.ledger_id = $1 AND o.order_id = $2 ORDER BY o.id DESC LIMIT 1`,
    values: [ledgerId, orderId],
  });
  const request = rows[0]?.request;
  return request === 'released' || request === 'left' ? request : null;
}

/** Up to `limit` orders that a run of the ledger left out, in request order, from those after the id `after`. */
export async function listSuperseded(
  db: Queryable,
  ledgerId: number,
  runId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<(SupersededOrder & { readonly id: number })[]> {
  const { rows } = await db.query<SupersededOrder & { readonly id: number }>({
    name: 'list-superseded-orders',
    text: `SELECT s.id, o.order_id, s.superseded_by FROM superseded_orders s JOIN orders o ON o.id = s.id
           WHERE o.ledger_id = $1 AND s.run_id = $2 AND s.id > $3 ORDER BY s.id LIMIT $4`,
    values: [ledgerId, runId, after, limit],
  });
  return rows;
}

/** The request that supersedes a run's order; null: none does. `latest` is the latest decision on its order ID. */
export function supersededBy(
  { reroutes }: Pick<StoredOrder, 'reroutes'>,
  latest: LatestDecision | null,
  { request_number }: Pick<RunRow, 'request_number'>,
): SupersededBy | null {
  if (latest === null) return null;
  const isSuperseded =
    reroutes === null
      ? latest.sent_by > request_number!
      : latest.decision_id !== reroutes || !isOpen(latest.state);
  if (!isSuperseded) return null;
  const routing_decision_id = latest.decision_id;
  const { state, state_since, expiry } = latest;
  if (state !== 'current' && state !== 'held') {
    const since = state_since ?? expiry!.expires_at;
    return { request: state, routing_decision_id, at: new Date(since).toISOString() };
  }
  const at = new Date(latest.requested_at).toISOString();
  return { request: latest.is_reroute ? 'rerouted' : 'sent', routing_decision_id, at };
}

/**
 * A run's order with the restrictions that hold for it: those of a person's reroute that was asked for after the order
 * was sent, and those of the run, which are of this decision alone.
 */
export function restricted(
  { order, reroutes }: StoredOrder,
  latest: LatestDecision | null,
  { request_number, selection }: Pick<RunRow, 'request_number' | 'selection'>,
): RoutingOrder {
  const restrictions = latest?.restrictions ?? null;
  const holds = restrictions !== null && (reroutes !== null || restrictions.asked_by > request_number!);
  const own = holds ? restrictions.reroute : null;
  const ofRun = restrictionsOf(selection);
  if (ofRun !== null) return { ...order, reroute: bothOf(own, ofRun), own_reroute: own };
  return own === null ? order : { ...order, reroute: own };
}

/** What a run over stored orders asks of their warehouses, or says of them; null: nothing. */
function restrictionsOf(selection: RunRow['selection']): RerouteRequest | null {
  if (selection === null || !('statuses' in selection)) return null;
  const asked = toReroute(selection);
  const { exclude_warehouse_ids, only_warehouse_ids, note } = asked;
  return exclude_warehouse_ids.length === 0 && only_warehouse_ids === null && note === null ? null : asked;
}

function bothOf(own: RerouteRequest | null, ofRun: RerouteRequest): RerouteRequest {
  if (own === null) return ofRun;
  const [only, also] = [own.only_warehouse_ids, ofRun.only_warehouse_ids];
  return {
    exclude_warehouse_ids: [...new Set([...own.exclude_warehouse_ids, ...ofRun.exclude_warehouse_ids])],
    only_warehouse_ids: only && also ? only.filter((id) => also.includes(id)) : (only ?? also),
    note: ofRun.note ?? own.note,
  };
}
