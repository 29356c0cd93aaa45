import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { countLiveWorkers } from '../../shared/db/queue/live-workers.ts';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import type { RunRow } from '../../shared/ledger/run-row.ts';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../../shared/operations/threads/routing-pool.ts';
import { loadManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { isLong } from '../../shared/testing/long.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { beginWhatIf } from '../../shared/testing/work-what-ifs.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { enqueueRun, type JobName } from '../../shared/work/jobs.ts';
import { findWhatIf } from '../../shared/work/what-if/what-ifs.ts';
import { type RunningWorker, startWorker } from '../app.ts';
import { failWorkOf, type JobDeps, workJob } from '../job-workers.ts';
import { BACKENDS, configOf } from './queue-backends.ts';

const logger = testLogger();
let running: RunningWorker[] = [];

const service = await createRoutingFixture();
const db = service.deps.db;

afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  running = [];
});

afterAll(() => service.close());

const untilDone = (runId: number) => until(runId, ({ phase }) => phase === 'done');

/** Resolves with the run when it is as wanted; the test's own time limit ends a run that never is. */
async function until(runId: number, isWanted: (run: RunRow) => boolean): Promise<RunRow> {
  for (;;) {
    const run = await loadManagedRun(db.pool, runId);
    if (run !== null && isWanted(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(BACKENDS)('a worker on the %s backend', (kind) => {
  const config = configOf(kind, { WORKER_THREADS: '2' });
  let queues: JobQueues;

  beforeAll(() => {
    const backend = createQueueBackend(config, db.url);
    expect(backend.kind).toBe(kind);
    queues = new JobQueues(backend, () => undefined);
  });
  afterAll(() => queues.close());
  const start = () => startWorker(db.url, config, { logger, secrets: TEST_SECRETS });

  it('has two workers, alive from start to end, that decide each order of runs once, enqueued or not', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 2000 }]);
    const orders = Array.from({ length: 3000 }, (_, i) => anOrder({ is_vip: i % 3 === 0 }));
    const runId = await createAcceptedRun(db, live, orders, 300);
    const other = await createTestAccount(db);
    const neverEnqueued = await createAcceptedRun(db, other.live, [anOrder(), anOrder()], 1);
    expect(await countLiveWorkers(db.pool)).toBe(0);
    running = [start(), start()];
    await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, runId))!);
    expect(await untilDone(runId)).toMatchObject({ status: 'completed', orders_routed: 3000 });
    const { rows } = await db.pool.query(
      `SELECT status, count(*)::int AS n FROM decisions WHERE run_id = $1 GROUP BY 1 ORDER BY 1`,
      [runId],
    );
    expect(rows).toEqual([
      { status: 'FULL', n: 2000 },
      { status: 'NONE', n: 1000 },
    ]);
    expect(await untilDone(neverEnqueued)).toMatchObject({ status: 'completed', orders_routed: 2 });
    await expect.poll(() => countLiveWorkers(db.pool)).toBe(2);
    for (const left of [1, 0]) {
      await running[left]!.stop();
      expect(await countLiveWorkers(db.pool)).toBe(left);
    }
  });

  // What-ifs are the same on any queue.
  if (!isLong && kind !== 'postgres') return;

  it('works off what-ifs one after another, also if their jobs are lost and workers end in between', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 600 }]);
    const { run } = await service.route(
      live,
      Array.from({ length: 1800 }, () => anOrder()),
    );
    const request = {
      orders: { routing_run_id: run.routing_run_id! },
      draft: { inventory: [{ sku: 'A', warehouse_id: 'ATL1', quantity_available: 300 }] },
    };
    const whatIfs = [await beginWhatIf(db, live, request), await beginWhatIf(db, live, request)];
    const states = () => Promise.all(whatIfs.map(({ id }) => findWhatIf(db.pool, live.ledger_id, id)));
    running = [start()];
    await expect.poll(async () => (await states())[0]!.orders_decided).toBeGreaterThan(0);
    await running[0]!.stop();
    running = [start()];
    await expect
      .poll(async () => (await states()).map(({ status }) => status))
      .toEqual(['completed', 'completed']);
    for (const whatIf of await states()) {
      expect(whatIf).toMatchObject({
        orders_decided: 1800,
        orders_changed: 300,
        baseline: { full_count: 600, none_count: 1200 },
        draft_side: { full_count: 900, none_count: 900 },
      });
    }
  });

  it('gives what-ifs their turn among the jobs of runs', async () => {
    const [{ live }, other] = [await createTestAccount(db), await createTestAccount(db)];
    const orders = Array.from({ length: 4 }, () => anOrder());
    const runId = await createAcceptedRun(db, live, orders, 1);
    const { run: routed } = await service.route(other.live, [anOrder()]);
    const whatIf = await beginWhatIf(db, other.live, {
      orders: { routing_run_id: routed.routing_run_id },
      draft: { settings: {} },
    });
    const threads = createRoutingPool(db.url, 1);
    onTestFinished(() => threads.close());
    // As the one thread ends them: what follows a task in the database may take longer for one than for another.
    const ended: string[] = [];
    const run: typeof threads.run = (name, ...rest) =>
      threads.run(name, ...rest).finally(() => ended.push(name));
    const deps = {
      db,
      queues,
      logger,
      pool: { ...threads, run },
      metrics: new ServiceMetrics(),
    } as unknown as JobDeps;
    const work = (kind: JobName, data: object) => workJob(deps, { kind, ...data });
    await Promise.all([
      ...orders.map((_, chunk) => work('score-chunk', { run_id: runId, chunk })),
      work('what-if', { what_if_id: whatIf.id, ledger_id: other.live.ledger_id, step: 0 }),
    ]);
    expect(ended.indexOf('what-if')).toBeLessThan(orders.length - 1);
  });

  it('marks a what-if as failed whose job has failed for the last time', async () => {
    const { live } = await createTestAccount(db);
    const runId = await createAcceptedRun(db, live, [anOrder()], 1);
    const { id } = await beginWhatIf(db, live, { orders: { routing_run_id: runId }, draft: {} });
    const data = { kind: 'what-if', what_if_id: id, ledger_id: live.ledger_id, step: 0 };
    await failWorkOf({ db, queues, logger }, data, new Error('broken'));
    expect(await findWhatIf(db.pool, live.ledger_id, id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('internal error'),
    });
  });
});
