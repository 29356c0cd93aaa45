import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { inTransaction } from '../../../shared/db/transaction.ts';
import { withPruneLock } from '../../../shared/operations/retention/prune-daily.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { createRandom } from '../../demo/random.ts';
import { SHORT_WAITS } from '../checks/faults/service.ts';
import { Workload } from '../checks/faults/workload.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { hasPgBouncer, startPgBouncer } from '../harness/pgbouncer-process.ts';
import { ServiceUnderTest } from '../harness/service.ts';
import { PRIMARY_SETTINGS, startStandby } from '../harness/standby-process.ts';
import { serveOn } from '../testing/service-settings.ts';

/** Requests of the callers of the fault suite: with so many, each kind of them was sent. */
const REQUESTS = 60;

async function openTestDatabase(): Promise<Database> {
  const db = await createTestDatabase();
  onTestFinished(() => db.close());
  return db;
}

async function serveUntilEnd(...args: Parameters<typeof serveOn>): Promise<string> {
  const service = await serveOn(...args);
  onTestFinished(() => service.stop());
  return service.url;
}

/** Sends the requests of all callers to a service, and returns the promises that it did not keep. */
async function violationsOf(db: Database, url: string): Promise<string[]> {
  const workload = await Workload.open(db, 'drill', () => [url], createRandom(1));
  const end = workload.work();
  await hasSent(workload, REQUESTS);
  await end();
  return workload.violations(db);
}

async function hasSent({ operations }: Workload, count: number): Promise<void> {
  await expect.poll(() => operations.length, { interval: 20 }).toBeGreaterThan(count);
}

describe.skipIf(!hasPgBouncer)('the service through PgBouncer in transaction mode', () => {
  /** Fewer than the processes and threads would like to have: transactions of one client change connections. */
  const SERVER_CONNECTIONS = 4;

  async function openBounced() {
    const db = await openTestDatabase();
    const bouncer = await startPgBouncer(db.url, SERVER_CONNECTIONS);
    onTestFinished(() => bouncer.stop());
    return { db, url: bouncer.url };
  }

  it('keeps its promises', async () => {
    const { db, url } = await openBounced();
    const service = await serveUntilEnd(url, { DATABASE_DIRECT_URL: db.url, WORKER_THREADS: '2' });
    expect(await violationsOf(db, service)).toEqual([]);
    expect(await faultsOfData(db)).toEqual([]);
    const connections = await db.pool.query(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wrs api'`,
    );
    expect(connections.rows[0].n).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  it('ends what takes too long in a transaction, and prunes under a lock of a session', async () => {
    const { db, url } = await openBounced();
    const timeouts = { statementMs: 50, lockMs: 50, idleMs: 50, connectMs: 5000 };
    const pooled = openDatabase(url, { poolSize: 2, timeouts, directUrl: db.url });
    onTestFinished(() => pooled.close());
    await expect(inTransaction(pooled.pool, (tx) => tx.query('SELECT pg_sleep(60)'))).rejects.toMatchObject({
      code: '57014', // the server's own limit
    });
    const twice = () => withPruneLock(pooled, async () => [await withPruneLock(pooled, async () => 'both')]);
    await expect.poll(twice).toEqual([null]);
  });
});

it('with a synchronous standby the service keeps its promises, though the primary dies', async () => {
  const primary = await ServiceUnderTest.start({ apis: 0, postgres: PRIMARY_SETTINGS });
  onTestFinished(() => primary.stop());
  const db = openDatabase(primary.databaseUrl, { poolSize: 1 });
  db.pool.on('error', () => undefined);
  let service = await serveOn(primary.databaseUrl, SHORT_WAITS);
  const workload = await Workload.open(db, 'drill', () => [service.url], createRandom(1));
  const end = workload.work();
  await hasSent(workload, REQUESTS);
  const standby = await startStandby(primary.cluster, primary.postgresPort);
  onTestFinished(() => standby.stop());
  await hasSent(workload, workload.operations.length + REQUESTS);

  const server = await findPostmaster(join(primary.cluster.folder, 'data'));
  process.kill(server!.pid, 'SIGQUIT'); // it ends at once, as in a crash
  await Promise.all([service.stop(), db.close()]);
  await standby.promote();
  service = await serveOn(standby.url, SHORT_WAITS);
  onTestFinished(() => service.stop());
  await hasSent(workload, workload.operations.length + REQUESTS);
  await end();
  const copy = openDatabase(standby.url, { poolSize: 1 });
  onTestFinished(() => copy.close());
  expect(await workload.violations(copy)).toEqual([]);
  expect(await faultsOfData(copy)).toEqual([]);
});
