import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/types.ts';
import { authenticate, type Principal } from '../../identity/principal.ts';
import { releaseOrder } from '../../ledger/correct-order.ts';
import { encodeDecision } from '../../ledger/decisions/codec.ts';
import { shipOrder } from '../../ledger/ship-requests.ts';
import { countSide } from '../../runs/counts/side-counts.ts';
import { rerouteOrder } from '../../runs/reroute-order.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createTwoServices, linesOf } from '../../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { beginWhatIf } from '../../testing/work-what-ifs.ts';
import { applyWhatIf } from './apply-what-if.ts';
import { visibleOf } from './outcome.ts';
import { findWhatIf, isUnderWay, type WhatIf } from './what-ifs.ts';
import { workWhatIf } from './work-what-if.ts';

// Small accounts, stock and orders, for properties of what is decided in the database.

const SITES = ['EWR1', 'ATL1', 'ONT1'];
const SKUS = ['A', 'B', 'C'];
const mode = fc.constantFrom('allow', 'warn', 'block');

/** The settings that a what-if may change. */
const settings = fc.record(
  {
    use_inventory_availability: fc.constantFrom(true, true, true, false),
    priority_allocation: fc.boolean(),
    consume_inventory_during_batch: fc.boolean(),
    prefer_full_shipment: fc.boolean(),
    ranking: fc.constantFrom('transit', 'priority', 'delivery'),
    late_delivery: mode,
    ignore_safety_stock: fc.boolean(),
    split_shipment: mode,
    partial_shipment: mode,
    max_transit_days: fc.record({ mode, days: fc.integer({ min: 1, max: 6 }) }),
    minimum_shipment_value: fc.record({ mode, value: fc.constantFrom(5, 15, 40) }),
    max_shipments: fc.constantFrom(null, 1, 2),
    batch_optimization: fc.constantFrom('off', 'improve'),
  },
  { requiredKeys: [] },
);

const profiles = fc
  .record({
    settings: fc.record({ split_shipment: mode }),
    warehouse_ids: fc.subarray(SITES, { minLength: 1 }),
  })
  .map((profile) => [{ partner_id: 'shop', ...profile }]);

const item_controls = fc
  .array(
    fc.oneof(
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constantFrom('hold', 'drop_ship', 'do_not_split'),
      }),
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constantFrom('exclude', 'prefer'),
        warehouse_ids: fc.subarray(SITES, { minLength: 1 }),
      }),
      fc.record({
        sku: fc.constantFrom(...SKUS),
        rule: fc.constant('safety_stock'),
        units: fc.integer({ min: 0, max: 3 }),
      }),
    ),
    { maxLength: 2 },
  )
  .map((rules) =>
    rules.filter(
      (rule, n) => rules.findIndex((other) => other.sku === rule.sku && other.rule === rule.rule) === n,
    ),
  );

const stockOf = (quantity: fc.Arbitrary<number>) =>
  fc
    .array(fc.record({ sku: fc.constantFrom(...SKUS), warehouse_id: fc.constantFrom(...SITES), quantity }), {
      minLength: 1,
      maxLength: 9,
    })
    .map((rows) => [...new Map(rows.map((row) => [`${row.sku} ${row.warehouse_id}`, row])).values()]);

const order = fc.record({
  destination_zip: fc.constantFrom('10001', '30301', '90001', '60614', 'nowhere'),
  lines: fc.array(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      quantity: fc.integer({ min: 1, max: 5 }),
      unit_value: fc.constantFrom(null, 10),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  is_vip: fc.boolean(),
  priority_level: fc.constantFrom(null, 1, 2),
  partner_id: fc.constantFrom(null, 'shop'),
  deliver_by: fc.constantFrom(undefined, '2020-01-01', '2099-01-01'),
});

const two = await createTwoServices();
afterAll(() => two.close());

const ACTOR = { kind: 'user', name: 'owner@example.com', address: '192.0.2.1' } as const;

/** Makes a what-if over a run's orders. */
const begin = (live: Principal, draft: object, routing_run_id: number) =>
  beginWhatIf(two.db, live, { orders: { routing_run_id }, draft });

const load = ({ ledger_id, id }: WhatIf) => findWhatIf(two.db.pool, ledger_id, id);

/** One step of a what-if in one of the processes. */
async function step({ ledger_id, id }: WhatIf, process = 0): Promise<WhatIf> {
  const deps = { ...two.services[process]!.deps, isThreadWaitedFor: () => true };
  return (await workWhatIf(deps, { what_if_id: id, ledger_id }))!;
}

async function workToEnd(begun: WhatIf, process = 0): Promise<WhatIf> {
  let whatIf = begun;
  while (isUnderWay(whatIf)) whatIf = await step(whatIf, process);
  return whatIf;
}

/** What it has stored of the changed orders, by order ID. */
async function changesOf({
  id,
  ledger_id,
}: WhatIf): Promise<Map<string, { baseline: string; draft: string }>> {
  const { rows } = await two.db.pool.query<{ order_id: string; baseline: string; draft: string }>(
    `SELECT order_id, concat(baseline ->> 'status', ' ', baseline -> 'data') AS baseline,
            concat(draft ->> 'status', ' ', draft -> 'data') AS draft
     FROM what_if_orders WHERE what_if_id = $1 AND ledger_id = $2 AND changed`,
    [id, ledger_id],
  );
  return new Map(rows.map(({ order_id, ...sides }) => [order_id, sides]));
}

type Order = ReturnType<typeof anOrder>;
type Stock = readonly { sku: string; warehouse_id: string; quantity: number; unit_value: number | null }[];

/** A new account of this configuration, with its stock. */
async function anAccount(file: object, stock: Stock): Promise<TestAccount> {
  const account = await createTestAccount(two.db, file);
  await two.services[0].sync(account.live, stock);
  return account;
}

/** What a real run decides of these orders, by order ID, and its id. */
async function realRun(live: Principal, orders: readonly Order[]) {
  const { run, decisions } = await two.services[0].route(live, orders);
  return {
    run_id: run.routing_run_id!,
    decided: new Map(decisions.map(({ order, decision }) => [order.order_id, { order, decision }])),
  };
}

type Real = Awaited<ReturnType<typeof realRun>>['decided'];

/** Its counts that do not need lanes. */
function countsOf(decided: Real): object {
  const decisions = [...decided.values()].map(({ decision }) => ({ decision, destination: null }));
  return countSide(decisions);
}

const withoutDays = (counts: object) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !name.endsWith(' days')));

const textOf = ({ order, decision }: { order: Pick<Order, 'lines'>; decision: Decision }) =>
  `${decision.status} ${encodeDecision(decision, order)}`;

const draft = fc.record(
  {
    settings,
    profiles,
    item_controls,
    warehouses: fc.uniqueArray(
      fc.record(
        {
          warehouse_id: fc.constantFrom(...SITES),
          enabled: fc.boolean(),
          priority: fc.constantFrom(null, 1, 9),
        },
        { requiredKeys: ['warehouse_id'] },
      ),
      { selector: ({ warehouse_id }) => warehouse_id },
    ),
    inventory: stockOf(fc.integer({ min: 0, max: 60 })),
  },
  { requiredKeys: [] },
);

/** Either some orders, or more than a step decides. */
const orders = fc.oneof(
  { arbitrary: fc.array(order, { minLength: 1, maxLength: 25 }), weight: 4 },
  { arbitrary: fc.array(order, { minLength: 505, maxLength: 520 }), weight: 1 },
);

describe('a what-if', () => {
  it('decides each side as a real run does in a copy of the account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          variant: fc.constantFrom('A', 'B'),
          account: fc.record({ settings, profiles, item_controls }),
          stock: stockOf(fc.integer({ min: 0, max: 60 })),
          draft,
          orders,
        }),
        async ({ variant, account, stock: quantities, draft: drafted, orders: drawn }) => {
          const file = { client: { contract_variant: variant }, ...account };
          const stock = quantities.map((row) => ({ ...row, unit_value: row.sku === 'C' ? null : 7 }));
          const supposed = (drafted.inventory ?? []).map((row) => ({ ...row, unit_value: null }));
          const sent = drawn.map((each) => anOrder(each));
          const inventory = supposed.map(({ sku, warehouse_id, quantity }) => ({
            sku,
            warehouse_id,
            quantity_available: quantity,
          }));
          const asked = { ...drafted, inventory };
          const asIs = await anAccount(file, stock);
          const original = await anAccount(file, stock);
          const { run_id } = await realRun(original.live, sent);
          const whatIf = await workToEnd(await begin(original.live, asked, run_id));
          expect(whatIf.status).toBe('completed');

          const baseline = (await realRun(asIs.live, sent)).decided;
          const copy = await anAccount(file, stock);
          if (supposed.length > 0)
            await two.services[0].sync(
              copy.live,
              supposed.map((row) => ({
                ...row,
                unit_value: stock.find(({ sku }) => sku === row.sku)?.unit_value ?? null,
              })),
            );
          const { run_id: any } = await realRun(copy.test, sent.slice(0, 1));
          const own = await begin(copy.test, asked, any);
          const applying = { who: ACTOR, ledger_id: copy.test.ledger_id, what_if_id: own.id, dry_run: false };
          const { configuration_id } = await applyWhatIf(two.db, copy.slug, applying);
          expect(configuration_id).toBe(own.draft_configuration_id);
          const changed = (await realRun(await authenticate(two.db, `Bearer ${copy.keys.live}`), sent))
            .decided;

          const differ = [...baseline].filter(
            ([id, { decision }]) => visibleOf(decision) !== visibleOf(changed.get(id)!.decision),
          );
          expect(await changesOf(whatIf)).toEqual(
            new Map(
              differ.map(([id, each]) => [id, { baseline: textOf(each), draft: textOf(changed.get(id)!) }]),
            ),
          );
          expect(whatIf.orders_changed).toBe(differ.length);
          expect(whatIf.orders_decided).toBe(sent.length);
          expect(withoutDays(whatIf.baseline)).toEqual(countsOf(baseline));
          expect(withoutDays(whatIf.draft_side)).toEqual(countsOf(changed));
        },
      ),
      { numRuns: casesOf(60) },
    );
  });
});

/** An account whose stock is scarce, and a run of `count` orders on it. */
async function aScarceRun(count: number, file: object = {}) {
  const stock = SITES.map((warehouse_id) => ({ sku: 'A', warehouse_id, quantity: count / 2, unit_value: 3 }));
  const account = await anAccount(file, stock);
  const sent = Array.from({ length: count }, (_, n) =>
    anOrder({ lines: linesOf({ A: (n % 4) + 1 }), is_vip: n % 3 === 0 }),
  );
  return { ...account, sent, ...(await realRun(account.live, sent)) };
}

const CLOSED = {
  warehouses: [{ warehouse_id: 'EWR1', enabled: false }],
  settings: { priority_allocation: false },
};

/** What a what-if has found. */
const findingsOf = async (whatIf: WhatIf) => {
  const { status, orders_total, orders_decided, orders_changed, baseline, draft_side } = await load(whatIf);
  const changes = await changesOf(whatIf);
  return { status, orders_total, orders_decided, orders_changed, baseline, draft_side, changes };
};

describe('work on a what-if', () => {
  it('changes no order with an empty draft, nor with one that is equal to the account', async () => {
    const { live, run_id } = await aScarceRun(10, { settings: { split_shipment: 'warn' } });
    const equal = {
      settings: { split_shipment: 'warn' },
      profiles: [],
      item_controls: [],
      warehouses: SITES.map((warehouse_id, n) => ({ warehouse_id, enabled: true, priority: n + 1 })),
    };
    for (const drafted of [{}, equal]) {
      const whatIf = await workToEnd(await begin(live, drafted, run_id));
      expect(whatIf).toMatchObject({ status: 'completed', orders_decided: 10, orders_changed: 0 });
      expect(whatIf.draft_configuration_id).toBe(whatIf.configuration_id);
      expect(whatIf.draft_side).toEqual(whatIf.baseline);
    }
  });

  it('finds the same if workers are killed, work at once, and the ledger goes on meanwhile', async () => {
    const { live, run_id } = await aScarceRun(1600);
    const expected = await findingsOf(await workToEnd(await begin(live, CLOSED, run_id)));
    expect(expected.orders_changed).toBeGreaterThan(300);
    const begun = await begin(live, CLOSED, run_id);
    await step(begun); // takes the snapshot
    await step(begun);
    const { deps, sync, route } = two.services[0];
    await sync(live, [{ sku: 'A', warehouse_id: 'ATL1', quantity: 9999, unit_value: 50 }]);
    await route(live, [{ lines: linesOf({ A: 3 }) }]);
    const resolve = () => Promise.reject(new Error('killed'));
    const killed = { ...deps, lanes: { ...deps.lanes, resolve } };
    await expect(workWhatIf(killed, { what_if_id: begun.id, ledger_id: live.ledger_id })).rejects.toThrow(
      'killed',
    );
    await Promise.all([0, 1, 0, 1].map((process) => workToEnd(begun, process)));
    expect(await findingsOf(begun)).toEqual(expected);
  });

  it('takes each order ID of a period once, as it was last sent', async () => {
    const { live } = await anAccount({}, [{ sku: 'A', warehouse_id: 'EWR1', quantity: 9, unit_value: null }]);
    const [service] = two.services;
    await service.route(live, [
      { order_id: 'SO-1', lines: linesOf({ A: 1 }) },
      { order_id: 'SO-2', lines: linesOf({ A: 2 }) },
    ]);
    await service.route(live, [{ order_id: 'SO-1', lines: linesOf({ A: 4 }) }]);
    const orders = { from: '2020-01-01', to: '2100-01-01' };
    const whatIf = await workToEnd(await beginWhatIf(two.db, live, { orders, draft: {} }));
    expect(whatIf).toMatchObject({ orders_total: 2, baseline: { full_count: 2, units_shipped: 6 } });
  });

  it.each([false, true])('counts no order as demand that was released (left: %s)', async (left) => {
    const { live } = await anAccount({}, [{ sku: 'A', warehouse_id: 'EWR1', quantity: 9, unit_value: null }]);
    const [service] = two.services;
    const lines = linesOf({ A: 2 });
    const { run } = await service.route(live, [
      { order_id: 'kept', lines },
      { order_id: 'released', lines },
      { order_id: 'sent again', lines },
    ]);
    const release = { idempotency: null, dry_run: false, left };
    await releaseOrder(service.deps, live, { order_id: 'released', ...release });
    await service.route(live, [{ order_id: 'sent again', lines }]);
    const whatIf = await workToEnd(await begin(live, {}, run.routing_run_id!));
    expect(whatIf).toMatchObject({ orders_total: 2, baseline: { units_shipped: 4 } });
    await releaseOrder(service.deps, live, { order_id: 'sent again', ...release });
    expect(await workToEnd(await begin(live, {}, run.routing_run_id!))).toMatchObject({ orders_total: 1 });
  });
});

describe('a draft', () => {
  it.each([
    [{ warehouses: [{ warehouse_id: 'XXX' }] }, 'draft.warehouses[0].warehouse_id'],
    [{ warehouses: [{ warehouse_id: 'EWR1' }, { warehouse_id: 'EWR1' }] }, 'draft.warehouses[1]'],
    [{ warehouses: [{ warehouse_id: 'EWR1', zip: '10001' }] }, 'draft.warehouses[0].zip'],
    [
      { inventory: [{ sku: 'A', warehouse_id: 'XXX', quantity_available: 1 }] },
      'draft.inventory[0].warehouse_id',
    ],
    [{ settings: { split_shipment: 'never' } }, 'draft.settings.split_shipment'],
    [{ settings: { unheard: 1 } }, 'draft.settings.unheard'],
    [{ profiles: [{ partner_id: 'p', warehouse_ids: ['XXX'] }] }, 'draft.profiles[0].warehouse_ids[0]'],
    [
      {
        item_controls: [
          { sku: 'A', rule: 'hold' },
          { sku: 'A', rule: 'hold' },
        ],
      },
      'draft.item_controls[1].rule',
    ],
    [{ transit: { provider: 'zone' } }, 'draft.transit'],
  ])('is refused with the path of its fault: %j', async (drafted, path) => {
    const { live } = await createTestAccount(two.db);
    await expect(begin(live, drafted, 1)).rejects.toMatchObject({
      code: 'validation_failed',
      faults: [{ path }],
    });
  });
});

describe('a what-if with calendars and capacity', () => {
  it('decides each order at the moment of its run, with all places free at first, on each side', async () => {
    const ship_days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const calendar = { time_zone: 'UTC', cut_off: '12:00', ship_days };
    const warehouses = anAccountFile()
      .warehouses!.slice(0, 2)
      .map((each) => ({ ...each, calendar }));
    const { live } = await anAccount(
      { warehouses: warehouses.map((each) => ({ ...each, capacity: { shipments_per_day: 2 } })) },
      [
        { sku: 'A', warehouse_id: 'EWR1', quantity: 9, unit_value: null },
        { sku: 'A', warehouse_id: 'ATL1', quantity: 9, unit_value: null },
      ],
    );
    const orders = Array.from({ length: 5 }, () => anOrder());
    const { run_id, decided } = await realRun(live, orders);
    expect([...decided.values()].map(({ decision }) => decision.status)).toEqual([
      ...Array.from({ length: 4 }, () => 'FULL'),
      'NONE',
    ]);
    await two.db.pool.query('UPDATE runs SET as_of = $2 WHERE id = $1', [run_id, '2026-11-30T11:00:00Z']);
    const draft = {
      warehouses: [{ warehouse_id: 'EWR1', capacity: { shipments_per_day: 3, when_full: 'later' } }],
    };
    const ended = await workToEnd(await begin(live, draft, run_id));
    expect([ended.baseline, ended.draft_side]).toMatchObject([
      { full_count: 4, none_count: 1 },
      { full_count: 5, none_count: 0 },
    ]);
    const days = (text: string) =>
      (JSON.parse(text.slice(text.indexOf(' '))) as { days?: number[] }).days?.[0];
    const monday = Date.parse('2026-11-30') / 86_400_000;
    const changes = [...(await changesOf(ended)).values()].map(({ draft: side }) => days(side));
    expect(changes.sort()).toEqual([monday, monday + 1, monday + 1]);
  });

  it('leaves out what has shipped, also of an order that was routed again since, and has its places free', async () => {
    const warehouses = anAccountFile().warehouses!.map((each) => ({
      ...each,
      capacity: { shipments_per_day: 2 },
    }));
    const stock = ['EWR1', 'ATL1'].map((warehouse_id) => ({
      ...{ sku: 'A', warehouse_id, quantity: 9, unit_value: null },
    }));
    const { live } = await anAccount({ warehouses }, stock);
    const orders = Array.from({ length: 4 }, () => anOrder());
    const { run_id } = await realRun(live, orders);
    const { deps } = two.services[0];
    const reroute = { exclude_warehouse_ids: [], only_warehouse_ids: null, note: null };
    const again = { reroute, unless_worse: false, idempotency: null, dry_run: null };
    await rerouteOrder(deps, live, { order_id: orders[1]!.order_id, ...again });
    const shipping = { principal: live, idempotency: null, log_days: 30 };
    for (const { order_id } of orders.slice(0, 2)) await shipOrder(deps, shipping, { order_id });
    const { baseline } = await workToEnd(await begin(live, {}, run_id));
    expect(baseline).toMatchObject({ full_count: 2, none_count: 0, '0 shipments': 2 });
  });
});
