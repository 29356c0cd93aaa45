import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../shared/config/config.ts';
import type { Database } from '../../shared/db/database.ts';
import { createQueueBackend } from '../../shared/queue/queue-backend.ts';
import { RunQueues } from '../../shared/queue/run-queues.ts';
import { enqueueRun } from '../../shared/runs/managed/enqueue-run.ts';
import { loadManagedRun, type ManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder, createRoutingFixture, type RoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { type RunningWorker, startWorkerOn } from '../start-worker.ts';

const logger = pino({ level: 'silent' });
const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
let db: Database;
let service: RoutingFixture;
let running: RunningWorker[] = [];

beforeAll(async () => {
  service = await createRoutingFixture();
  db = service.deps.db;
});

afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  running = [];
});

afterAll(() => service.close());

/** Resolves with the run when it is done; the test's own time limit ends a run that never is. */
async function untilDone(runId: number): Promise<ManagedRun> {
  for (;;) {
    const run = await loadManagedRun(db.pool, runId);
    if (run?.phase === 'done') return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(BACKENDS)('a worker on the %s backend', (kind) => {
  const config: Config = loadConfig({
    QUEUE_PREFIX: `test-${randomBytes(4).toString('hex')}`,
    WORKER_THREADS: '2',
    ...(kind === 'redis' ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
  });
  let queues: RunQueues;

  beforeAll(() => {
    const backend = createQueueBackend(config, db.url);
    expect(backend.kind).toBe(kind);
    queues = new RunQueues(backend, () => undefined);
  });
  afterAll(() => queues.close());

  it('works a run off to its end with two workers, each order decided once', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 6000 }]);
    const orders = Array.from({ length: 9000 }, (_, i) => anOrder({ is_vip: i % 3 === 0 }));
    const runId = await createAcceptedRun(db, live, orders, 1000);
    running = [startWorkerOn(db.url, config, { logger }), startWorkerOn(db.url, config, { logger })];
    await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, runId))!);
    expect(await untilDone(runId)).toMatchObject({ status: 'completed', orders_routed: 9000 });
    const { rows } = await db.pool.query(
      `SELECT status, count(*)::int AS n FROM decisions WHERE run_id = $1 GROUP BY 1 ORDER BY 1`,
      [runId],
    );
    expect(rows).toEqual([
      { status: 'FULL', n: 6000 },
      { status: 'NONE', n: 3000 },
    ]);
  });

  it('takes up a run that was never enqueued', async () => {
    const { live } = await createTestAccount(db);
    const runId = await createAcceptedRun(db, live, [anOrder(), anOrder()], 1);
    running = [startWorkerOn(db.url, config, { logger })];
    expect(await untilDone(runId)).toMatchObject({ status: 'completed', orders_routed: 2 });
  });
});
