import type pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Settings } from '../../engine/types.ts';
import { LedgerQueues, type LedgerRequest, takeTurns } from '../../ledger/ledger-queues.ts';
import { loadOptimization } from '../../ledger/run-store.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { hardOrders, WAREHOUSES } from '../../testing/hard-orders.ts';
import { lockLedgerElsewhere } from '../../testing/lock-elsewhere.ts';
import { anOrder, createTwoServices, linesOf, openRoutingFixture } from '../../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { JOBS } from '../../work/jobs.ts';
import { computeFloor } from '../certificate.ts';
import { allocateRun } from './allocate-run.ts';
import { cancelRun, loadManagedRun } from './managed-run.ts';
import { planAllocation } from './plan-allocation.ts';
import { scoreChunk } from './score-chunk.ts';
import { WINDOW_BATCHES } from './window-pass.ts';

const both = await createTwoServices();
const { db } = both;
afterAll(() => both.close());

/** Pairs of orders: the first one takes the last lamp of Edison, and the second one two shipments, one by one. */
const pair = (n: number) => [
  anOrder({ order_id: `SO-${n}-1`, lines: linesOf({ [`LAMP-${n}`]: 1 }) }),
  anOrder({ order_id: `SO-${n}-2`, lines: linesOf({ [`LAMP-${n}`]: 1, [`DESK-${n}`]: 1 }) }),
];

/** A run of so many pairs that is scored. Its windows have so many orders. */
async function aRun(pairs: number, windowOrders: number) {
  const settings: Partial<Settings> = { batch_optimization: 'improve', batch_max_days_later: null };
  const account = await createTestAccount(db, {
    settings: { ...anAccountFile().settings, ...settings } as never,
  });
  const all = Array.from({ length: pairs }, (_, n) => n);
  await both.services[0].sync(
    account.live,
    all.flatMap((n) => [
      { sku: `LAMP-${n}`, warehouse_id: 'EWR1', quantity: 1 },
      { sku: `DESK-${n}`, warehouse_id: 'EWR1', quantity: 1 },
      { sku: `LAMP-${n}`, warehouse_id: 'ATL1', quantity: 1 },
    ]),
  );
  const orders = all.flatMap(pair);
  const id = await createAcceptedRun(db, account.live, orders, orders.length);
  const deps = { ...both.services[0].deps, windowWork: 300_000 };
  await scoreChunk(deps, id, 0);
  await planAllocation(db, id, windowOrders / WINDOW_BATCHES);
  return { ...account, id, allocate: () => JOBS['allocate-run'].task(deps, { run_id: id, batch: 0 }) };
}

async function shipmentsOf(id: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ shipments: number }>(
    `SELECT CASE WHEN status = 'SPLIT' THEN 2 ELSE 1 END AS shipments FROM decisions WHERE run_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ shipments }) => shipments);
}

/** The request is taken in a transaction that has the ledger already. */
class QueuesOf extends LedgerQueues {
  readonly #tx: pg.Client;

  constructor(tx: pg.Client) {
    super(db);
    this.#tx = tx;
  }

  override async push<Answer, Data>(request: LedgerRequest<Data>): Promise<Answer> {
    const [outcome] = await takeTurns(this.#tx as never, [request as unknown as LedgerRequest]);
    return (outcome as { readonly answer: Answer }).answer;
  }
}

const optimizationOf = async ({ live, id }: TestAccount & { readonly id: number }) =>
  (await loadOptimization(db.pool, live.ledger_id, id)).optimization;

it('improves window after window, each visible as a whole, and adds up their floors', async () => {
  const run = await aRun(101, 200);
  expect(await optimizationOf(run)).toBeUndefined();
  expect(await run.allocate()).toMatchObject({ batches: WINDOW_BATCHES, orders: 200, finished: false });
  expect(await shipmentsOf(run.id)).toEqual(Array(200).fill(1));
  expect(await optimizationOf(run)).toMatchObject({
    windows: 1,
    shipments_before: 300,
    shipments_after: 200,
  });
  // Repeated jobs do nothing twice.
  const did = await Promise.all([run.allocate(), run.allocate()]);
  expect(did.filter((each) => each !== null)).toMatchObject([{ orders: 2, finished: true }]);
  expect(await run.allocate()).toBeNull();
  expect(await shipmentsOf(run.id)).toEqual(Array(202).fill(1));
  expect(await loadManagedRun(db.pool, run.id)).toMatchObject({ status: 'completed', full_count: 202 });

  const { ledger_id } = run.live;
  for (const number of [0, 1]) await computeFloor({ db }, { ledger_id, run_id: run.id, number });
  expect(await optimizationOf(run)).toMatchObject({
    ...{ windows: 2, shipments_before: 303, shipments_after: 202, floor: 202, gap: 0, orders_improved: 202 },
    orders_redecided: 0,
  });
});

it('looks for routes while another request has the ledger, and decides alone what that took', async () => {
  const run = await aRun(2, 200);
  const order = anOrder({ order_id: 'SO-9', lines: linesOf({ 'LAMP-0': 1 }), destination_zip: '30301' });
  const lock = await lockLedgerElsewhere(db.url, run.live.ledger_id);
  const pass = run.allocate();
  await lock.untilWaitedFor(1);
  const { route, deps } = openRoutingFixture(db, new QueuesOf(lock.tx));
  onTestFinished(() => deps.lanes.close());
  const { decisions } = await route(run.live, [order]);
  await pass;
  expect(decisions[0]!.decision.shipments).toHaveLength(1);
  expect(await optimizationOf(run)).toMatchObject({ orders_improved: 2, orders_redecided: 2 });
  const { rows } = await db.pool.query(
    `SELECT sum(units)::int AS reserved FROM stock, unnest(reserved) AS units WHERE ledger_id = $1 AND sku LIKE 'LAMP-%'`,
    [run.live.ledger_id],
  );
  expect(rows).toEqual([{ reserved: 4 }]);
});

it('leaves nothing of a window that is stopped while routes are looked for', async () => {
  const run = await aRun(2, 200);
  const { deps } = both.services[0];
  const allocateAfter = (happens: () => Promise<unknown>) => {
    const resolve: typeof deps.lanes.resolve = async (...asked) => {
      await happens();
      return deps.lanes.resolve(...asked);
    };
    return allocateRun({ ...deps, lanes: { ...deps.lanes, resolve } }, run.id);
  };
  await expect(allocateAfter(() => Promise.reject(new Error('Killed.')))).rejects.toThrow('Killed.');
  expect(await shipmentsOf(run.id)).toEqual([]);
  expect(await allocateAfter(() => cancelRun(db, run.live, run.id))).toBeNull();
  expect(await shipmentsOf(run.id)).toEqual([]);
  expect(await optimizationOf(run)).toBeUndefined();
});

it('allocates orders as ever that are too hard for a synchronous batch', async () => {
  const { orders, stock } = hardOrders(2);
  const settings = { ranking: 'priority', max_shipments: null, batch_optimization: 'improve' };
  const { live } = await createTestAccount(db, {
    warehouses: Array.from({ length: WAREHOUSES }, (_, n) => ({
      ...{ warehouse_id: `W${n}`, warehouse_code: `W${n}`, zip: '60446', priority: n + 1 },
    })),
    settings: settings as never,
  });
  const { deps, sync } = both.services[0];
  await sync(
    live,
    [...stock].flatMap(([sku, units]) =>
      units.map((quantity, n) => ({ sku, warehouse_id: `W${n}`, quantity })),
    ),
  );
  const id = await createAcceptedRun(db, live, orders.map(anOrder), 2);
  await scoreChunk(deps, id, 0);
  await planAllocation(db, id);
  const did = await allocateRun({ ...deps, answerSearch: 100_000 }, id);
  expect(did).toMatchObject({ orders: 2, finished: true });
  expect((await loadOptimization(db.pool, live.ledger_id, id)).optimization).toBeUndefined();
});
