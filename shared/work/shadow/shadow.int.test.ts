import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overviewQuery } from '../../contracts/account/overview.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import { readDecisions } from '../../ledger/decisions/decision-records.ts';
import { addCounts } from '../../ledger/status-counts.ts';
import { readOverview } from '../../operations/insight/overview.ts';
import { countSide, type SideCounts } from '../../runs/counts/side-counts.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { item_controls, order, profiles, settings, stockOf } from '../../testing/account-arbitraries.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createTwoServices, linesOf, type TwoServices } from '../../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { workRun } from '../../testing/work-run.ts';
import { workWhatIfs } from '../../testing/work-what-ifs.ts';
import { endWhatIf } from '../what-if/what-ifs.ts';
import { compareRuns } from './compare-runs.ts';

let two: TwoServices;
beforeAll(async () => {
  two = await createTwoServices();
});
afterAll(() => two.close());

type Stock = Parameters<TwoServices['services'][0]['sync']>[1];

/** A new account of this configuration, with its stock. */
async function anAccount(file: object, stock: Stock): Promise<TestAccount> {
  const account = await createTestAccount(two.db, file);
  await two.services[0].sync(account.live, stock);
  return account;
}

const compare = ({ ledger_id }: Principal, process = 0, deps: object = {}) =>
  compareRuns({ ...two.services[process]!.deps, ...deps }, { ledger_id });

type Kind = 'sync' | 'managed';

/** Routes runs one after another. */
async function routeRuns(live: Principal, kind: Kind, runs: readonly (readonly RoutingOrder[])[]) {
  for (const orders of runs) {
    if (kind === 'sync') await two.services[0].route(live, orders);
    else await workRun(two.services[0].deps, await createAcceptedRun(two.db, live, orders, 100));
    if (kind === 'managed') await workWhatIfs(two.db);
  }
  if (kind === 'sync') await compare(live);
}

/** What was counted, by what became of the runs. */
async function countedOf({ ledger_id }: Principal) {
  const { rows } = await two.db.pool.query<{
    outcome: string;
    runs: number;
    orders: number;
    live: SideCounts;
    shadow: SideCounts;
  }>('SELECT outcome, runs, orders, live, shadow FROM shadow_hours WHERE ledger_id = $1 ORDER BY hour', [
    ledger_id,
  ]);
  const of = (outcome: string) => rows.filter((row) => row.outcome === outcome);
  const sum = (outcome: string, name: 'runs' | 'orders') =>
    of(outcome).reduce((all, row) => all + row[name], 0);
  return {
    compared: sum('compared', 'runs'),
    stale: sum('stale', 'runs'),
    dropped: sum('dropped', 'runs'),
    compared_orders: sum('compared', 'orders'),
    dropped_orders: sum('dropped', 'orders'),
    live: of('compared').reduce((all, row) => addCounts(all, row.live), {} as SideCounts),
    shadow: of('compared').reduce((all, row) => addCounts(all, row.shadow), {} as SideCounts),
  };
}

/** Counts of the decisions that are stored, which do not need lanes. */
async function decidedBy({ ledger_id }: Principal): Promise<SideCounts> {
  const { rows } = await two.db.pool.query<{ id: number }>('SELECT id FROM decisions WHERE ledger_id = $1', [
    ledger_id,
  ]);
  const records = await readDecisions(
    two.db.pool,
    ledger_id,
    rows.map(({ id }) => id),
  );
  return countSide(records.map(({ decision }) => ({ decision, destination: null })));
}

const withoutDays = (counts: SideCounts) =>
  Object.fromEntries(Object.entries(counts).filter(([name, n]) => !name.endsWith(' days') && n > 0));

describe('shadow settings', () => {
  it.each(['sync', 'managed'] as const)(
    'count for %s runs what was decided, and what is decided under them in a copy of the account',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            variant: fc.constantFrom('A', 'B'),
            account: fc.record({ settings, profiles, item_controls }),
            stock: stockOf(fc.integer({ min: 0, max: 60 })),
            shadow: fc.oneof(settings, settings, fc.constant({})),
            runs: fc.array(fc.array(order, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
          }),
          async ({ variant, account, stock: quantities, shadow, runs: drawn }) => {
            const client = { contract_variant: variant } as const;
            const stock = quantities.map((row) => ({ ...row, unit_value: row.sku === 'C' ? null : 7 }));
            // A managed run is compared on what it left, so that one of a series would find less than in the copy.
            const runs = (kind === 'managed' ? drawn.slice(0, 1) : drawn).map((run) =>
              run.map((each) => anOrder(each)),
            );
            const original = await anAccount({ client, ...account, shadow: { settings: shadow } }, stock);
            const under = { ...account.settings, ...shadow };
            const copy = await anAccount({ client, ...account, settings: under }, stock);
            await routeRuns(original.live, kind, runs);
            await routeRuns(copy.live, kind, runs);
            const counted = await countedOf(original.live);
            expect(counted).toMatchObject({ compared: runs.length, stale: 0, dropped: 0 });
            expect(counted.compared_orders).toBe(runs.flat().length);
            expect(withoutDays(counted.live)).toEqual(withoutDays(await decidedBy(original.live)));
            expect(withoutDays(counted.shadow)).toEqual(withoutDays(await decidedBy(copy.live)));
            if (Object.keys(shadow).length === 0) expect(counted.shadow).toEqual(counted.live);
          },
        ),
        { numRuns: casesOf(40) },
      );
    },
  );
});

it.each([
  ['live', { batch_optimization: 'improve', batch_max_days_later: null }, { batch_optimization: 'off' }],
  ['the shadow', {}, { batch_optimization: 'improve', batch_max_days_later: null }],
] as const)(
  'counts what it brings that orders are improved together, where that is %s',
  async (_, live, shadow) => {
    const settings = { ...anAccountFile().settings, ...live };
    const account = await anAccount({ settings, shadow: { settings: shadow } }, [
      { sku: 'LAMP', warehouse_id: 'EWR1', quantity: 1 },
      { sku: 'DESK', warehouse_id: 'EWR1', quantity: 1 },
      { sku: 'LAMP', warehouse_id: 'ATL1', quantity: 1 },
    ]);
    const orders = [
      anOrder({ order_id: 'SO-1', lines: linesOf({ LAMP: 1 }) }),
      anOrder({ order_id: 'SO-2', lines: linesOf({ LAMP: 1, DESK: 1 }) }),
    ];
    await routeRuns(account.live, 'sync', [orders]);
    const counted = await countedOf(account.live);
    expect(counted).toMatchObject({ compared: 1, stale: 0 });
    const [one, other] =
      'batch_optimization' in live ? [counted.live, counted.shadow] : [counted.shadow, counted.live];
    expect(one).toMatchObject({ shipments: 2 });
    expect(other).toMatchObject({ shipments: 3 });
  },
);

/** An account that splits orders, of which the shadow is that it does not, and two runs of it. */
async function aComparedAccount(kind: Kind = 'sync', runs = 2): Promise<TestAccount> {
  const account = await anAccount({ shadow: { settings: { split_shipment: 'block' } } }, [
    { sku: 'A', warehouse_id: 'EWR1', quantity: 100 },
    { sku: 'B', warehouse_id: 'ATL1', quantity: 100 },
  ]);
  for (let run = 0; run < runs; run++) {
    const orders = [anOrder({ lines: linesOf({ A: 1, B: 1 }) }), anOrder({ lines: linesOf({ A: 2 }) })];
    if (kind === 'sync') await two.services[0].route(account.live, orders);
    else await workRun(two.services[0].deps, await createAcceptedRun(two.db, account.live, orders, 100));
  }
  return account;
}

const LIVE = { full_count: 2, split_count: 2, units_shipped: 8, shipments: 6 };
const SHADOW = { full_count: 2, partial_count: 2, units_shipped: 6, units_unfulfilled: 2, shipments: 4 };

describe('comparing synchronous runs', () => {
  it('counts each run once if a worker is killed and two work at once', async () => {
    const { live } = await aComparedAccount();
    const resolve = () => Promise.reject(new Error('killed'));
    await expect(compare(live, 0, { lanes: { resolve } })).rejects.toThrow('killed');
    expect(await countedOf(live)).toMatchObject({ compared: 0, stale: 0, dropped: 0 });
    await Promise.all([0, 1, 0, 1].map((process) => compare(live, process)));
    const once = { compared: 2, compared_orders: 4, stale: 0, dropped: 0, live: LIVE, shadow: SHADOW };
    expect(await countedOf(live)).toMatchObject(once);
    expect(await compare(live)).toEqual({ compared: 0, stale: 0, dropped: 0 });
    expect(await countedOf(live)).toMatchObject(once);
  });

  it('drops runs, and says so, if another task waits for the thread', async () => {
    const { live } = await aComparedAccount();
    await compare(live, 0, { isThreadWaitedFor: () => true });
    expect(await countedOf(live)).toMatchObject({ compared: 0, dropped: 2, dropped_orders: 4 });
  });

  it('drops the earlier runs if there are too many, and compares the latest', async () => {
    const { live } = await aComparedAccount('sync', 1);
    await compare(live);
    const orders = (count: number) =>
      Array.from({ length: count }, () => anOrder({ lines: linesOf({ A: 1 }) }));
    for (const count of [2, 3, 498]) await two.services[0].route(live, orders(count));
    expect(await compare(live)).toEqual({ compared: 1, stale: 0, dropped: 0 });
    expect(await countedOf(live)).toMatchObject({ compared: 2, dropped: 2, dropped_orders: 5 });
  });

  it('does not count runs as compared if their stock is gone', async () => {
    const { live } = await aComparedAccount();
    await two.services[0].sync(live, [{ sku: 'A', warehouse_id: 'EWR1', quantity: 0 }]);
    expect(await compare(live)).toEqual({ compared: 0, stale: 2, dropped: 0 });
  });

  it('leaves other ledgers, and what was decided, as they are', async () => {
    const { live, test, client_id } = await aComparedAccount();
    const other = await aComparedAccount();
    const state = async () => {
      const { rows } = await two.db.pool.query(
        `SELECT (SELECT json_agg(s ORDER BY sku) FROM stock s WHERE ledger_id = $1)::text AS stock,
                (SELECT json_agg(d ORDER BY id) FROM decisions d WHERE ledger_id = $1)::text AS decisions,
                (SELECT json_agg(r ORDER BY id) FROM runs r WHERE ledger_id = $1)::text AS runs,
                (SELECT sum(routed_orders) FROM usage WHERE client_id = $2) AS usage`,
        [live.ledger_id, client_id],
      );
      return rows[0];
    };
    const before = await state();
    await compare(live);
    expect(await state()).toEqual(before);
    for (const { ledger_id } of [test, other.live])
      expect(await countedOf({ ledger_id } as Principal)).toMatchObject({
        compared: 0,
        stale: 0,
        dropped: 0,
      });
  });
});

describe('comparing managed runs', () => {
  it('counts each run once if workers are killed and work at once, and leaves only counts', async () => {
    const { live } = await aComparedAccount('managed');
    await Promise.all([workWhatIfs(two.db), workWhatIfs(two.db)]);
    expect(await countedOf(live)).toMatchObject({
      compared: 2,
      compared_orders: 4,
      live: LIVE,
      shadow: SHADOW,
    });
    const { rows } = await two.db.pool.query('SELECT FROM what_ifs WHERE ledger_id = $1', [live.ledger_id]);
    expect(rows).toEqual([]);
  });

  it('drops runs if too many wait, or if a job fails for the last time', async () => {
    const { live } = await aComparedAccount('managed', 7);
    expect(await countedOf(live)).toMatchObject({ dropped: 2, dropped_orders: 4 });
    const { rows } = await two.db.pool.query<{ id: number; ledger_id: number }>(
      'SELECT id, ledger_id FROM what_ifs WHERE ledger_id = $1 ORDER BY id LIMIT 1',
      [live.ledger_id],
    );
    await inTransaction(two.db.pool, (tx) => endWhatIf(tx, rows[0]!, 'failed', 'a fault'));
    await workWhatIfs(two.db);
    expect(await countedOf(live)).toMatchObject({ compared: 4, dropped: 3 });
  });
});

describe('the overview', () => {
  it('has both sides of the present shadow settings', async () => {
    const { live } = await aComparedAccount();
    await compare(live);
    const { shadow } = await readOverview(two.db, live, overviewQuery.parse({}), new Date());
    expect(shadow).toMatchObject({
      settings: { split_shipment: 'block' },
      compared: { runs: 2, orders: 4 },
      stale: { runs: 0, orders: 0 },
      dropped: { runs: 0, orders: 0 },
      live: {
        ...LIVE,
        by_warehouse: [
          { warehouse_id: 'EWR1', units: 6 },
          { warehouse_id: 'ATL1', units: 2 },
        ],
      },
      shadow: SHADOW,
    });
  });
});
