import { randomBytes } from 'node:crypto';
import type { Worker } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../shared/db/database.ts';
import { createQueueBackend, type QueueBackend } from '../../shared/db/queue/queue-backend.ts';
import { csrfTokenOf, startSession } from '../../shared/identity/sessions.ts';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../../shared/operations/threads/routing-pool.ts';
import { loadManagedRun, markRunFailed } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { anOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { createLaneResolver, type LaneResolver } from '../../shared/transit/lane-resolver.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { addJobs } from '../../shared/work/jobs.ts';
import { buildApp } from '../app.ts';
import { TEST_CONFIG } from './api.ts';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
const A_MINUTE = { timeout: 60_000 };

interface ShownJob {
  readonly id: string;
  readonly name: string;
  readonly progress: number;
  readonly failedReason?: string;
  readonly returnValue: unknown;
}

describe.each(BACKENDS)('Bull Board on the %s backend', (kind) => {
  let db: Database;
  let lanes: LaneResolver;
  let backend: QueueBackend;
  let queues: JobQueues;
  let app: FastifyInstance;
  let cookie: string;
  let csrf: string;
  let worker: Worker;
  /** What the worker does with a job. */
  let work: () => object = () => ({ orders: 500 });

  beforeAll(async () => {
    db = await createTestDatabase();
    lanes = createLaneResolver(db);
    const redisUrl = kind === 'redis' ? process.env.TEST_REDIS_URL! : null;
    const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
    backend = createQueueBackend({ redisUrl, queuePrefix }, db.url);
    queues = new JobQueues(backend, () => undefined);
    const logger = testLogger();
    const config = { ...TEST_CONFIG, queuePrefix };
    const threads = createRoutingPool(db.url, 1);
    const metrics = new ServiceMetrics();
    app = await buildApp({ config, db, lanes, queues, threads, redis: null, metrics, logger });
    const user = await db.prisma.user.create({
      data: { email: 'operator@example.com', is_operator: true, password_hash: 'none' },
    });
    const { token } = await startSession(db, user, new Date());
    cookie = `wrs_session=${token}`;
    csrf = csrfTokenOf(token);
    const handle = async (job: { updateProgress(percent: number): Promise<void> }) => {
      await job.updateProgress(40);
      return work();
    };
    worker = backend.openWorker('scoring', handle, { concurrency: 1 });
    worker.on('error', () => undefined);
  });
  afterAll(async () => {
    await worker.close();
    await app.close();
    await queues.close();
    await lanes.close();
    await db.close();
  });

  const call = (method: 'GET' | 'PUT', path: string) =>
    app.inject({ method, url: `/ops/queues/api/${path}`, headers: { cookie, 'x-xsrf-token': csrf } });

  async function jobs(status: string): Promise<ShownJob[]> {
    const response = await call('GET', `queues?activeQueue=scoring&status=${status}&page=1`);
    expect(response.statusCode).toBe(200);
    const shown = response.json().queues.find((queue: { name: string }) => queue.name === 'scoring');
    return shown.jobs;
  }

  it('shows a finished job with its name, its result and how far its run is', async () => {
    await addJobs(queues, 'score-chunk', [
      { title: 'acme run 7: score chunk 1 of 3', client_id: 1, data: { run_id: 7, chunk: 0 } },
    ]);
    await expect
      .poll(() => jobs('completed'), A_MINUTE)
      .toMatchObject([
        { name: 'acme run 7: score chunk 1 of 3', returnValue: { orders: 500 }, progress: 40 },
      ]);
  });

  it('says why a job failed, and does it again when its retry button is pressed', async () => {
    work = () => {
      throw new Error('the lanes of chunk 2 are gone');
    };
    const queue = queues.of('scoring');
    await queue.add('acme run 7: score chunk 2 of 3', { run_id: 7, chunk: 1 }, { attempts: 1 });
    await expect
      .poll(() => jobs('failed'), A_MINUTE)
      .toMatchObject([
        { name: 'acme run 7: score chunk 2 of 3', failedReason: 'the lanes of chunk 2 are gone' },
      ]);
    work = () => ({ orders: 480 });
    const [failed] = await jobs('failed');
    expect((await call('PUT', `queues/scoring/${failed!.id}/retry`)).statusCode).toBe(204);
    await expect
      .poll(async () => (await jobs('completed')).find(({ id }) => id === failed!.id), A_MINUTE)
      .toMatchObject({ returnValue: { orders: 480 } });
    expect(await jobs('failed')).toEqual([]);
  });

  it('puts a failed run back to work with all of its jobs when one of them is retried', async () => {
    const { live } = await createTestAccount(db);
    const runId = await createAcceptedRun(db, live, [anOrder(), anOrder(), anOrder()], 1);
    work = () => {
      throw new Error('it broke');
    };
    const queue = queues.of('scoring');
    const broken = await queue.add('score chunk 2', { run_id: runId, chunk: 1 }, { attempts: 1 });
    await expect.poll(() => jobs('failed'), A_MINUTE).toMatchObject([{ id: broken.id }]);
    await markRunFailed(db.pool, runId, 'It broke.');
    work = () => ({ orders: 1 });
    expect((await call('PUT', `queues/scoring/${broken.id}/retry`)).statusCode).toBe(204);
    expect(await loadManagedRun(db.pool, runId)).toMatchObject({ status: 'queued' });
    const done = async () =>
      (await queue.getJobs(['completed']))
        .filter(({ data }) => data.run_id === runId)
        .map(({ data }) => data.chunk);
    await expect.poll(async () => new Set(await done()), A_MINUTE).toEqual(new Set([0, 1, 2]));
    expect((await queue.getJob(broken.id!))?.attemptsMade).toBe(1);
  });
});
