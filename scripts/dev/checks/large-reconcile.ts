import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Database } from '../../../shared/db/database.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { projectRoot } from '../../../shared/platform/project-root.ts';
import { dataOf } from '../../wrs/client.ts';
import { withStage } from '../harness/stage.ts';

/**
 * Measures `wrs admin reconcile` over 1,000,000 orders that all have reserved units, half of them in batches of 5,000, half in
 * runs of one order; then with differences, and with `--repair`:
 *
 *   npm run check large-reconcile
 */
const ROUTED = 1000;
const COPIES = 1000;

/** Makes a process print its peak memory at its end. */
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error(Math.round(process.resourceUsage().maxRSS / 1024) + ' MB at most'))",
)}`;

/** Copies every order so many times, with its decision and reservation, in runs of so many orders. */
async function copyOrders(db: Database, ledgerId: number, copies: number, ordersARun: number): Promise<void> {
  const { rows } = await db.pool.query<{ first_id: number; order: number; run: number; number: number }>(
    `WITH numbered AS (
       UPDATE clients SET last_run_number = last_run_number + $3
       WHERE id = (SELECT client_id FROM ledgers WHERE id = $1) RETURNING last_run_number - $3 AS number
     )
     SELECT (SELECT min(id) FROM decisions) AS first_id, take_order_ids($2) AS order,
            setval('runs_id_seq', nextval('runs_id_seq') + $3) - $3 AS run, number FROM numbered`,
    [ledgerId, ROUTED * copies, (ROUTED * copies) / ordersARun],
  );
  const { first_id, order, run, number } = rows[0]!;
  const id = `(${order}::bigint + (o.id - ${first_id}) + n::bigint * ${ROUTED})`;
  await db.pool.query(
    `INSERT INTO orders
     SELECT ${id}, ledger_id, order_id || '-${ordersARun}-' || n, destination_zip, is_vip, priority_level, order_created_at,
            partner_id, carrier, ship_method, lines, raw_order_data
     FROM generate_series(0, ${copies - 1}) AS n, orders o WHERE o.id < ${first_id + ROUTED}`,
  );
  await db.pool.query(
    `INSERT INTO decisions (id, run_id, ledger_id, status, reservation_epoch, data)
     SELECT ${id}, ${run} + (${id} - ${order}) / ${ordersARun}, ledger_id, status, reservation_epoch, data
     FROM generate_series(0, ${copies - 1}) AS n, decisions o WHERE o.id < ${first_id + ROUTED}`,
  );
  await db.pool.query(
    `INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id, orders_total,
                       orders_routed, full_count, split_count, partial_count, partial_split_count, none_count)
     SELECT d.run_id, l.client_id, l.id, ${number} + 1 + d.run_id - ${run}, 'sync', 'completed', c.configuration_id,
            count(*), count(*), count(*) FILTER (WHERE status = 'FULL'), count(*) FILTER (WHERE status = 'SPLIT'),
            count(*) FILTER (WHERE status = 'PARTIAL'), count(*) FILTER (WHERE status = 'PARTIAL_SPLIT'),
            count(*) FILTER (WHERE status = 'NONE')
     FROM decisions d JOIN ledgers l ON l.id = d.ledger_id JOIN clients c ON c.id = l.client_id
     WHERE d.run_id >= ${run} GROUP BY d.run_id, l.id, c.id`,
  );
  await db.pool.query(
    `INSERT INTO run_chunks (run_id, chunk, first_id, orders)
     SELECT run_id, 0, min(id), count(*) FROM decisions WHERE run_id >= ${run} GROUP BY run_id`,
  );
}

/** Sets stock, usage and hours to values that match the copies. */
async function countCopies({ pool }: Database): Promise<void> {
  const times = COPIES + 1;
  await pool.query(
    `UPDATE stock SET free = ARRAY(SELECT u * ${times} FROM unnest(free) WITH ORDINALITY AS f(u, place) ORDER BY place),
       reserved = ARRAY(SELECT u * ${times} FROM unnest(reserved) WITH ORDINALITY AS f(u, place) ORDER BY place)`,
  );
  await pool.query(`UPDATE usage SET routed_orders = routed_orders * ${times}`);
  await pool.query(
    `UPDATE decision_hours SET full_count = full_count * ${times}, split_count = split_count * ${times},
       partial_count = partial_count * ${times}, partial_split_count = partial_split_count * ${times},
       none_count = none_count * ${times}`,
  );
  await pool.query('VACUUM ANALYZE');
}

/** Runs `wrs admin reconcile` as a process. Returns its exit code, and prints what it says, its time and its memory. */
function reconcile(databaseUrl: string, ...args: string[]): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', PRINT_PEAK, join(projectRoot, 'dist/scripts/wrs.js'), 'admin', 'reconcile', ...args],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl }, encoding: 'utf8' },
  );
  const seconds = (performance.now() - started) / 1000;
  const last = stdout.trimEnd().split('\n').slice(-4).join('\n  ');
  console.log(
    `reconcile ${args.join(' ')}: ${seconds.toFixed(1)} s, exit code ${status}\n  ${last}\n  ${stderr.trim()}`,
  );
  return status ?? 1;
}

const codes = await withStage(
  { backend: 'postgres', workers: 0 },
  ROUTED,
  async ({ service, client, db }) => {
    const orders = [...generateOrders(ROUTED, 1)];
    await dataOf(client.api.POST('/api/v1/orders/batch-route', { body: { orders } as never }));
    const { rows } = await db.pool.query<{ ledger_id: number }>('SELECT DISTINCT ledger_id FROM decisions');
    const { ledger_id } = rows[0]!;
    await copyOrders(db, ledger_id, COPIES / 2, 5000);
    await copyOrders(db, ledger_id, COPIES / 2, 1);
    await countCopies(db);
    const whole = reconcile(service.databaseUrl);
    await db.pool.query(
      'UPDATE runs SET full_count = full_count - 1, split_count = split_count + 1 WHERE full_count > 0 AND id % 2 = 0',
    );
    await db.pool.query('UPDATE stock SET free[1] = free[1] + reserved[1], reserved[1] = 0');
    return [whole, reconcile(service.databaseUrl), reconcile(service.databaseUrl, '--repair')];
  },
);
process.exitCode = codes.join() === '0,1,0' ? 0 : 1;
