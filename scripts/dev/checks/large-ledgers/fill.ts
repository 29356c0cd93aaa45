import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../../../../shared/db/database.ts';
import { unprepared } from '../../../../shared/db/sql.ts';
import { inTransaction } from '../../../../shared/db/transaction.ts';

/** One in so many decisions has a search that ended before its proof. */
const UNPROVED_EACH = 997;

/** A layer of decisions, one on each order. All of its runs have the same number of orders. */
interface Layer {
  readonly kind: 'sync' | 'managed';
  readonly orders_a_run: number;
  /** When its first and last run began, in hours before now. */
  readonly hours: readonly [from: number, to: number];
}

/** Each order ID is decided three times: in a managed run, in a batch, and as a single order. */
const LAYERS: readonly Layer[] = [
  { kind: 'managed', orders_a_run: 200_000, hours: [29 * 24, 21 * 24] },
  { kind: 'sync', orders_a_run: 5000, hours: [20 * 24, 8 * 24] },
  { kind: 'sync', orders_a_run: 1, hours: [7 * 24, 0] },
];

/**
 * Makes so many copies of a ledger's orders, each decided three times: 100 copies of 10,000 orders have 3,000,000
 * decisions. It uses SQL, because routing them would take minutes.
 */
export async function fillAccount(
  db: Database,
  ledgerId: number,
  copyCount: number,
  report: (line: string) => void,
): Promise<void> {
  const { rows } = await db.pool.query<{ orders: number; first_id: number }>(
    'SELECT count(*) AS orders, min(id) AS first_id FROM decisions WHERE ledger_id = $1',
    [ledgerId],
  );
  const { orders, first_id } = rows[0]!;
  for (const layer of LAYERS) {
    await inTransaction(db.pool, async (tx) => {
      const insert = (statement: Sql) => tx.query(unprepared(statement));
      const total = orders * copyCount;
      const runs = Math.ceil(total / layer.orders_a_run);
      const taken = await tx.query<{ order: number; run: number; number: number }>(
        `WITH numbered AS (
           UPDATE ledgers SET last_run_number = last_run_number + $3 WHERE id = $1 RETURNING last_run_number - $3 AS number
         )
         SELECT take_order_ids($2) AS order, setval('runs_id_seq', nextval('runs_id_seq') + $3) - $3 AS run, number
         FROM numbered`,
        [ledgerId, total, runs],
      );
      const { order, run, number } = taken.rows[0]!;
      const [from, to] = layer.hours;
      const place = sql`(o.id - ${first_id}::bigint + n::bigint * ${orders}::bigint)`;
      const copies = sql`generate_series(0, ${copyCount - 1}::int) AS n`;
      await insert(sql`
          INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id, orders_total,
                            orders_routed, orders_scored, full_count, by_warehouse, created_at, started_at, updated_at, finished_at)
          SELECT ${run}::bigint + i, l.client_id, l.id, ${number}::bigint + i + 1, ${layer.kind}::run_kind, 'completed',
                 c.configuration_id, ${layer.orders_a_run}, ${layer.orders_a_run}, ${layer.orders_a_run}, ${layer.orders_a_run},
                 ${layer.kind === 'managed' ? '{"0 units": 300000, "0 shipments": 200000}' : null}::jsonb, moment, moment, moment, moment
          FROM ledgers l JOIN clients c ON c.id = l.client_id, generate_series(0, ${runs - 1}::int) AS i,
               LATERAL (SELECT now() - make_interval(secs => 3600 * (${from}::float + (${to}::float - ${from}::float) * i / ${runs}::int))) AS t (moment)
          WHERE l.id = ${ledgerId}`);
      const perChunk = Math.min(layer.orders_a_run, 5000);
      await insert(sql`
          INSERT INTO run_chunks (run_id, chunk, first_id, orders)
          SELECT ${run}::bigint + i / ${layer.orders_a_run}::int, i % ${layer.orders_a_run}::int / ${perChunk}::int,
                 ${order}::bigint + i, ${perChunk}
          FROM generate_series(0, ${total - 1}::int, ${perChunk}::int) AS i`);
      await insert(sql`
          INSERT INTO orders
          SELECT ${order}::bigint + ${place}, ledger_id, order_id || '-' || n, destination_zip, is_vip, priority_level,
                 order_created_at, partner_id, carrier, ship_method, lines, raw_order_data
          FROM ${copies}, orders o
          WHERE ledger_id = ${ledgerId} AND o.id < ${first_id}::bigint + ${orders}::bigint`);
      await insert(sql`
          INSERT INTO decisions (id, run_id, ledger_id, status, reservation_epoch, data, decided_at, unroutable, unfulfilled,
                                 warned, incomplete, warehouses, arrives_on, units, value_cents, cost_cents, state, state_since)
          SELECT ${order}::bigint + ${place}, r.id, r.ledger_id, o.status, NULL, o.data, r.created_at, o.unroutable,
                 o.unfulfilled, o.warned, ${place} % ${UNPROVED_EACH}::int = 0 AND o.status <> 'NONE', o.warehouses,
                 o.arrives_on, o.units, o.value_cents, o.cost_cents,
                 ${layer === LAYERS.at(-1) ? 'current' : 'replaced'}::order_state, ${layer === LAYERS.at(-1) ? null : sql`now()`}
          FROM ${copies}, decisions o, LATERAL (SELECT ${run}::bigint + ${place} / ${layer.orders_a_run}::int) AS of (run_id)
          JOIN runs r ON r.id = of.run_id
          WHERE o.ledger_id = ${ledgerId} AND o.id < ${first_id}::bigint + ${orders}::bigint`);
      report(`${total} orders in ${runs} runs`);
    });
  }
  // The hours of the first orders, again for each of 30 days.
  await db.pool.query(
    `INSERT INTO decision_hours
     SELECT (jsonb_populate_record(h, jsonb_build_object('hour', h.hour - make_interval(days => day)))).*
     FROM decision_hours h CROSS JOIN generate_series(1, 30) AS day WHERE h.ledger_id = $1
     ON CONFLICT DO NOTHING`,
    [ledgerId],
  );
  await db.pool.query('ANALYZE');
}
