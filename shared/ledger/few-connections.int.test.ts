import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/database.ts';
import type { Principal } from '../identity/principal.ts';
import { rerouteOrder } from '../runs/reroute-order.ts';
import {
  createRoutingFixture,
  linesOf,
  openRoutingFixture,
  type RoutingFixture,
} from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { releaseOrder } from './correct-order.ts';

const service = await createRoutingFixture();
afterAll(() => service.close());

const ids = ['o1', 'o2', 'o3', 'o4'];

/** Only what would wait for ever, for a second connection, ends by these, however slow the machine is. */
const PATIENT = { statementMs: 60_000, lockMs: 60_000, idleMs: 60_000, connectMs: 60_000 };

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

  const small = openRoutingFixture(openDatabase(url, { poolSize: 2, timeouts: PATIENT }));
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

describe('with one connection, a request that comes first', () => {
  const order = { order_id: 'o1', lines: linesOf({ A: 1 }) };
  const reroute = { exclude_warehouse_ids: [], only_warehouse_ids: null, note: null };
  const again = { order_id: 'o1', reroute, unless_worse: true, idempotency: null, dry_run: null };
  const release = { order_id: 'o1', idempotency: null, dry_run: false };

  it.each<[string, (one: RoutingFixture, live: Principal) => Promise<unknown>]>([
    ['routes an order again', (one, live) => one.route(live, [order])],
    ['routes a batch of orders again', (one, live) => one.route(live, [order, ...Array(150).fill({})])],
    ['corrects an order', (one, live) => rerouteOrder(one.deps, live, again)],
    ['releases an order', (one, live) => releaseOrder(one.deps, live, release)],
    [
      'says what a release would do',
      (one, live) => releaseOrder(one.deps, live, { ...release, dry_run: true }),
    ],
    ['syncs', (one, live) => one.sync(live, [{ sku: 'A', quantity: 50 }])],
  ])('%s', async (_what, request) => {
    const { live } = await createTestAccount(service.deps.db);
    await service.sync(live, [{ sku: 'A', quantity: 500 }]);
    await service.route(live, [order]);
    const one = openRoutingFixture(openDatabase(service.deps.db.url, { poolSize: 1, timeouts: PATIENT }));
    await request(one, live).finally(() => one.close());
  });
});
