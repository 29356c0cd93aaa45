import { randomBytes } from 'node:crypto';
import type { Job, Worker } from 'bullmq';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import { type Config, loadConfig } from '../../shared/foundation/config/config.ts';
import { isUnavailable } from '../../shared/foundation/errors/is-unavailable.ts';
import { loadManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { lockLedgerElsewhere } from '../../shared/testing/lock-elsewhere.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { openTcpProxy } from '../../shared/testing/tcp-proxy.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { enqueueRun } from '../../shared/work/enqueue-due.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { type RunningWorker, startWorker } from '../app.ts';
import { postponing } from '../job-workers.ts';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

describe.each(BACKENDS)('what is not available, on the %s backend', (kind) => {
  const read = loadConfig({
    QUEUE_PREFIX: `test-${randomBytes(4).toString('hex')}`,
    WORKER_THREADS: '2',
    ...(kind === 'redis' ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
  });
  const config: Config = { ...read, databaseTimeouts: { ...read.databaseTimeouts, lockMs: 100 } };
  let queues: JobQueues;
  let worker: RunningWorker | undefined;
  let jobWorker: Worker | undefined;

  beforeAll(() => {
    queues = new JobQueues(createQueueBackend(config, db.url), () => undefined);
  });
  afterEach(async () => {
    await worker?.stop();
    await jobWorker?.close();
    worker = undefined;
    jobWorker = undefined;
  });
  afterAll(() => queues.close());

  /** A worker and what it logs. */
  function startLogging(url = db.url) {
    const messages: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => messages.push(JSON.parse(line).msg) });
    worker = startWorker(url, config, { logger, secrets: TEST_SECRETS });
    const count = (text: string) => messages.filter((message) => message.includes(text)).length;
    return { count };
  }

  it('uses up no try of a job', async () => {
    const queue = queues.of('scoring');
    let times = 0;
    const work = async (_job: Job) => {
      times += 1;
      if (times < 3) throw Object.assign(new Error('not now'), { code: '55P03' });
      return { times };
    };
    const postponed: string[] = [];
    const processor = postponing(work, (job) => postponed.push(job.name));
    jobWorker = createQueueBackend(config, db.url).openWorker('scoring', processor, {});
    const ended = new Promise<Job>((resolve, reject) => {
      jobWorker!.on('completed', resolve);
      jobWorker!.on('failed', (_job, error) => reject(error));
    });
    await queue.add('one try', { run_id: 1, chunk: 0 }, { attempts: 1 });
    expect(await ended).toMatchObject({ returnvalue: { times: 3 } });
    expect(postponed).toEqual(['one try', 'one try']);
  });

  it('uses up tries of a job that fails by its own fault', async () => {
    const queue = queues.of('scoring');
    const processor = postponing(
      async () => {
        throw new Error('a fault');
      },
      () => undefined,
    );
    jobWorker = createQueueBackend(config, db.url).openWorker('scoring', processor, {});
    const failed = new Promise<Job>((resolve) => jobWorker!.on('failed', (job) => resolve(job!)));
    await queue.add('its own fault', { run_id: 1, chunk: 0 }, { attempts: 1 });
    expect(await failed).toMatchObject({ attemptsMade: 1, failedReason: 'a fault' });
  });

  it('does not prevent the end of a run: a ledger that another process locks for long', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 5 }]);
    const runId = await createAcceptedRun(
      db,
      live,
      Array.from({ length: 5 }, () => anOrder()),
      5,
    );
    const lock = await lockLedgerElsewhere(db.url, live.ledger_id);
    const { count } = startLogging();
    await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, runId))!);
    await expect.poll(() => count('job postponed')).toBeGreaterThanOrEqual(2);
    expect(await loadManagedRun(db.pool, runId)).toMatchObject({ status: 'running', orders_routed: 0 });
    await lock.release();
    await expect.poll(async () => (await loadManagedRun(db.pool, runId))?.status).toBe('completed');
    expect(count('job failed')).toBe(0);
  });

  it('does not prevent the end of a run: a database that cannot be reached meanwhile', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 600 }]);
    const orders = Array.from({ length: 600 }, () => anOrder());
    const runId = await createAcceptedRun(db, live, orders, 50);
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const { count } = startLogging(proxy.url);
    await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, runId))!);
    await expect.poll(async () => (await loadManagedRun(db.pool, runId))!.orders_scored).toBeGreaterThan(0);
    proxy.cut();
    await expect.poll(() => count('unreachable') + count('job postponed')).toBeGreaterThanOrEqual(4);
    proxy.restore();
    await expect.poll(async () => (await loadManagedRun(db.pool, runId))?.status).toBe('completed');
    await worker!.stop();
    worker = undefined;
  });
});

describe('a queue in a database that breaks while it is opened', () => {
  it('fails its first command, and no error goes unheard', async () => {
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const sent = proxy.holdAnswersAfter('SELECT');
    const queues = new JobQueues(
      createQueueBackend({ redisUrl: null, queuePrefix: 'test' }, proxy.url),
      () => undefined,
    );
    const opened = queues.ping().then(
      () => null,
      (error: unknown) => error,
    );
    await sent;
    proxy.cut();
    expect(isUnavailable(await opened)).toBe(true);
    await queues.close().catch(() => undefined);
  });
});
