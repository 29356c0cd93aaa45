import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';
import { prune } from '../../../shared/operations/retention/prune.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { HttpCaller } from '../harness/http.ts';
import { orderOf, runOf, syncOf } from '../harness/orders.ts';
import { routeRun } from '../harness/route-run.ts';
import { serveOn } from '../testing/service-settings.ts';

const SKUS = ['A', 'B', 'C'];
/** Fewer than a batch and a run have orders, so that both fill several partitions, and the run the rest. */
const PARTITION_IDS = 50;
const PARTITIONS = 4;

const orders = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    orderOf(`${name}-${n}`, { [SKUS[n % 3]!]: 1, [SKUS[(n + 1) % 3]!]: 2 }),
  );

/** Moments and speeds in answers, which differ between two services. */
const OF_THE_MOMENT = /_at$|^progress$/;
const comparable = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (OF_THE_MOMENT.test(name) ? undefined : value)));

/** Routes, reads and prunes orders on a database. Returns all answers and counts. */
async function useService(db: Database): Promise<unknown[]> {
  const { keys } = await createTestAccount(db, { client: { slug: 'same' } });
  const service = await serveOn(db.url);
  const caller = new HttpCaller(service.url, { key: keys.live });
  const answers: unknown[] = [];
  const post = async (path: string, body: object) =>
    answers.push(await caller.postForJson(`/api/v1${path}`, body));
  await post('/inventory', syncOf(SKUS, 300));
  await post('/orders/route', orders('single', 1)[0]!);
  await post('/orders/batch-route', { orders: orders('batch', 120) });
  await routeRun(caller, runOf(orders('run', 300)));
  for (const path of [
    'runs/3',
    'runs/3/results',
    'orders/run-7/why',
    'orders/batch-99/decisions',
    'decisions/1',
  ])
    answers.push(await caller.getJson(`/api/v1/${path}`));
  await post('/orders/batch-3/release', {});
  await post('/orders/batch-4/reroute', {});
  await post('/inventory', syncOf(SKUS, 300)); // ends all reservations
  answers.push(await reconcile(db));
  await db.pool.query(`UPDATE runs SET created_at = now() - interval '90 days' WHERE id = 2`);
  answers.push(await prune(db, { retentionDays: 30, auditRetentionDays: null }, { dryRun: false }));
  answers.push(await reconcile(db));
  await service.stop();
  return comparable(answers);
}

it('orders and decisions in partitions get the same answers as in one table', async () => {
  const [plain, parted] = [await createTestDatabase(), await createTestDatabase()];
  onTestFinished(async () => void (await Promise.all([plain.close(), parted.close()])));
  await parted.pool.query(await readFile(join(projectRoot, 'scripts/partition.sql'), 'utf8'));
  const sizes = [PARTITION_IDS, PARTITIONS];
  await parted.pool.query('SELECT add_partition($1) FROM generate_series(1, $2)', sizes);

  const expected = await useService(plain);
  expect(await useService(parted)).toEqual(expected);
  const { rows } = await parted.pool.query<{ partition: string; n: number }>(
    'SELECT tableoid::regclass::text AS partition, count(*) AS n FROM decisions GROUP BY 1 ORDER BY 2, 1',
  );
  expect(Object.fromEntries(rows.map(({ partition, n }) => [partition, n]))).toEqual({
    decisions_first: 1,
    decisions_from_102: 30,
    decisions_from_152: 50,
    decisions_rest: 221,
  });
});
