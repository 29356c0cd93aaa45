import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../../shared/db/queue/queue-backend.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { isUnavailable } from '../../shared/foundation/errors/is-unavailable.ts';
import { loadManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { lockLedgerElsewhere } from '../../shared/testing/lock-elsewhere.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { openTcpProxy } from '../../shared/testing/tcp-proxy.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../shared/testing/test-secrets.ts';
import { JobQueues } from '../../shared/work/job-queues.ts';
import { enqueueRun } from '../../shared/work/jobs.ts';
import { type RunningWorker, startWorker } from '../app.ts';
import { BACKENDS, configOf } from './queue-backends.ts';

const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

describe.each(BACKENDS)('what is not available, on the %s backend', (kind) => {
  const read = configOf(kind, { WORKER_THREADS: '2' });
  const config: Config = { ...read, databaseTimeouts: { ...read.databaseTimeouts, lockMs: 100 } };
  let queues: JobQueues;
  let worker: RunningWorker | undefined;

  beforeAll(() => {
    queues = new JobQueues(createQueueBackend(config, db.url), () => undefined);
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
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
    // An outage is noted once, whatever fails meanwhile.
    await expect.poll(() => count('cannot be reached')).toBeGreaterThan(0);
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
