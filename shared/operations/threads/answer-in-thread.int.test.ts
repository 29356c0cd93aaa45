import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { usageOf } from '../../account/usage.ts';
import { ORDER_WORK } from '../../engine/search/order-effort.ts';
import { shareAbort } from '../../foundation/shared-abort.ts';
import type { Principal } from '../../identity/principal.ts';
import { routeBatch } from '../../runs/answer-batch.ts';
import { hardOrders, WAREHOUSES } from '../../testing/hard-orders.ts';
import { lockLedgerElsewhere } from '../../testing/lock-elsewhere.ts';
import { createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { answerInThread } from './answer-in-thread.ts';
import { BODY_TASKS_IN_THREADS } from './body-tasks.ts';
import { createRoutingPool } from './routing-pool.ts';

const { routeBatch: routeInThread } = BODY_TASKS_IN_THREADS;

const service = await createRoutingFixture();
const threads = createRoutingPool(service.deps.db.url, 1);
afterAll(async () => {
  await threads.close();
  await service.close();
});

const ORDER = { external_order_id: 'SO-1', destination_zip: '10001', lines: [{ sku: 'A', quantity: 1 }] };

function aBatch(principal: Principal, orders: readonly object[] = [ORDER]) {
  // In its own memory, as a body is, because it moves to the thread.
  const bytes = new Uint8Array(Buffer.from(JSON.stringify({ orders })));
  return { principal, body: { bytes, format: 'json' }, idempotency: null } as const;
}

const usedBy = async (principal: Principal) =>
  (await usageOf(service.deps.db.pool, principal, new Date())).used;

describe('a batch in a thread', () => {
  it('is refused if its searches take too long, and nothing of it is routed', async () => {
    const { orders, stock } = hardOrders(2);
    const { live } = await createTestAccount(service.deps.db, {
      warehouses: Array.from({ length: WAREHOUSES }, (_, n) => ({
        ...{ warehouse_id: `W${n}`, warehouse_code: `W${n}`, zip: '60446', priority: n + 1 },
      })),
      settings: { ranking: 'priority', max_shipments: null },
    });
    const rows = [...stock].flatMap(([sku, units]) =>
      units.map((quantity, n) => ({ sku, warehouse_id: `W${n}`, quantity })),
    );
    await service.sync(live, rows);
    const sent = orders.map(({ order_id: external_order_id, destination_zip, lines }) => ({
      ...{ external_order_id, destination_zip },
      lines: lines.map(({ sku, quantity }) => ({ sku, quantity })),
    }));
    const caller = shareAbort(new AbortController().signal);
    const route = (answerSearch: number) =>
      routeInThread(
        { ...service.deps, answerSearch },
        { ...aBatch(live, sent), caller, lockTimeoutMs: 10_000 },
      );
    await expect(route(100_000)).rejects.toMatchObject({
      ...{ code: 'body_too_large', message: expect.stringContaining('Prefer: respond-async') },
    });
    expect(await usedBy(live)).toBe(0);
    await route(2 * ORDER_WORK);
    expect(await usedBy(live)).toBe(2);
  });

  it('is not routed if its caller goes away while it waits for the ledger', async () => {
    const { live } = await createTestAccount(service.deps.db);
    const lock = await lockLedgerElsewhere(service.deps.db.url, live.ledger_id);
    const leaving = new AbortController();
    const caller = shareAbort(leaving.signal);
    const routing = routeInThread(service.deps, { ...aBatch(live), caller, lockTimeoutMs: 60_000 });
    const refused = expect(routing).rejects.toThrow('The caller has gone away.');
    await lock.untilWaitedFor();
    leaving.abort();
    await lock.release();
    await refused;
    expect(await usedBy(live)).toBe(0);
  });
});

describe('answerInThread', () => {
  it('sends a batch again that came back, and routes it once', async () => {
    const { live } = await createTestAccount(service.deps.db);
    const holder = new pg.Client({ connectionString: service.deps.db.url });
    onTestFinished(() => holder.end());
    await holder.connect();
    const pid = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const holderPid = pid.rows[0]!.pid;
    // The thread also needs this row. A request that only waits for the ledger does not.
    await holder.query(
      "INSERT INTO usage (client_id, day, routed_orders) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 0)",
      [live.client_id],
    );
    await holder.query('BEGIN');
    await holder.query('SELECT FROM usage WHERE client_id = $1 FOR UPDATE', [live.client_id]);
    const waiters = new Set<string>();
    const transactionsThatWaited = async () => {
      const waiting = await service.deps.db.pool.query<{ waiter: string }>(
        `SELECT pid || ' ' || xact_start AS waiter FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`,
        [holderPid],
      );
      for (const { waiter } of waiting.rows) waiters.add(waiter);
      return waiters.size;
    };
    const signal = new AbortController().signal;
    const routing = answerInThread({ ...service.deps, threads }, routeBatch, aBatch(live), signal);
    await expect.poll(transactionsThatWaited).toBeGreaterThan(1); // the thread gave it back, and was sent it again
    await holder.query('ROLLBACK');
    expect((await routing).tally).toMatchObject({ none_count: 1 });
    expect(await usedBy(live)).toBe(1);
  });

  it('leaves the queue if its caller goes away', async () => {
    const { live } = await createTestAccount(service.deps.db);
    const lock = await lockLedgerElsewhere(service.deps.db.url, live.ledger_id);
    const deps = { ...service.deps, threads };
    const first = answerInThread(deps, routeBatch, aBatch(live), new AbortController().signal);
    await lock.untilWaitedFor();
    const leaving = new AbortController();
    const second = answerInThread(deps, routeBatch, aBatch(live), leaving.signal);
    leaving.abort();
    await expect(second).rejects.toBe(leaving.signal.reason);
    await lock.release();
    await first;
    expect(await usedBy(live)).toBe(1);
  });
});
