import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../db/database.ts';
import {
  createRoutingFixture,
  linesOf,
  openRoutingFixture,
  type RoutingFixture,
} from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';

let service: RoutingFixture;
beforeAll(async () => {
  service = await createRoutingFixture();
});
afterAll(() => service.close());

const ids = ['o1', 'o2', 'o3', 'o4'];

it('a batch that routes orders again needs no second connection while another request waits for its ledger', async () => {
  const { url } = service.deps.db;
  const { live } = await createTestAccount(service.deps.db);
  await service.sync(
    live,
    ['A', 'B'].map((sku) => ({ sku, quantity: 100 })),
  );
  // Their reservations are of a SKU that is read only when these are known.
  await service.route(
    live,
    ids.map((order_id) => ({ order_id, lines: linesOf({ A: 1 }) })),
  );

  const timeouts = { statementMs: 5000, lockMs: 2000, idleMs: 5000, connectMs: 2000 };
  const small = openRoutingFixture(openDatabase(url, { poolSize: 2, timeouts }));
  await small.route(live, [{}]); // so that configuration and lanes are known
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE decisions IN ACCESS EXCLUSIVE MODE');
  const untilWaiting = async (transactions: number) => {
    const waiting = `SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`;
    while (((await service.deps.db.pool.query(waiting)).rowCount ?? 0) < transactions);
  };

  const routing = small.route(
    live,
    ids.map((order_id) => ({ order_id, lines: linesOf({ B: 1 }) })),
  );
  await untilWaiting(1); // it has the ledger, and reads the reservations
  const syncing = small.sync(live, [{ sku: 'B', quantity: 50 }]);
  await untilWaiting(2); // it has the other connection, and waits for the ledger
  await holder.query('ROLLBACK');
  await holder.end();

  const settled = await Promise.allSettled([routing, syncing]);
  await small.close();
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
