import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../api/server.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { inTransaction } from '../../../shared/db/transaction.ts';
import { withPruneLock } from '../../../shared/operations/retention/prune-daily.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { serve } from '../../serve.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../harness/pgbouncer-process.ts';
import { serviceSettings } from '../testing/service-settings.ts';

/** Fewer than the processes and threads would like to have: transactions of one client change connections. */
const SERVER_CONNECTIONS = 4;
const WAREHOUSES = ['EWR1', 'ATL1', 'ONT1'];
/** Enough that a snapshot and a batch of them are large bodies, which threads take. */
const SKUS = Array.from({ length: 1000 }, (_, n) => `SKU-${n}`);

let db: Database;
let bouncer: PgBouncer;
let service: RunningService;
let account: TestAccount;

const order = (id: string, n: number) => ({
  external_order_id: id,
  destination_zip: '60614',
  lines: [
    { sku: SKUS[n % SKUS.length], quantity: 1 },
    { sku: SKUS[(n * 7 + 1) % SKUS.length], quantity: 2 },
  ],
});

async function call<T>(path: string, body?: string, type = 'application/json'): Promise<T> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${account.keys.live}`, ...(body && { 'content-type': type }) },
    ...(body && { method: 'POST', body }),
  });
  expect([path, answer.status]).toEqual([path, body && type !== 'application/json' ? 202 : 200]);
  return (await answer.json()) as T;
}

describe.skipIf(!hasPgBouncer)('the service through PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    db = await createTestDatabase();
    account = await createTestAccount(db);
    bouncer = await startPgBouncer(db.url, SERVER_CONNECTIONS);
    const config = serviceSettings(bouncer.url, { DATABASE_DIRECT_URL: db.url, WORKER_THREADS: '2' });
    service = await serve(config, { logger: testLogger() });
  });
  afterAll(async () => {
    await service.stop();
    await bouncer.stop();
    await db.close();
  });

  it('takes stock, orders, batches and runs at once, and promises no unit twice', async () => {
    const inventory = SKUS.flatMap((sku) =>
      WAREHOUSES.map((warehouse_id) => ({ sku, warehouse_id, quantity_available: 20 })),
    );
    await call('/inventory', JSON.stringify({ inventory }));
    const run = Array.from({ length: 2000 }, (_, n) => JSON.stringify(order(`run-${n}`, n))).join('\n');
    const accepted = await call<RunView>('/runs', run, 'application/x-ndjson');
    const singles = Array.from({ length: 60 }, (_, n) =>
      call('/orders/route', JSON.stringify(order(`single-${n}`, n))),
    );
    const batches = Array.from({ length: 3 }, (_, batch) => {
      const orders = Array.from({ length: 600 }, (_, n) => order(`batch-${batch}-${n}`, n));
      return call('/orders/batch-route', JSON.stringify({ orders }));
    });
    await Promise.all([...singles, ...batches]);
    const status = async () => (await call<RunView>(`/runs/${accepted.routing_run_id}`)).status;
    await expect.poll(status).toBe('completed');

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
