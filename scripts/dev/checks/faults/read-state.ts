import type pg from 'pg';
import { cell, type StoredDecision, type StoredState } from './check-history.ts';

/** Reads what the service has saved of a client's live ledger. `setting` is the name of the one that callers change. */
export async function readState(pool: pg.Pool, clientId: number, setting: string): Promise<StoredState> {
  const { rows: ledgers } = await pool.query<{ id: number; stock_epoch: number; setting: number | null }>(
    `SELECT l.id, l.stock_epoch, (p.body -> 'settings' ->> $2)::int AS setting
     FROM ledgers l JOIN clients c ON c.id = l.client_id JOIN configurations v ON v.id = c.configuration_id
     JOIN configuration_parts p ON p.client_id = c.id AND p.digest = v.settings
     WHERE l.client_id = $1 AND l.environment = 'live'`,
    [clientId, setting],
  );
  const ledger = ledgers[0]!;
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string) =>
    (await pool.query<Row>(text, [ledger.id])).rows;
  const runs = await rowsOf<{ id: number; status: string; orders: number }>(
    'SELECT id, status, orders_routed AS orders FROM runs WHERE ledger_id = $1',
  );
  const whatIfs = await rowsOf<{ id: number; status: string; is_same: boolean }>(
    `SELECT id, status, orders_decided = orders_total AND orders_changed = 0
       AND baseline::jsonb = draft_side::jsonb AS is_same
     FROM what_ifs WHERE ledger_id = $1`,
  );
  const syncs = await rowsOf<{ source_name: string }>(
    'SELECT source_name FROM ingest_runs WHERE ledger_id = $1 ORDER BY id',
  );
  const stock = await rowsOf<{ sku: string; warehouse_id: string; quantity: number }>(
    `SELECT i.sku, w.warehouse_id, i.quantity
     FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.ledger_id = $1`,
  );
  // Apart from the decisions: as one statement, with old statistics the server reads all shipments again for each order.
  const shipped = await rowsOf<{ id: number; sku: string; warehouse_id: string; units: number }>(
    'SELECT routing_decision_id AS id, sku, warehouse_id, ship_qty AS units FROM shipments WHERE ledger_id = $1',
  );
  const shippedBy = new Map<number, Map<string, number>>();
  for (const { id, sku, warehouse_id, units } of shipped) add(shippedBy, id, cell(sku, warehouse_id), units);
  const decided = await rowsOf<{ order_id: string; id: number | null; status: string; epoch: number | null }>(
    `SELECT o.order_id, d.id, d.status, d.reservation_epoch AS epoch
     FROM orders o LEFT JOIN decisions d ON d.id = o.id WHERE o.ledger_id = $1 ORDER BY d.state = 'replaced' DESC, o.id`,
  );
  const decisions = new Map<string, StoredDecision[]>();
  const promised = new Map<number, Map<string, number>>();
  for (const { order_id, id, status, epoch } of decided) {
    const made = decisions.get(order_id) ?? [];
    decisions.set(order_id, made);
    if (id === null) continue;
    const units = shippedBy.get(id) ?? new Map<string, number>();
    made.push({ id, status, shipped: units, holds: epoch === ledger.stock_epoch });
    if (epoch !== null) for (const [place, count] of units) add(promised, epoch, place, count);
  }
  return {
    decisions,
    runs: new Map(runs.map((run) => [run.id, run])),
    whatIfs: new Map(whatIfs.map((whatIf) => [whatIf.id, whatIf])),
    syncs: syncs.map(({ source_name }) => source_name),
    stock_epoch: ledger.stock_epoch,
    promised,
    stock: new Map(stock.map(({ sku, warehouse_id, quantity }) => [cell(sku, warehouse_id), quantity])),
    setting: ledger.setting,
  };
}

function add(sums: Map<number, Map<string, number>>, id: number, place: string, units: number): void {
  const places = sums.get(id) ?? new Map<string, number>();
  sums.set(id, places.set(place, (places.get(place) ?? 0) + units));
}
