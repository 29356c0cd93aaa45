import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { openDatabase } from '../../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../../shared/demo/demo-account.ts';
import { generateInventory } from '../../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../../shared/demo/demo-orders.ts';
import { createRandom } from '../../../shared/demo/random.ts';
import { callUntilAnswered } from '../harness/persistent-call.ts';
import { COUNT_RESERVED_MISMATCHES } from '../harness/reserved-units.ts';
import { type ServicePart, ServiceProcesses } from '../harness/service-processes.ts';

/**
 * Kills the API or PostgreSQL with `kill -9` at random moments while 32 single orders of one client are under way, each
 * sent again until it is answered, and checks that each was decided once and nothing was promised twice:
 *
 *   npm run kill-singles -- --kills 20 --orders 4000 --seed 1
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    orders: { type: 'string', default: '4000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const ORDERS = Number(values.orders);
const KILLS = Number(values.kills);
const AT_ONCE = 32;
const TARGETS: readonly ServicePart[] = ['api', 'api', 'postgres'];
const random = createRandom(Number(values.seed));

/** Counts that must be 0, or the number of orders. */
const CHECKS: readonly (readonly [what: string, text: string, wanted: number])[] = [
  ['runs', 'SELECT count(*) AS n FROM runs', ORDERS],
  ['orders', 'SELECT count(DISTINCT order_id) AS n FROM orders', ORDERS],
  ['decisions', 'SELECT count(*) AS n FROM decisions', ORDERS],
  ['keys', 'SELECT count(DISTINCT run_id) AS n FROM idempotency_keys WHERE run_id IS NOT NULL', ORDERS],
  ['usage', 'SELECT sum(routed_orders) AS n FROM usage', ORDERS],
  ['the last run number', 'SELECT max(last_run_number) AS n FROM clients', ORDERS],
  [
    'runs that lack a part',
    `SELECT count(*) AS n FROM runs r
     LEFT JOIN run_chunks c ON c.run_id = r.id LEFT JOIN decisions d ON d.run_id = r.id AND d.id = c.first_id
     LEFT JOIN orders o ON o.id = c.first_id
     WHERE c.run_id IS NULL OR d.id IS NULL OR o.id IS NULL`,
    0,
  ],
  [
    'transactions of which a part is missing: the run numbers of each must be consecutive',
    `SELECT count(*) AS n FROM (
       SELECT FROM runs GROUP BY xmin::text
       HAVING max(client_run_number) - min(client_run_number) + 1 <> count(*)
     ) AS torn`,
    0,
  ],
  ['reserved units that differ from the reservations', COUNT_RESERVED_MISMATCHES, 0],
];

async function main(): Promise<void> {
  console.log(`Seed ${values.seed}, ${KILLS} kills among ${ORDERS} single orders, ${AT_ONCE} at once`);
  const service = await ServiceProcesses.start({ backend: 'postgres', workers: 0 });
  const db = openDatabase(service.databaseUrl, { poolSize: 2 });
  const account = { ...DEMO_ACCOUNT, client: { ...DEMO_ACCOUNT.client, plan: 'enterprise' } };
  const { api_keys } = await applyAccountFile(db, parseAccountFile(account), { baseDir: null });
  const key = api_keys.find(({ environment }) => environment === 'live')!.key!;
  const caller = { url: service.url, key };
  const json = { 'content-type': 'application/json' };
  await callUntilAnswered(caller, '/api/v1/inventory', () => ({
    method: 'POST',
    headers: json,
    body: JSON.stringify({ inventory: generateInventory(ORDERS, 1) }),
  }));
  const bodies = [...generateOrders(ORDERS, 1)].map((order) => JSON.stringify(order));
  const send = (nth: number) =>
    callUntilAnswered(caller, '/api/v1/orders/route', () => ({
      method: 'POST',
      headers: { ...json, 'idempotency-key': `order-${nth}` },
      body: bodies[nth]!,
    }));
  const answers: string[] = [];
  let faulty = 0;
  const fault = (what: string) => {
    faulty += 1;
    console.log(`  FAULT: ${what}`);
  };
  let next = 0;
  const sending = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < ORDERS) {
        const nth = next++;
        const { status, text } = await send(nth);
        if (status !== 200) fault(`order ${nth}: ${status} ${text}`);
        answers[nth] = text;
      }
    }),
  );
  const moments = Array.from({ length: KILLS }, () => random.between(1, ORDERS - AT_ONCE)).sort(
    (a, b) => a - b,
  );
  for (const moment of moments) {
    while (next < moment) await pause(1);
    await pause(random.between(0, 10));
    const target = TARGETS[random.between(0, TARGETS.length - 1)]!;
    console.log(`  kill: ${target} after ${next} orders were sent`);
    await service.kill(target);
  }
  await sending;
  for (let nth = 0; nth < ORDERS; nth += 10) {
    const { text } = await send(nth);
    if (text !== answers[nth])
      fault(`order ${nth} is answered otherwise: ${text} instead of ${answers[nth]}`);
  }
  for (const [what, text, wanted] of CHECKS) {
    const { rows } = await db.pool.query<{ n: number }>(text);
    if (Number(rows[0]!.n) !== wanted) fault(`${what}: ${rows[0]!.n} instead of ${wanted}`);
  }
  const { rows } = await db.pool.query(
    'SELECT count(*) AS n, max(size) AS most FROM (SELECT count(*) AS size FROM runs GROUP BY xmin::text) AS transactions',
  );
  console.log(
    `${KILLS} kills, ${faulty} faults; ${ORDERS} runs in ${rows[0].n} transactions, up to ${rows[0].most} in one`,
  );
  await db.close();
  await service.stop();
  process.exitCode = faulty === 0 ? 0 : 1;
}

await main();
