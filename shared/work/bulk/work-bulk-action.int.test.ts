import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import { createTwoServices, linesOf, type TwoServices } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { type BulkAction, createBulkAction, loadBulkAction, viewBulkAction } from './bulk-actions.ts';
import { workBulkAction } from './work-bulk-action.ts';

type Request = Parameters<typeof createBulkAction>[2];

let two: TwoServices;
beforeAll(async () => {
  two = await createTwoServices();
});
afterAll(() => two.close());

const BY = { kind: 'user', name: 'ada@acme.example' } as const;

const begin = ({ ledger_id }: Principal, request: Request) =>
  inTransaction(two.db.pool, (tx) => createBulkAction(tx, ledger_id, request, BY));

const load = async ({ ledger_id, id }: BulkAction) => (await loadBulkAction(two.db.pool, ledger_id, id))!;

/** A slice of work of one of the processes: a page of the search, or one order. */
async function slice({ ledger_id, id }: BulkAction, process = 0): Promise<BulkAction> {
  const deps = { ...two.services[process]!.deps, isThreadWaitedFor: () => true };
  return (await workBulkAction(deps, { bulk_action_id: id, ledger_id })).action!;
}

/** Works on an action to its end, with several jobs at once in two processes. */
async function workTogether(begun: BulkAction): Promise<BulkAction> {
  const worker = async (process: number) => {
    while ((await slice(begun, process)).status === 'running');
  };
  await Promise.all([worker(0), worker(1), worker(0), worker(1)]);
  return load(begun);
}

/** A client with stock, and orders that are routed: `count` of one unit of A. */
async function aClientWithOrders(count: number, file: object = {}): Promise<Principal> {
  const { live } = await createTestAccount(two.db, file);
  const [service] = two.services;
  await service.sync(live, [{ sku: 'A', quantity: 1000 }]);
  await service.route(
    live,
    Array.from({ length: count }, () => ({ lines: linesOf({ A: 1 }) })),
  );
  return live;
}

/** The decisions on each order, the units that are reserved, and the usage. */
async function stateOf({ ledger_id, client_id }: Principal) {
  const { rows } = await two.db.pool.query<{ decisions: number[]; reserved: number; usage: number }>(
    `SELECT (SELECT array_agg(DISTINCT n) FROM (SELECT count(*)::int AS n FROM orders o JOIN decisions d ON d.id = o.id
               WHERE o.ledger_id = $1 GROUP BY o.order_id) AS each) AS decisions,
            (SELECT sum(r)::int FROM stock, unnest(reserved) AS r WHERE ledger_id = $1 AND sku = 'A'
               AND version = (SELECT stock_version FROM ledgers WHERE id = $1)) AS reserved,
            (SELECT sum(routed_orders)::int FROM usage WHERE client_id = $2) AS usage`,
    [ledger_id, client_id],
  );
  return rows[0]!;
}

const ALL = { status: 'FULL' as const };

describe('a bulk action', () => {
  it('releases each order once, however many workers do it at once', async () => {
    const live = await aClientWithOrders(40);
    const ended = await workTogether(await begin(live, { action: 'release', filter: ALL }));
    expect(ended).toMatchObject({
      status: 'completed',
      found: 40,
      done: 40,
      unchanged: 0,
      skipped: 0,
      failed: 0,
    });
    expect(await stateOf(live)).toEqual({ decisions: [1], reserved: 0, usage: 40 });
  });

  it('reroutes and counts each order once, however many workers do it at once', async () => {
    const live = await aClientWithOrders(25);
    const ended = await workTogether(
      await begin(live, { action: 'reroute', filter: ALL, reroute: { note: 'again' } }),
    );
    expect(ended).toMatchObject({ status: 'completed', found: 25, done: 25 });
    expect(await stateOf(live)).toEqual({ decisions: [2], reserved: 25, usage: 50 });
    const last = 'SELECT requested_by FROM runs WHERE ledger_id = $1 ORDER BY id DESC LIMIT 1';
    expect((await two.db.pool.query(last, [live.ledger_id])).rows).toEqual([{ requested_by: BY }]);
  });

  it('goes on where a worker was killed', async () => {
    const live = await aClientWithOrders(3);
    const begun = await begin(live, { action: 'reroute', filter: ALL });
    await slice(begun); // finds
    await slice(begun); // acts on the first
    const { deps } = two.services[0];
    const killed = {
      ...deps,
      now: () => {
        throw new Error('killed');
      },
    };
    await expect(
      workBulkAction(killed, { bulk_action_id: begun.id, ledger_id: live.ledger_id }),
    ).rejects.toThrow('killed');
    expect(await load(begun)).toMatchObject({ status: 'running', done: 1 });
    expect(await workTogether(begun)).toMatchObject({ status: 'completed', done: 3 });
    expect(await stateOf(live)).toEqual({ decisions: [2], reserved: 3, usage: 6 });
  });

  it('skips an order that no longer matches, and leaves one that would ship worse', async () => {
    const live = await aClientWithOrders(2);
    const [service] = two.services;
    const begun = await begin(live, { action: 'release', filter: { status: 'FULL' } });
    const worse = await begin(live, {
      action: 'reroute',
      filter: { status: 'FULL' },
      reroute: { exclude_warehouse_ids: ['EWR1'], unless_worse: true },
    });
    await slice(begun);
    const { rows } = await two.db.pool.query<{ order_id: string }>(
      'SELECT order_id FROM bulk_action_orders WHERE bulk_action_id = $1 ORDER BY position',
      [begun.id],
    );
    await service.route(live, [{ order_id: rows[0]!.order_id, lines: linesOf({ NOTHING: 1 }) }]);
    expect(await workTogether(begun)).toMatchObject({ found: 2, done: 1, skipped: 1 });
    expect(await workTogether(worse)).toMatchObject({ found: 1, done: 0, unchanged: 1 });
  });

  it('keeps the reason for each order that is refused', async () => {
    const live = await aClientWithOrders(2);
    const begun = await begin(live, {
      action: 'reroute',
      filter: ALL,
      reroute: { only_warehouse_ids: ['NOWHERE'] },
    });
    const ended = await workTogether(begun);
    expect(ended).toMatchObject({ status: 'completed', failed: 2, done: 0 });
    const { failures } = await viewBulkAction(two.db.pool, ended);
    expect(failures).toHaveLength(2);
    expect(failures[0]!.detail).toMatch(/^Unknown Warehouse ID "NOWHERE"/);
  });

  it('stops and says so where the plan admits no more orders', async () => {
    const live = await aClientWithOrders(10, { client: { plan: 'trial' } });
    const ended = await workTogether(await begin(live, { action: 'reroute', filter: ALL }));
    expect(ended).toMatchObject({ status: 'failed', found: 10, done: 5 });
    expect(ended.failure).toMatch(/15 routed orders/);
    expect((await stateOf(live)).usage).toBe(15);
  });

  it('is refused where ten of the environment are under way', async () => {
    const { live } = await createTestAccount(two.db);
    for (let each = 0; each < 10; each++) await begin(live, { action: 'export' });
    await expect(begin(live, { action: 'export' })).rejects.toThrow('10 bulk actions are running.');
  });
});
