import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../../../../shared/db/queue/queue-backend.ts';
import { loadConfig } from '../../../../shared/foundation/config/config.ts';
import { loadManagedRun } from '../../../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../../../shared/testing/accepted-run.ts';
import { lockLedgerElsewhere } from '../../../../shared/testing/lock-elsewhere.ts';
import { testLogger } from '../../../../shared/testing/logs/test-logger.ts';
import {
  anOrder,
  createRoutingFixture,
  type RoutingFixture,
} from '../../../../shared/testing/routing-fixture.ts';
import { openTcpProxy, type TcpProxy } from '../../../../shared/testing/tcp-proxy.ts';
import { createTestAccount, type TestAccount } from '../../../../shared/testing/test-account.ts';
import { TEST_SECRETS } from '../../../../shared/testing/test-secrets.ts';
import { JobQueues } from '../../../../shared/work/job-queues.ts';
import { enqueueRun } from '../../../../shared/work/jobs.ts';
import { type RunningWorker, startWorker } from '../../../../worker/app.ts';
import { RedisServer } from '../../harness/redis-server.ts';

let fixture: RoutingFixture;
let proxy: TcpProxy;
let queues: JobQueues;
let worker: RunningWorker;
let account: TestAccount;

beforeEach(async () => {
  fixture = await createRoutingFixture();
  account = await createTestAccount(fixture.deps.db);
  await fixture.sync(account.live, [{ sku: 'A', quantity: 100 }]);
});

afterEach(async () => {
  await worker.stop();
  await queues.close();
  await proxy.close();
  await fixture.close();
});

/** Adds a run's jobs to the queue. Returns the run's id. */
async function submitRun(): Promise<number> {
  const { db } = fixture.deps;
  const runId = await createAcceptedRun(db, account.live, [anOrder(), anOrder()], 1);
  // Where Redis cannot be reached now, the worker adds them itself.
  await enqueueRun(db.pool, queues, (await loadManagedRun(db.pool, runId))!).catch(() => undefined);
  return runId;
}

/** A configuration of which locks and idle transactions are ended soon. */
function shortWaits(settings: Readonly<Record<string, string>> = {}) {
  const config = loadConfig(settings);
  return { ...config, databaseTimeouts: { ...config.databaseTimeouts, idleMs: 500, lockMs: 500 } };
}

/** Starts a worker on a database, and opens the queues. */
function begin(url: string, settings: Readonly<Record<string, string>> = {}): void {
  const config = shortWaits({ WORKER_THREADS: '1', ...settings });
  queues = new JobQueues(createQueueBackend(config, fixture.deps.db.url), () => undefined);
  worker = startWorker(url, config, { logger: testLogger(), secrets: TEST_SECRETS });
}

const queuesAt = (url: string) => new JobQueues(createQueueBackend(shortWaits(), url), () => undefined);

const statusOf = async (runId: number) => (await loadManagedRun(fixture.deps.db.pool, runId))?.status;

async function isWorked(runId: number): Promise<void> {
  await expect.poll(() => statusOf(runId), { interval: 50 }).toBe('completed');
}

const runsAreWorked = async () => isWorked(await submitRun());

/**
 * Ways in which BullMQ's workers were reported to be connected and to get no jobs any more. Those that are faults of the
 * network or of Redis alone are among the faults of `npm run check faults -- --long`.
 */
describe.skipIf(!process.env.TEST_REDIS_URL)('a worker that is connected gets jobs', () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
    proxy = await openTcpProxy(redis.url);
    begin(fixture.deps.db.url, {
      REDIS_URL: proxy.url,
    });
  });

  afterEach(async () => {
    await worker.stop();
    await queues.close();
    await redis.end();
  });

  it('after it lost Redis while delayed jobs waited (taskforcesh/bullmq#3185)', async () => {
    const { db } = fixture.deps;
    const lock = await lockLedgerElsewhere(db.url, account.live.ledger_id);
    const runId = await submitRun();
    const allocation = queues.of('allocation');
    await expect.poll(async () => (await allocation.getDelayedCount()) > 0, { interval: 50 }).toBe(true);
    proxy.cut();
    await lock.release();
    proxy.restore();
    await isWorked(runId);
    await runsAreWorked();
  });
});

describe('a worker on PostgreSQL whose database vanishes without a word, or is killed', () => {
  beforeEach(async () => {
    proxy = await openTcpProxy(fixture.deps.db.url);
  });

  it('gets jobs again when it is back', async () => {
    begin(proxy.url);
    await runsAreWorked();
    proxy.forgetAll();
    await runsAreWorked();
  });

  it('stops', async () => {
    begin(proxy.url);
    await runsAreWorked();
    proxy.forgetAll();
    await expect(worker.stop()).resolves.toBeUndefined();
  });

  it('gets jobs, though a queue vanished while it had the lock of its migration', async () => {
    const locked = proxy.holdAnswersAfter('pg_advisory_xact_lock');
    const through = queuesAt(proxy.url);
    onTestFinished(() => through.close());
    await locked;
    proxy.forgetAll();
    begin(fixture.deps.db.url);
    await runsAreWorked();
  });

  it('gets jobs, though it was not there when the worker began', async () => {
    proxy.cut();
    begin(proxy.url);
    // Its heartbeat, its queues and its workers have all tried.
    await expect.poll(() => proxy.refused, { interval: 50 }).toBeGreaterThan(20);
    proxy.restore();
    await runsAreWorked();
  });
});
