import type pg from 'pg';
import type { StoredDecision, StoredState } from './check-history.ts';
import { cell } from './history.ts';

/** Reads what the service has saved of a client's live ledger. `setting` is the name of the one that callers change. */
export async function readStoredState(
  pool: pg.Pool,
  clientId: number,
  setting: string,
): Promise<StoredState> {
  const { rows: ledgers } = await pool.query<{ id: number; stock_epoch: number; setting: number | null }>(
    `SELECT l.id, l.stock_epoch, (s.settings ->> $2)::int AS setting
     FROM ledgers l LEFT JOIN client_settings s ON s.client_id = l.client_id
     WHERE l.client_id = $1 AND l.environment = 'live'`,
    [clientId, setting],
  );
  const ledger = ledgers[0]!;
  const { rows: runs } = await pool.query<{ id: number; status: string; orders: number }>(
    'SELECT id, status, orders_routed AS orders FROM runs WHERE ledger_id = $1',
    [ledger.id],
  );
  const { rows: syncs } = await pool.query<{ source_name: string }>(
    'SELECT source_name FROM ingest_runs WHERE ledger_id = $1 ORDER BY id',
    [ledger.id],
  );
  const { rows: usage } = await pool.query<{ orders: number }>(
    'SELECT coalesce(sum(routed_orders), 0) AS orders FROM usage WHERE client_id = $1',
    [clientId],
  );
  const { rows: stock } = await pool.query<{
    sku: string;
    warehouse_id: string;
    quantity: number;
    reserved: number;
  }>(
    `SELECT i.sku, w.warehouse_id, i.quantity, CASE WHEN i.reserved_epoch = $2 THEN i.reserved ELSE 0 END AS reserved
     FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.ledger_id = $1`,
    [ledger.id, ledger.stock_epoch],
  );
  return {
    decisions: await readStoredDecisions(pool, ledger),
    runs: new Map(runs.map((run) => [run.id, run])),
    syncs: syncs.map(({ source_name }) => source_name),
    stock_epoch: ledger.stock_epoch,
    promised: await readPromised(pool, ledger.id),
    stock: new Map(stock.map((row) => [cell(row.sku, row.warehouse_id), row])),
    usage: usage[0]!.orders,
    setting: ledger.setting,
  };
}

async function readStoredDecisions(
  pool: pg.Pool,
  ledger: { readonly id: number; readonly stock_epoch: number },
): Promise<StoredState['decisions']> {
  // Two statements: as one, with old statistics the server reads all shipments again for each order.
  const { rows: shipped } = await pool.query<{ id: number; sku: string; warehouse: string; units: number }>(
    `SELECT routing_decision_id AS id, sku, warehouse_id AS warehouse, ship_qty AS units
     FROM shipments WHERE ledger_id = $1`,
    [ledger.id],
  );
  const unitsOf = new Map<number, [cell: string, units: number][]>();
  for (const { id, sku, warehouse, units } of shipped) {
    const found = unitsOf.get(id) ?? [];
    unitsOf.set(id, found);
    found.push([cell(sku, warehouse), units]);
  }
  const { rows } = await pool.query<{ order_id: string; id: number | null; status: string; holds: boolean }>(
    `SELECT o.order_id, d.id, d.status, coalesce(d.reservation_epoch = $2, false) AS holds
     FROM orders o
     LEFT JOIN decisions d ON d.id = o.id
     WHERE o.ledger_id = $1 ORDER BY d.commit_order`,
    [ledger.id, ledger.stock_epoch],
  );
  const decisions = new Map<string, StoredDecision[]>();
  for (const { order_id, id, status, holds } of rows) {
    const made = decisions.get(order_id) ?? [];
    decisions.set(order_id, made);
    if (id !== null) made.push({ id, status, holds, shipped: new Map(unitsOf.get(id)) });
  }
  return decisions;
}

async function readPromised(pool: pg.Pool, ledgerId: number): Promise<StoredState['promised']> {
  const { rows } = await pool.query<{ epoch: number; sku: string; warehouse_id: string; units: number }>(
    `SELECT d.reservation_epoch AS epoch, s.sku, s.warehouse_id, sum(s.ship_qty) AS units
     FROM shipments s JOIN decisions d ON d.id = s.routing_decision_id
     WHERE s.ledger_id = $1 AND d.reservation_epoch IS NOT NULL GROUP BY 1, 2, 3`,
    [ledgerId],
  );
  const epochs = new Map<number, Map<string, number>>();
  for (const { epoch, sku, warehouse_id, units } of rows) {
    const places = epochs.get(epoch) ?? new Map<string, number>();
    epochs.set(epoch, places.set(cell(sku, warehouse_id), units));
  }
  return epochs;
}
