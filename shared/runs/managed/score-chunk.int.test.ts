import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../account/account-file.ts';
import { applyAccountFile } from '../../account/apply-account.ts';
import { authenticate } from '../../identity/principal.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { anOrder, createRoutingFixture, linesOf } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { scoreOneChunk } from '../../testing/work-run.ts';
import { loadManagedRun } from './managed-run.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

/** A transaction on a connection of its own, to hold locks that a statement under test waits for. */
async function beginTransaction(): Promise<pg.PoolClient> {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  return client;
}

async function commit(client: pg.PoolClient): Promise<void> {
  await client.query('COMMIT');
  client.release();
}

/** Resolves when a statement waits for a lock that matches `condition` on pg_locks, or when it is `over`. */
async function untilSomeoneWaits(condition: string, over = () => false): Promise<void> {
  while (!over()) {
    const { rowCount } = await db.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND ${condition}`);
    if (rowCount! > 0) return;
  }
}

/** Databases of tests are copies of one, so that a table has the same number in all of them. */
const waitersFor = (table: string) =>
  `relation = '${table}'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const waitersForTransactions = (count: number) =>
  `(SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'transactionid' AND NOT l.granted AND a.datname = current_database()) >= ${count}`;

describe('scoreChunk', () => {
  it('promises no unit twice when an order of the same ID reserves units between its statements', async () => {
    const account = await createTestAccount(db, { settings: { use_inventory_availability: false } });
    const { slug, keys, live: routingOnly } = account;
    const runId = await createAcceptedRun(
      db,
      routingOnly,
      // Without a value of its own, so that the statement that loads the order's reservation reads `skus`, too.
      [anOrder({ order_id: 'SO-1', lines: [{ sku: 'A', quantity: 1, unit_value: null }] })],
      1,
    );
    const settings = { use_inventory_availability: true };
    await applyAccountFile(db, parseAccountFile({ client: { slug }, settings }), { baseDir: null });
    const live = await authenticate(db, `Bearer ${keys.live}`);
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);

    const skus = await beginTransaction();
    await skus.query('LOCK TABLE skus IN ACCESS EXCLUSIVE MODE');
    const scoring = scoreOneChunk(service.deps, { run_id: runId, chunk: 0 });
    await untilSomeoneWaits(waitersFor('skus'));
    await service.route(live, [anOrder({ order_id: 'SO-1' })]);

    const run = await beginTransaction();
    await run.query('SELECT FROM runs WHERE id = $1 FOR NO KEY UPDATE', [runId]);
    await commit(skus);
    await untilSomeoneWaits(waitersForTransactions(1));
    const other = service.route(live, [anOrder({ order_id: 'SO-2' })]);
    let isRouted = false;
    void other.then(() => {
      isRouted = true;
    });
    await untilSomeoneWaits(waitersForTransactions(2), () => isRouted);
    await commit(run);
    await Promise.all([scoring, other]);

    const { decisions } = await service.route(live, [
      anOrder({ order_id: 'SO-3', lines: linesOf({ A: 2 }) }),
    ]);
    // The order was sent again after the run: it is left out, and keeps its unit.
    expect(decisions[0]!.decision).toMatchObject({ status: 'NONE' });
    expect(await loadManagedRun(db.pool, runId)).toMatchObject({ orders_routed: 0, orders_superseded: 1 });
  });
});
