import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../api/server.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { inTransaction } from '../../../shared/db/transaction.ts';
import { withPruneLock } from '../../../shared/operations/retention/prune-daily.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { HttpCaller } from '../harness/http.ts';
import { orderOf, runOf, syncOf } from '../harness/orders.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../harness/pgbouncer-process.ts';
import { routeRun } from '../harness/route-run.ts';
import { serveOn } from '../testing/service-settings.ts';

/** Fewer than the processes and threads would like to have: transactions of one client change connections. */
const SERVER_CONNECTIONS = 4;
/** Enough that a snapshot and a batch of them are large bodies, which threads take. */
const SKUS = Array.from({ length: 1000 }, (_, n) => `SKU-${n}`);

let db: Database;
let bouncer: PgBouncer;
let service: RunningService;

const orders = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    orderOf(`${name}-${n}`, { [SKUS[n % SKUS.length]!]: 1, [SKUS[(n * 7 + 1) % SKUS.length]!]: 2 }),
  );

describe.skipIf(!hasPgBouncer)('the service through PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    db = await createTestDatabase();
    bouncer = await startPgBouncer(db.url, SERVER_CONNECTIONS);
    service = await serveOn(bouncer.url, { DATABASE_DIRECT_URL: db.url, WORKER_THREADS: '2' });
  });
  afterAll(async () => {
    await service.stop();
    await bouncer.stop();
    await db.close();
  });

  it('takes stock, orders, batches and runs at once, and promises no unit twice', async () => {
    const { keys } = await createTestAccount(db);
    const caller = new HttpCaller(service.url, { key: keys.live, sockets: 70 });
    await caller.postForJson('/api/v1/inventory', syncOf(SKUS, 20, ['EWR1', 'ATL1', 'ONT1']));
    await Promise.all([
      routeRun(caller, runOf(orders('run', 2000))),
      ...orders('single', 60).map((order) => caller.postForJson('/api/v1/orders/route', order)),
      ...['a', 'b', 'c'].map((name) =>
        caller.postForJson('/api/v1/orders/batch-route', { orders: orders(name, 600) }),
      ),
    ]);

    const kept = await db.pool.query(
      'SELECT count(*) AS decisions, count(DISTINCT o.order_id) AS orders FROM decisions d JOIN orders o USING (id)',
    );
    expect(kept.rows).toEqual([{ decisions: 3860, orders: 3860 }]);
    expect(await faultsOfData(db)).toEqual([]);
    const connections = await db.pool.query(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wrs api'`,
    );
    expect(connections.rows[0].n).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  it('ends what takes too long in a transaction, and prunes under a lock of a session', async () => {
    const timeouts = { statementMs: 50, lockMs: 50, idleMs: 50, connectMs: 5000 };
    const pooled = openDatabase(bouncer.url, { poolSize: 2, timeouts, directUrl: db.url });
    await expect(inTransaction(pooled.pool, (tx) => tx.query('SELECT pg_sleep(60)'))).rejects.toMatchObject({
      code: '57014', // the server's own limit
    });
    const twice = () => withPruneLock(pooled, async () => [await withPruneLock(pooled, async () => 'both')]);
    await expect.poll(twice).toEqual([null]); // the worker may have it for a moment
    await pooled.close();
  });
});
