import type { Database } from '../../shared/db/database.ts';
import type { Corrections } from './correct-orders.ts';

/** What one sync sets: units by SKU and warehouse. */
type Quantities = ReadonlyMap<string, number>;
export const cell = (sku: string, warehouse: string) => `${sku} ${warehouse}`;

/** What callers know after a round: everything that they were answered. */
export interface Answered extends Corrections {
  /** The content of each sync by its source name, answered or not. */
  readonly syncs: Map<string, Quantities>;
  /** Source names whose sync was answered with 200. */
  readonly synced: string[];
  /** Orders that were answered or accepted. */
  orders: number;
}

/** Every fault that the database shows once all is quiet; none is what is wanted. */
export async function faultsOf(db: Database, clientId: number, answered: Answered): Promise<string[]> {
  const faults: string[] = [];
  const { rows: taken } = await db.pool.query<{ source_name: string }>(
    'SELECT source_name FROM ingest_runs ORDER BY id',
  );
  const names = taken.map(({ source_name }) => source_name);
  for (const name of answered.synced) {
    const times = names.filter((each) => each === name).length;
    if (times !== 1) faults.push(`the sync ${name} was answered and taken ${times} times`);
  }
  const { rows: ledgers } = await db.pool.query<{ stock_epoch: number }>(
    "SELECT stock_epoch FROM ledgers WHERE client_id = $1 AND environment = 'live'",
    [clientId],
  );
  if (ledgers[0]!.stock_epoch !== names.length) {
    faults.push(`${names.length} syncs, but stock epoch ${ledgers[0]!.stock_epoch}`);
  }
  // The nth sync began the nth epoch: what it and the ones before it set is what that epoch's orders may use.
  const promised = await promisedByEpoch(db);
  const stock = new Map<string, number>();
  names.forEach((name, index) => {
    for (const [key, quantity] of answered.syncs.get(name)!) stock.set(key, quantity);
    for (const [key, units] of promised.get(index + 1) ?? []) {
      const quantity = stock.get(key) ?? 0;
      if (units > quantity)
        faults.push(`epoch ${index + 1}: ${units} units of ${key} promised, ${quantity} there`);
    }
  });
  const { rows: now } = await db.pool.query<{
    sku: string;
    warehouse_id: string;
    quantity: number;
    reserved: number;
  }>(
    `SELECT i.sku, w.warehouse_id, i.quantity,
            CASE WHEN i.reserved_epoch = l.stock_epoch THEN i.reserved ELSE 0 END AS reserved
     FROM inventory i JOIN ledgers l ON l.id = i.ledger_id JOIN warehouses w ON w.id = i.warehouse_id
     WHERE i.sku LIKE 'SCARCE-%'`,
  );
  const present = promised.get(names.length) ?? new Map<string, number>();
  for (const { sku, warehouse_id, quantity, reserved } of now) {
    const key = cell(sku, warehouse_id);
    if (quantity !== stock.get(key))
      faults.push(`${key} has ${quantity} units; the syncs say ${stock.get(key)}`);
    if (reserved !== (present.get(key) ?? 0)) {
      faults.push(`${key} has ${reserved} units reserved; its decisions say ${present.get(key) ?? 0}`);
    }
  }
  const { rows: decided } = await db.pool.query<{
    order_id: string;
    status: string;
    decisions: number;
    holds: boolean;
  }>(
    `SELECT o.order_id, count(*) AS decisions,
            (array_agg(d.status::text ORDER BY d.commit_order DESC NULLS LAST, o.id DESC))[1] AS status,
            coalesce(bool_or(d.reservation_epoch = l.stock_epoch), false) AS holds
     FROM orders o JOIN ledgers l ON l.id = o.ledger_id LEFT JOIN decisions d ON d.id = o.id GROUP BY o.order_id`,
  );
  const statuses = new Map(decided.map(({ order_id, status }) => [order_id, status]));
  const doubled = decided.filter(
    ({ order_id, decisions }) => decisions !== 1 + (answered.reroutes.get(order_id) ?? 0),
  );
  if (doubled.length > 0) faults.push(`${doubled.length} orders have no decision or too many`);
  const held = decided.filter(({ order_id, holds }) => holds && answered.released.has(order_id));
  if (held.length > 0) faults.push(`${held.length} orders hold units after their release`);
  if (decided.length !== answered.orders)
    faults.push(`${decided.length} orders, ${answered.orders} answered`);
  for (const [orderId, status] of answered.statuses) {
    if (statuses.get(orderId) !== status)
      faults.push(`${orderId} was answered ${status}, is ${statuses.get(orderId)}`);
  }
  const { rows: usage } = await db.pool.query<{ n: number }>(
    'SELECT sum(routed_orders) AS n FROM usage WHERE client_id = $1',
    [clientId],
  );
  const reroutes = sumOf(answered.reroutes);
  if (usage[0]!.n !== answered.orders + reroutes) {
    faults.push(`usage is ${usage[0]!.n}, ${answered.orders} orders and ${reroutes} reroutes were answered`);
  }
  return faults;
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Units reserved by the decisions of each stock epoch, by SKU and warehouse. */
async function promisedByEpoch(db: Database): Promise<Map<number, Map<string, number>>> {
  const { rows } = await db.pool.query<{ epoch: number; sku: string; warehouse_id: string; units: number }>(
    `SELECT d.reservation_epoch AS epoch, s.sku, s.warehouse_id, sum(s.ship_qty) AS units
     FROM shipments s JOIN decisions d ON d.id = s.routing_decision_id
     WHERE d.reservation_epoch IS NOT NULL GROUP BY 1, 2, 3`,
  );
  const epochs = new Map<number, Map<string, number>>();
  for (const { epoch, sku, warehouse_id, units } of rows) {
    const cells = epochs.get(epoch) ?? new Map<string, number>();
    epochs.set(epoch, cells.set(cell(sku, warehouse_id), units));
  }
  return epochs;
}
