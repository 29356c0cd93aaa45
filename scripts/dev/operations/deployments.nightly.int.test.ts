import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { findPostmaster } from '../../../shared/db/embedded-postmaster.ts';
import { migrate } from '../../../shared/db/migrate.ts';
import { inTransaction } from '../../../shared/db/transaction.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { prune } from '../../../shared/operations/retention/prune.ts';
import { withPruneLock } from '../../../shared/operations/retention/prune-daily.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { createRandom } from '../../demo/random.ts';
import { SHORT_WAITS } from '../checks/faults/service.ts';
import { Workload } from '../checks/faults/workload.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { hasPgBouncer, startPgBouncer } from '../harness/pgbouncer-process.ts';
import { hasRedisCluster, startRedisCluster } from '../harness/redis-cluster-process.ts';
import { ServiceUnderTest } from '../harness/service.ts';
import { PRIMARY_SETTINGS, startStandby } from '../harness/standby-process.ts';
import { serveOn } from '../testing/service-settings.ts';

const hasPsql = spawnSync('psql', ['--version']).error === undefined;

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

describe.skipIf(!hasRedisCluster)('the service with a Redis Cluster', () => {
  it('works runs, whose jobs are all on one node, and counts requests for all processes together', async () => {
    const db = await openTestDatabase();
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.stop());
    const settings = { REDIS_URL: cluster.url, RATE_LIMIT_PER_MINUTE: '100000' };
    const url = await serveUntilEnd(db.url, settings);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await violationsOf(db, url)).toEqual([]);
    const keys = await Promise.all(cluster.nodes.map((node) => node.command('KEYS', '{wrs}:*')));
    expect(keys.filter((each) => each !== '')).toHaveLength(1);

    const key = (await createTestAccount(db)).keys.live;
    const left = async (of: string) => {
      const answer = await fetch(`${of}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      return Number(answer.headers.get('ratelimit-remaining'));
    };
    const first = await left(url);
    expect(first).toBeGreaterThan(0);
    expect(await left(await serveUntilEnd(db.url, settings))).toBe(first - 1);
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

describe.skipIf(!hasPsql)(
  'orders and decisions in partitions, as docs/guides/deploy.md says, by a superuser',
  () => {
    /** A migrated database of a role that is no superuser. `superuserUrl` leads to it as well. */
    async function openOwnedDatabase() {
      const server = await openTestDatabase();
      const role = `${new URL(server.url).pathname.slice(1)}_owned`;
      await server.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
      await server.pool.query(`CREATE DATABASE ${role} OWNER ${role}`);
      const url = new URL(server.url);
      url.pathname = role;
      const superuserUrl = url.href;
      url.username = role;
      url.password = role;
      await migrate(url.href);
      const db = openDatabase(url.href);
      onTestFinished(async () => {
        await db.close();
        await server.pool.query(`DROP DATABASE ${role} WITH (FORCE)`);
        await server.pool.query(`DROP ROLE ${role}`);
      });
      return { db, superuserUrl };
    }

    it('the service keeps its promises, and old ones are pruned', async () => {
      const { db, superuserUrl } = await openOwnedDatabase();
      const page = await readFile(join(projectRoot, 'docs', 'guides', 'deploy.md'), 'utf8');
      const [, commands] = page.match(/## Partitions[\s\S]*?```sh\n([\s\S]*?)```/)!;
      const fewer = commands!.replace('50000000', '500'); // than a run has orders
      const add = fewer.split('\n').filter((line) => line.includes('add_partition'));
      const script = ['set -e', fewer, ...add, ...add].join('\n');
      const env = { ...process.env, DATABASE_URL: superuserUrl };
      const ran = spawnSync('bash', ['-c', script], { cwd: projectRoot, env, encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 0, stderr: '' });
      const strangers = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> current_user::regrole`;
      expect((await db.pool.query(strangers)).rows).toEqual([]);

      expect(await violationsOf(db, await serveUntilEnd(db.url))).toEqual([]);
      const partitionsOf = async (table: string) =>
        (await db.pool.query(`SELECT DISTINCT tableoid FROM ${table}`)).rowCount;
      for (const table of ['orders', 'decisions']) expect(await partitionsOf(table)).toBeGreaterThan(3);

      await db.pool.query(`UPDATE runs SET created_at = created_at - interval '90 days'`);
      const pruned = await prune(
        db,
        { retentionDays: 30, auditRetentionDays: null, stockLogDays: 30 },
        { dryRun: false },
      );
      const countOf = (wanted: string) => pruned.find(({ kind }) => kind === wanted)!.count;
      expect(countOf('orders with their decisions')).toBeGreaterThan(0);
      expect(await faultsOfData(db)).toEqual([]);
    });
  },
);
