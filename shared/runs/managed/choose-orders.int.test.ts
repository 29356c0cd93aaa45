import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { rerouteRunRequest } from '../../contracts/reroute-run.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import { releaseOrder } from '../../ledger/correct-order.ts';
import { startRerouteRun } from '../../ledger/reroute-run.ts';
import { reconcile } from '../../operations/reconcile/reconcile.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createTwoServices, linesOf, type RoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { workLedger, workOn, workOnce } from '../../testing/work-ledger.ts';
import { rerouteOrder } from '../reroute-order.ts';
import type { ChoosingDeps } from './choose-orders.ts';
import { cancelRun, loadManagedRun, retryRun } from './managed-run.ts';

const two = await createTwoServices();
afterAll(() => two.close());

const start = (owner: Principal, body: object = {}) =>
  inTransaction(two.db.pool, (tx) => startRerouteRun(tx, owner, rerouteRunRequest.parse(body)));

const work = ({ ledger_id }: Principal) => workLedger(two.services[0].deps, ledger_id);

const runOf = (id: number) => loadManagedRun(two.db.pool, id);

const order = (order_id: string, sku: string, quantity = 1) =>
  anOrder({ order_id, lines: linesOf({ [sku]: quantity }) });

/** The order IDs of a run, in request order. */
async function ordersOf(runId: number): Promise<string[]> {
  const { rows } = await two.db.pool.query<{ order_id: string }>(
    `SELECT o.order_id FROM run_chunks c JOIN orders o ON o.id >= c.first_id AND o.id < c.first_id + c.orders
     WHERE c.run_id = $1 ORDER BY o.id`,
    [runId],
  );
  return rows.map(({ order_id }) => order_id);
}

/** The runs of a ledger that a sync has started. */
async function startedBySync({ ledger_id }: Principal): Promise<number[]> {
  const { rows } = await two.db.pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE ledger_id = $1 AND selection @> '{"on_sync": true}' ORDER BY id`,
    [ledger_id],
  );
  return rows.map(({ id }) => id);
}

async function usedBy({ client_id }: Principal): Promise<number> {
  const { rows } = await two.db.pool.query<{ used: number }>(
    'SELECT coalesce(sum(routed_orders), 0)::int AS used FROM usage WHERE client_id = $1',
    [client_id],
  );
  return rows[0]!.used;
}

const ON_SYNC = { settings: { reroute_on_sync: { enabled: true, days: 7 } } };

describe('a run over stored orders', () => {
  it.each(['A', 'B'] as const)(
    'routes those again that are NONE, the oldest first, in variant %s',
    async (contract_variant) => {
      const [service] = two.services;
      const { live } = await createTestAccount(two.db, { client: { contract_variant } });
      await service.sync(live, [{ sku: 'A', quantity: 2 }]);
      await service.route(live, [order('1', 'B'), order('2', 'A', 2), order('3', 'B'), order('4', 'B', 3)]);
      await service.route(live, [order('1', 'B')]);
      await service.sync(live, [{ sku: 'B', quantity: 2 }]);
      const id = await start(live);
      expect(await runOf(id)).toMatchObject({ status: 'queued', orders_total: 0 });
      await work(live);
      expect(await ordersOf(id)).toEqual(['3', '4', '1']);
      expect(await runOf(id)).toMatchObject({
        status: 'completed',
        orders_total: 3,
        full_count: 1,
        partial_count: 1,
        none_count: 1,
      });
      expect(await usedBy(live)).toBe(8);
    },
  );

  it('is of the orders whose latest decision meets all that is asked for', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, {
      item_controls: [{ sku: 'HELD', rule: 'hold' }],
    });
    await service.sync(live, [{ sku: 'A', quantity: 4 }]);
    const first = await service.route(live, [order('full', 'A'), order('part', 'A', 9), order('none', 'A')]);
    await service.route(live, [order('held', 'HELD'), order('none too', 'A')]);
    const matching = async (body: object) => {
      const id = await start(live, body);
      await inTransaction(two.db.pool, (tx) =>
        tx.query('UPDATE runs SET accepted_at = now() WHERE id = $1', [id]),
      );
      await workOnce(two.services[0].deps, live.ledger_id);
      const chosen = await ordersOf(id);
      await cancelRun(two.db, live, id);
      return chosen;
    };
    expect(await matching({})).toEqual(['none', 'held', 'none too']);
    expect(await matching({ unroutable_reason_codes: ['item_control_hold'] })).toEqual(['held']);
    expect(await matching({ statuses: ['FULL', 'PARTIAL'] })).toEqual(['full', 'part']);
    expect(
      await matching({ statuses: ['PARTIAL', 'NONE'], unfulfilled_reasons: ['insufficient_inventory'] }),
    ).toEqual(['part', 'none', 'none too']);
    expect(await matching({ unfulfilled_reasons: ['item_control'] })).toEqual(['held']);
    expect(await matching({ routing_run_id: first.run.routing_run_id })).toEqual(['none']);
    expect(await matching({ from: '2026-01-01', to: '2026-01-02' })).toEqual([]);
    expect(await matching({ from: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(3);
  });

  it('is of the orders of a filter that are current or held, of any status', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db);
    await service.sync(live, [{ sku: 'A', quantity: 3 }]);
    await service.route(live, [order('1', 'A'), order('2', 'A'), order('3', 'A'), order('4', 'B')]);
    await releaseOrder(service.deps, live, { order_id: '2', idempotency: null, dry_run: false });
    const chosen = async (filter: object) => {
      const id = await start(live, { filter });
      await workOnce(service.deps, live.ledger_id);
      const orders = await ordersOf(id);
      await cancelRun(two.db, live, id);
      return orders;
    };
    expect(await chosen({ sku: 'A' })).toEqual(['1', '3']);
    expect(await chosen({ status: 'NONE' })).toEqual(['4']);
    expect(await chosen({ order_ids: ['2', '3', 'unknown'] })).toEqual(['3']);
    expect(await chosen({ order_id: '2' })).toEqual([]);
    expect(await chosen({ q: '4' })).toEqual(['4']);
    expect(await chosen({ warehouse_id: 'EWR1' })).toEqual(['1', '3']);
    expect(await chosen({ state: 'released' })).toEqual([]);
    expect(await chosen({ sku: 'A', from: '2026-01-01', to: '2026-01-02' })).toEqual([]);
  });

  it('narrows its own decisions, beside what holds for an order, which stays', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db);
    await service.sync(live, [
      { sku: 'A', quantity: 5 },
      { sku: 'A', quantity: 5, warehouse_id: 'ATL1' },
    ]);
    await service.route(live, [order('free', 'A'), order('bound', 'A')]);
    const reroute = { exclude_warehouse_ids: ['EWR1'], only_warehouse_ids: null, note: 'flooded' };
    const asked = { order_id: 'bound', reroute, unless_worse: false, idempotency: null, dry_run: null };
    await rerouteOrder(service.deps, live, asked);
    const decided = async (body: object) => {
      const id = await start(live, { filter: { sku: 'A' }, ...body });
      await work(live);
      const { rows } = await two.db.pool.query<{ order_id: string; status: string; reroute: unknown }>(
        `SELECT o.order_id, d.status, d.data -> 'reroute' AS reroute FROM decisions d JOIN orders o ON o.id = d.id
         WHERE d.run_id = $1 ORDER BY o.id`,
        [id],
      );
      return rows.map(({ order_id, status, reroute }) => [order_id, status, reroute]);
    };
    const own = [['EWR1'], null, 'flooded'];
    expect(await decided({ exclude_warehouse_ids: ['ATL1'], note: 'sale' })).toEqual([
      ['free', 'FULL', [['ATL1'], null, 'sale', null]],
      ['bound', 'NONE', [['EWR1', 'ATL1'], null, 'sale', own]],
    ]);
    expect(await decided({ only_warehouse_ids: ['EWR1'] })).toEqual([
      ['free', 'FULL', [[], ['EWR1'], null, null]],
      ['bound', 'NONE', [['EWR1'], ['EWR1'], 'flooded', own]],
    ]);
    expect(await decided({})).toEqual([
      ['free', 'FULL', null],
      ['bound', 'FULL', own],
    ]);
  });

  it('leaves what would ship worse as it is, with its units, and repairs what ships nothing', async () => {
    const [service] = two.services;
    const { live, slug } = await createTestAccount(two.db);
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);
    await service.route(live, [order('1', 'A'), order('2', 'A'), order('3', 'A')]);
    const used = await usedBy(live);
    await service.sync(live, [
      { sku: 'A', quantity: 0 },
      { sku: 'A', quantity: 2, warehouse_id: 'ATL1' },
    ]);
    const id = await start(live, {
      filter: { sku: 'A' },
      only_warehouse_ids: ['ATL1'],
      unless_worse: true,
    });
    await work(live);
    // The first two have as much and no more shipments there, and nothing is left for the third, which waits as before.
    expect(await runOf(id)).toMatchObject({ status: 'completed', orders_routed: 3, orders_unchanged: 0 });
    const again = await start(live, {
      filter: { sku: 'A', status: 'FULL' },
      exclude_warehouse_ids: ['ATL1'],
      unless_worse: true,
    });
    await work(live);
    expect(await runOf(again)).toMatchObject({ status: 'completed', orders_routed: 0, orders_unchanged: 2 });
    expect(await usedBy(live)).toBe(used + 3);
    const { rows } = await two.db.pool.query<{ reserved: number }>(
      `SELECT sum(r)::int AS reserved FROM stock, unnest(reserved) AS r WHERE ledger_id = $1
       AND version = (SELECT stock_version FROM ledgers WHERE id = $1)`,
      [live.ledger_id],
    );
    expect(rows).toEqual([{ reserved: 2 }]);
    expect((await reconcile(two.db, { client: slug })).differences).toEqual([]);
  });

  it('fails as a whole beyond the plan, and goes on if it is retried after the plan was changed', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, { client: { routed_orders_limit: 5 } });
    await service.route(live, [order('1', 'B'), order('2', 'B'), order('3', 'B')]);
    const id = await start(live);
    await work(live);
    expect(await runOf(id)).toMatchObject({ status: 'failed', orders_total: 0, usage_day: null });
    expect((await runOf(id))!.failure).toContain('2 remain and this run contains 3 orders');
    expect([await ordersOf(id), await usedBy(live)]).toEqual([[], 3]);
    await two.db.pool.query('UPDATE clients SET routed_orders_limit = 6 WHERE id = $1', [live.client_id]);
    await retryRun(two.db.pool, id);
    await work(live);
    expect(await runOf(id)).toMatchObject({ status: 'completed', orders_total: 3 });
    expect(await usedBy(live)).toBe(6);
  });

  it('has no order if it is cancelled after a worker was killed', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db);
    await service.route(live, [order('1', 'B'), order('2', 'B')]);
    const cancelled = await start(live);
    const { deps } = service;
    const whileChosen = {
      ...deps,
      now: () => {
        throw new Error('killed');
      },
    };
    await expect(workOnce(whileChosen, live.ledger_id)).rejects.toThrow('killed');
    expect(await ordersOf(cancelled)).toEqual([]);
    await cancelRun(two.db, live, cancelled);
    await work(live);
    expect(await runOf(cancelled)).toMatchObject({ status: 'cancelled', orders_total: 0 });
    expect(await usedBy(live)).toBe(2);
  });
});

describe('a sync', () => {
  it('starts a run over the orders that wait for stock, once while it waits', async () => {
    const [service] = two.services;
    const { live, test } = await createTestAccount(two.db, {
      ...ON_SYNC,
      item_controls: [{ sku: 'HELD', rule: 'hold' }],
    });
    await service.route(live, [order('1', 'A'), order('2', 'A'), order('held', 'HELD')]);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);
    const [id, ...more] = await startedBySync(live);
    expect(more).toEqual([]);
    await work(live);
    expect(await ordersOf(id!)).toEqual(['1', '2']);
    expect(await runOf(id!)).toMatchObject({ status: 'completed', full_count: 2 });
    expect(await startedBySync(test)).toEqual([]);
  });

  it('leaves no run if nothing waits, and starts none unless it is configured', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, ON_SYNC);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    expect(await startedBySync(live)).toHaveLength(1);
    await work(live);
    expect(await startedBySync(live)).toEqual([]);
    const { live: other } = await createTestAccount(two.db);
    await service.route(other, [order('1', 'A')]);
    await service.sync(other, [{ sku: 'A', quantity: 1 }]);
    expect(await startedBySync(other)).toEqual([]);
  });

  it('stands although the plan admits no run, which says so', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, { ...ON_SYNC, client: { routed_orders_limit: 1 } });
    await service.route(live, [order('1', 'A')]);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    await work(live);
    const [id] = await startedBySync(live);
    expect(await runOf(id!)).toMatchObject({ status: 'failed', orders_total: 0 });
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);
    expect(await startedBySync(live)).toHaveLength(2);
  });

  it('has orders routed again for so many days after they were sent, however often they were routed', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, ON_SYNC);
    for (const [order_id, days] of [
      ['too old', 8],
      ['old', 6],
    ] as const) {
      const { run } = await service.route(live, [order(order_id, 'B')]);
      await two.db.pool.query(
        `UPDATE runs SET created_at = now() - make_interval(days => $2), as_of = now() - make_interval(days => $2)
         WHERE id = $1`,
        [run.routing_run_id, days],
      );
    }
    await service.route(live, [order('new', 'B')]);
    await start(live);
    await work(live); // now all have a decision of today
    await service.sync(live, [{ sku: 'B', quantity: 9 }]);
    await work(live);
    const [id] = await startedBySync(live);
    expect(await ordersOf(id!)).toEqual(['old', 'new']);
  });

  it('chooses no order without a free unit, and leaves nothing behind for one that it decides as before', async () => {
    const [service] = two.services;
    const { live } = await createTestAccount(two.db, {
      ...ON_SYNC,
      item_controls: [{ sku: 'WHOLE', rule: 'do_not_partial' }],
    });
    await service.sync(live, [{ sku: 'WHOLE', quantity: 1 }]);
    await work(live);
    await service.route(live, [order('none', 'A'), order('half', 'WHOLE', 2)]);
    const kept = async () => {
      const { rows } = await two.db.pool.query(
        `SELECT (SELECT count(*) FROM orders WHERE ledger_id = $1) AS orders,
                (SELECT count(*) FROM decisions WHERE ledger_id = $1) AS decisions,
                (SELECT count(*) FROM runs WHERE ledger_id = $1) AS runs, $2::int AS used`,
        [live.ledger_id, await usedBy(live)],
      );
      return rows;
    };
    const before = await kept();
    await service.sync(live, [{ sku: 'WHOLE', quantity: 1 }]);
    const [id] = await startedBySync(live);
    await workOn(service.deps, id!);
    expect(await ordersOf(id!)).toEqual(['half']);
    await work(live);
    expect(await kept()).toEqual(before);
    await service.sync(live, [{ sku: 'WHOLE', quantity: 2 }]);
    await work(live);
    expect(await waiting(live)).toEqual([{ order_id: 'none' }]);
  });
});

const aFew = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });
/** Jobs are hints: they may come for any run, at any time. */
const run = fc.nat({ max: 2 });

const step = fc.oneof(
  fc.record({ do: fc.constant('route' as const), orders: aFew }),
  fc.record({ do: fc.constant('send' as const), orders: aFew }),
  fc.record({ do: fc.constant('release' as const), orders: aFew }),
  { arbitrary: fc.record({ do: fc.constant('work' as const), run }), weight: 3 },
  fc.record({ do: fc.constant('killed' as const), run }),
);
const sync = fc.record({ do: fc.constant('sync' as const), quantity: fc.constantFrom(0, 0, 1, 3) });
type Step = typeof step | typeof sync extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  variant: fc.constantFrom('A' as const, 'B' as const),
  consume: fc.boolean(),
  /** What several callers and workers do side by side, each one step after another. */
  before: fc.array(
    fc.array(fc.oneof({ arbitrary: step, weight: 4 }, sync), { minLength: 3, maxLength: 12 }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  /** The same beside the last sync, which has units for all. */
  beside: fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
});

describe('a sync, whatever happens beside it', () => {
  it('has every order that waited for stock decided in the run that it starts, once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ variant, consume, before, beside }) => {
        const { live } = await createTestAccount(two.db, {
          client: { contract_variant: variant },
          settings: { ...ON_SYNC.settings, consume_inventory_during_batch: consume },
        });
        const actor = (steps: readonly Step[], process: number) => act(live, steps, process % 2);
        await Promise.all(before.map(actor));
        const plenty = { sku: 'A', quantity: 10_000 };
        await Promise.all([two.services[0].sync(live, [plenty]), ...beside.map(actor)]);
        await Promise.all(two.services.map(({ deps }) => workLedger(deps, live.ledger_id)));
        expect(await waiting(live)).toEqual([]);
        expect(await repeated(live)).toEqual([]);
        expect(await uselessly(live)).toEqual([]);
        const { rows } = await two.db.pool.query<{ decisions: number; unended: number }>(
          `SELECT (SELECT count(*)::int FROM decisions WHERE ledger_id = $1) AS decisions,
                  (SELECT count(*)::int FROM runs WHERE ledger_id = $1 AND status <> 'completed') AS unended`,
          [live.ledger_id],
        );
        expect(rows[0]).toEqual({ decisions: await usedBy(live), unended: 0 });
        await expectNothingMore(live);
      }),
      { numRuns: casesOf(100) },
    );
  });
});

async function act(live: Principal, steps: readonly Step[], process: number): Promise<void> {
  const service = two.services[process]!;
  const { deps } = service;
  const killed = {
    ...deps,
    now: () => {
      throw new Error('killed');
    },
  };
  for (const next of steps) {
    switch (next.do) {
      case 'route':
        await service.route(
          live,
          next.orders.map((n) => order(`o${n}`, 'A')),
        );
        break;
      case 'send':
        await two.db.pool.query('UPDATE runs SET usage_day = current_date WHERE id = $1', [
          await createAcceptedRun(
            two.db,
            live,
            next.orders.map((n) => order(`o${n}`, 'A')),
            2,
          ),
        ]);
        await two.db.pool.query(
          `INSERT INTO usage (client_id, day, routed_orders) VALUES ($1, current_date, $2)
           ON CONFLICT (client_id, day) DO UPDATE SET routed_orders = usage.routed_orders + excluded.routed_orders`,
          [live.client_id, next.orders.length],
        );
        break;
      case 'sync':
        await service.sync(live, [{ sku: 'A', quantity: next.quantity }]);
        break;
      case 'release':
        for (const n of next.orders) await release(service, live, `o${n}`);
        break;
      default:
        await workOnUnfinished(next.do === 'killed' ? killed : deps, live, next.run);
    }
  }
}

/** Releases an order, if it was decided. */
async function release({ deps }: RoutingFixture, live: Principal, order_id: string): Promise<void> {
  const released = releaseOrder(deps, live, { order_id, idempotency: null, dry_run: false });
  await released.catch((error: { status?: number }) => {
    if (error.status !== 404) throw error;
  });
}

/** Does a job of one of the runs that have not ended, if there are any. */
async function workOnUnfinished(deps: ChoosingDeps, { ledger_id }: Principal, place: number): Promise<void> {
  const { rows } = await two.db.pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE ledger_id = $1 AND phase <> 'done' ORDER BY accepted_at, id`,
    [ledger_id],
  );
  if (rows.length === 0) return;
  await workOn(deps, rows[place % rows.length]!.id).catch((error: Error) => {
    if (error.message !== 'killed') throw error;
  });
}

/** The current orders that are NONE. */
async function waiting({ ledger_id }: Principal): Promise<unknown[]> {
  const { rows } = await two.db.pool.query(
    `SELECT order_id FROM (
       SELECT o.order_id, d.status FROM orders o JOIN decisions d ON d.id = o.id
       WHERE o.ledger_id = $1 AND d.state = 'current'
     ) AS latest WHERE status = 'NONE'`,
    [ledger_id],
  );
  return rows;
}

/** The orders that a run has twice. */
async function repeated({ ledger_id }: Principal): Promise<unknown[]> {
  const { rows } = await two.db.pool.query(
    `SELECT d.run_id, o.order_id FROM orders o JOIN decisions d ON d.id = o.id WHERE o.ledger_id = $1
     GROUP BY d.run_id, o.order_id HAVING count(*) > 1`,
    [ledger_id],
  );
  return rows;
}

/** The orders of runs that a sync has started which were never NONE before. */
async function uselessly({ ledger_id }: Principal): Promise<unknown[]> {
  const { rows } = await two.db.pool.query(
    `SELECT d.run_id, o.order_id FROM orders o JOIN decisions d ON d.id = o.id JOIN runs r ON r.id = d.run_id
     WHERE o.ledger_id = $1 AND r.selection IS NOT NULL AND NOT EXISTS (
       SELECT FROM orders e JOIN decisions earlier ON earlier.id = e.id
       WHERE e.ledger_id = $1 AND e.order_id = o.order_id AND earlier.status = 'NONE'
         AND earlier.state = 'replaced' AND earlier.decided_at <= d.decided_at)`,
    [ledger_id],
  );
  return rows;
}

/** Another sync has nothing to route again. */
async function expectNothingMore(live: Principal): Promise<void> {
  const before = await startedBySync(live);
  await two.services[1].sync(live, [{ sku: 'A', quantity: 10_000 }]);
  await work(live);
  expect(await startedBySync(live)).toEqual(before);
}
