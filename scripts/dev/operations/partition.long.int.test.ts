import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';
import { prune } from '../../../shared/operations/retention/prune.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { serve } from '../../serve.ts';
import { HttpCaller } from '../bench/http.ts';
import { routeRun } from '../harness/route-run.ts';
import { serviceSettings } from '../testing/service-settings.ts';

const SKUS = ['A', 'B', 'C'];
/** Fewer than a batch and a run have orders, so that both fill several partitions, and the run the rest. */
const PARTITION_IDS = 50;
const PARTITIONS = 4;

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((db) => db.close())));

const order = (id: string, n: number) =>
  JSON.stringify({
    external_order_id: id,
    destination_zip: '60614',
    lines: [
      { sku: SKUS[n % 3], quantity: 1 },
      { sku: SKUS[(n + 1) % 3], quantity: 2 },
    ],
  });
const orders = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => order(`${name}-${n}`, n));

/** Moments and speeds in answers, which differ between two services. */
const OF_THE_MOMENT = /_at$|^progress$/;
const comparable = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (OF_THE_MOMENT.test(name) ? undefined : value)));

/** Routes, reads and prunes orders on a database. Returns all answers and counts. */
async function useService(db: Database): Promise<unknown[]> {
  const { keys } = await createTestAccount(db, { client: { slug: 'same' } });
  const config = serviceSettings(db.url, { RATE_LIMIT_PER_MINUTE: '0' });
  const service = await serve(config, { logger: testLogger() });
  const caller = new HttpCaller(service.url, { key: keys.live });
  const post = (path: string, body: string) => caller.postForJson(`/api/v1${path}`, Buffer.from(body));
  const get = (path: string) => caller.getJson(`/api/v1${path}`);
  const inventory = SKUS.map((sku) => ({ sku, warehouse_id: 'EWR1', quantity_available: 300 }));
  const answers = [
    await post('/inventory', JSON.stringify({ inventory })),
    await post('/orders/route', order('single', 0)),
    await post('/orders/batch-route', `{"orders":[${orders('batch', 120)}]}`),
  ];
  await routeRun(caller, Buffer.from(orders('run', 300).join('\n')));
  for (const path of [
    '/runs/3',
    '/runs/3/results',
    '/orders/run-7/why',
    '/orders/batch-99/decisions',
    '/decisions/1',
  ])
    answers.push(await get(path));
  answers.push(await post('/orders/batch-3/release', '{}'), await post('/orders/batch-4/reroute', '{}'));
  answers.push(await post('/inventory', JSON.stringify({ inventory }))); // ends all reservations
  answers.push(await reconcile(db));
  await db.pool.query(`UPDATE runs SET created_at = now() - interval '90 days' WHERE id = 2`);
  answers.push(
    await prune(db, { retentionDays: 30, auditRetentionDays: null }, { dryRun: false }),
    await reconcile(db),
  );
  caller.close();
  await service.stop();
  return comparable(answers);
}

it('orders and decisions in partitions get the same answers as in one table', async () => {
  const plain = await createTestDatabase();
  const parted = await createTestDatabase();
  opened.push(plain, parted);
  await parted.pool.query(await readFile(join(projectRoot, 'scripts/partition.sql'), 'utf8'));
  await parted.pool.query('SELECT add_partition($1) FROM generate_series(1, $2)', [
    PARTITION_IDS,
    PARTITIONS,
  ]);

  const expected = await useService(plain);
  expect(await useService(parted)).toEqual(expected);
  const { rows } = await parted.pool.query<{ partition: string; n: number }>(
    'SELECT tableoid::regclass::text AS partition, count(*) AS n FROM decisions GROUP BY 1 ORDER BY 2, 1',
  );
  expect(rows).toEqual([
    { partition: 'decisions_first', n: 1 },
    { partition: 'decisions_from_102', n: 30 },
    { partition: 'decisions_from_152', n: 50 },
    { partition: 'decisions_rest', n: 221 },
  ]);
});
