import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readAccountState } from '../../account/account-state.ts';
import { applyAccountFile } from '../../account/apply-account.ts';
import { importPrices } from '../../account/import-tables.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { Why } from '../../contracts/why.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import type { Principal } from '../../identity/principal.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount } from '../../testing/test-account.ts';
import { scoreOneChunk } from '../../testing/work-run.ts';
import { JOBS } from '../../work/jobs.ts';
import { whyParts, writeWhys } from '../why.ts';
import { loadManagedRun } from './managed-run.ts';
import { planAllocation } from './plan-allocation.ts';
import { scoreChunk } from './score-chunk.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

const chunksOf = (orders: number, size: number) =>
  Array.from({ length: Math.ceil(orders / size) }, (_, i) => i);

/** Does a run's jobs one after another, chunks in the order given, until nothing is left to do. */
async function workOff(runId: number, chunks: readonly number[], batchOrders?: number): Promise<RunRow> {
  for (const chunk of chunks) await scoreChunk(service.deps, runId, chunk);
  await planAllocation(db, runId, batchOrders);
  for (;;) {
    const did = await JOBS['allocate-run'].task(service.deps, { run_id: runId, batch: 0 });
    if (did === null || did.finished) break;
  }
  return (await loadManagedRun(db.pool, runId))!;
}

/** Order ID, status and compact decision of a run's orders in request order. */
async function decisionsOf(runId: number) {
  const { rows } = await db.pool.query(
    `SELECT o.order_id, d.status, d.data::text AS data FROM decisions d JOIN orders o USING (id)
     WHERE d.run_id = $1 ORDER BY d.id`,
    [runId],
  );
  return rows;
}

/** Why they were decided so, apart from ids and times. */
async function whysOf(runId: number) {
  const whys: Why[] = [];
  for await (const ask of whyParts(service.deps, (await loadManagedRun(db.pool, runId))!)) {
    const out = new Utf8Writer(1000);
    expect(await writeWhys(service.deps, ask, out)).toBeNull();
    const explained = out.bytes().toString().split('\n').slice(0, -1);
    for (const each of explained.map((line) => JSON.parse(line) as Why))
      if ('summary' in each) whys.push({ ...each, routing_decision_id: 0, decided_at: '' });
  }
  return whys;
}

/** Enables or disables sites. Returns the principal of the requests from then on. */
async function enable(principal: Principal, sites: readonly string[], enabled: boolean): Promise<Principal> {
  const { client_id: id } = principal;
  const client = await db.prisma.client.findUniqueOrThrow({ where: { id } });
  const { file } = await db.prisma.$transaction((tx) => readAccountState(tx, client));
  const warehouses = file.warehouses.map((each) =>
    sites.includes(each.warehouse_id) ? { ...each, enabled } : each,
  );
  await applyAccountFile(db, { client: { slug: client.slug }, warehouses }, { baseDir: null });
  const { configuration_id } = await db.prisma.client.findUniqueOrThrow({ where: { id } });
  return { ...principal, configuration_id: configuration_id! };
}

async function windowsOf(runId: number) {
  const { rows } = await db.pool.query(
    'SELECT number, figures, lines FROM run_windows WHERE run_id = $1 ORDER BY number',
    [runId],
  );
  return rows;
}

async function stockOf(principal: Principal) {
  const { rows } = await db.pool.query(
    `SELECT w.warehouse_id, i.sku, i.quantity - CASE WHEN i.reserved_epoch = l.stock_epoch THEN i.reserved ELSE 0 END AS free
     FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id JOIN ledgers l ON l.id = i.ledger_id
     WHERE i.ledger_id = $1 ORDER BY 1, 2`,
    [principal.ledger_id],
  );
  return rows;
}

const SKUS = ['A', 'B', 'C', 'D'];
const SITES = ['EWR1', 'ATL1', 'ONT1'];

const orderArbitrary = fc.record({
  destination_zip: fc.constantFrom('10001', '30301', '90001', '60601', 'nowhere', '99501'),
  is_vip: fc.boolean(),
  priority_level: fc.option(fc.integer({ min: -1, max: 2 }), { nil: null }),
  order_created_at: fc.constantFrom(null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000001Z'),
  partner_id: fc.constantFrom(null, 'block', 'subset'),
  lines: fc.array(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      quantity: fc.integer({ min: 1, max: 4 }),
      unit_value: fc.constantFrom(null, 3.5),
      unit_weight: fc.constantFrom(null, 0, 2.5),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const scenarioArbitrary = fc.record({
  variant: fc.constantFrom('A' as const, 'B' as const),
  aware: fc.boolean(),
  consume: fc.boolean(),
  priority: fc.boolean(),
  stock: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 }),
  orders: fc.array(orderArbitrary, { minLength: 1, maxLength: 40 }),
  /** How many of the orders were routed once before: they hold units when the run begins. */
  before: fc.integer({ min: 0, max: 5 }),
  chunkOrders: fc.integer({ min: 1, max: 15 }),
  batchOrders: fc.integer({ min: 1, max: 15 }),
  reversed: fc.boolean(),
  /** By site; null: it has neither a calendar nor a capacity. */
  limits: fc.array(
    fc.option(
      fc.record({
        shipments_per_day: fc.integer({ min: 0, max: 12 }),
        when_full: fc.constantFrom('skip' as const, 'later' as const),
      }),
    ),
    { minLength: 3, maxLength: 3 },
  ),
  ranking: fc.constantFrom('transit' as const, 'delivery' as const),
  /** Sites that are disabled after the managed run was accepted, and before the batch is sent. */
  disabled: fc.oneof(fc.constant<string[]>([]), fc.subarray(SITES)),
  /** The setting batch_max_days_later, if its orders are improved together. */
  days_later: fc.constantFrom(undefined, 0, null),
  /** Null: it has no rates. */
  costs: fc.option(
    fc.record({
      objective: fc.constantFrom('fewest_shipments' as const, 'lowest_cost' as const),
      ranking: fc.constantFrom('transit' as const, 'cost' as const),
      split_penalty: fc.constantFrom(0, 2),
      weights: fc.array(fc.constantFrom(undefined, 0.5, 3), { minLength: 4, maxLength: 4 }),
    }),
  ),
});

/** A few prices of which none is for the last zones. */
const PRICES =
  'warehouse_id,zone,max_weight,price\n*,1,5,4\n*,1,50,9\nATL1,1,50,2\n*,5,4,6\n*,5,20,11.25\n*,7,10,7\n';

/** Ships every day until shortly before midnight. */
const CALENDAR = {
  time_zone: 'Asia/Tokyo',
  cut_off: '23:59',
  ship_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
};

function dayInTokyo(): string {
  return new Date().toLocaleDateString('en', { timeZone: CALENDAR.time_zone });
}

describe('a managed run', () => {
  it('decides as one synchronous batch of the same orders on the same state, whatever the chunks and batches', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioArbitrary, async (scenario) => {
        const today = dayInTokyo();
        const orders = scenario.orders.map((order, i) => anOrder({ ...order, order_id: `o${i}` }));
        const [managed, sync] = await Promise.all([prepare(scenario, orders), prepare(scenario, orders)]);
        const runId = await createAcceptedRun(db, managed, orders, scenario.chunkOrders);
        const disabled = await Promise.all(
          [managed, sync].map((each) => enable(each, scenario.disabled, false)),
        );
        const batch = await service.route(disabled[1]!, orders);
        const chunks = chunksOf(orders.length, scenario.chunkOrders);
        const run = await workOff(runId, scenario.reversed ? chunks.reverse() : chunks, scenario.batchOrders);
        expect(run).toMatchObject({ status: 'completed', phase: 'done', orders_routed: orders.length });
        fc.pre(dayInTokyo() === today); // both were decided on one day
        expect(await decisionsOf(runId)).toEqual(await decisionsOf(batch.run.routing_run_id!));
        const whys = await whysOf(runId);
        expect(whys).toEqual(await whysOf(batch.run.routing_run_id!));
        await enable(managed, scenario.disabled, true);
        expect(await whysOf(runId)).toEqual(whys);
        expect(await stockOf(managed)).toEqual(await stockOf(sync));
        const { rows } = await db.pool.query(
          `SELECT full_count, split_count, partial_count, partial_split_count, none_count FROM runs WHERE id = $1`,
          [runId],
        );
        expect(batch.run).toMatchObject(rows[0]);
        expect(await windowsOf(runId)).toEqual(await windowsOf(batch.run.routing_run_id!));
      }),
      { numRuns: casesOf(25, 6) },
    );
  });

  it('sees a sync that comes between its batches, for the orders after it', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    const orders = Array.from({ length: 5000 }, (_, i) =>
      anOrder({ lines: [{ sku: i < 4000 ? 'B' : 'A', quantity: 1, unit_value: 1 }] }),
    );
    const runId = await createAcceptedRun(db, live, orders, 5000);
    await scoreOneChunk(service.deps, { run_id: runId, chunk: 0 });
    const did = await JOBS['allocate-run'].task(service.deps, { run_id: runId, batch: 0 });
    expect(did).toMatchObject({ finished: false });
    await service.sync(live, [{ sku: 'A', quantity: 400 }]);
    await workOff(runId, []);
    const full = (await decisionsOf(runId)).filter(({ status }) => status === 'FULL');
    expect(full).toHaveLength(400);
  });

  it.each([true, false])(
    'ships nothing more from a warehouse that is disabled between its steps, with inventory: %s',
    async (use_inventory_availability) => {
      const { live } = await createTestAccount(db, { settings: { use_inventory_availability } });
      const rows = SITES.map((warehouse_id) => ({ sku: 'A', warehouse_id, quantity: 9000 }));
      await service.sync(live, rows);
      const orders = Array.from({ length: 4100 }, () => anOrder());
      const runId = await createAcceptedRun(db, live, orders, 4000);
      await scoreOneChunk(service.deps, { run_id: runId, chunk: 0 });
      if (use_inventory_availability) {
        await scoreOneChunk(service.deps, { run_id: runId, chunk: 1 });
        await JOBS['allocate-run'].task(service.deps, { run_id: runId, batch: 0 });
      }
      const before = (await loadManagedRun(db.pool, runId))!.orders_routed;
      expect(before).toBe(4000);
      await enable(live, ['EWR1'], false);
      await workOff(runId, [1]);
      await enable(live, ['EWR1'], true);
      const seen = (await whysOf(runId)).map(({ warehouses, left_out }) =>
        [
          warehouses[0]!.warehouse_id,
          ...left_out.map((each) => `${each.warehouse_id} ${each.because}`),
        ].join(),
      );
      expect(seen).toEqual(orders.map((_, place) => (place < before ? 'EWR1' : 'ATL1,EWR1 disabled')));
    },
  );

  it('gives the ledger up between its batches to another request', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 9000 }]);
    const orders = Array.from({ length: 4000 }, () => anOrder());
    const runId = await createAcceptedRun(db, live, orders, 4000);
    await scoreOneChunk(service.deps, { run_id: runId, chunk: 0 });
    const work = JOBS['allocate-run'].task(service.deps, { run_id: runId, batch: 0 });
    let between = 0;
    for (let ended = false; !ended; ) {
      await service.route(live, [anOrder()]);
      const run = (await loadManagedRun(db.pool, runId))!;
      if (run.orders_routed > 0 && run.orders_routed < 4000) between++;
      ended = run.phase === 'done';
    }
    expect(await work).toMatchObject({ finished: true, orders: 4000 });
    expect(between).toBeGreaterThan(3); // two transactions of 40 batches each would let in one
  });

  it('gives its thread up after a transaction where another task waits for it, and goes on in its next job', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 9000 }]);
    const orders = Array.from({ length: 4000 }, () => anOrder());
    const runId = await createAcceptedRun(db, live, orders, 4000);
    await scoreOneChunk(service.deps, { run_id: runId, chunk: 0 });
    const take = (isWaitedFor: boolean) =>
      JOBS['allocate-run'].task(
        { ...service.deps, isThreadWaitedFor: () => isWaitedFor },
        { run_id: runId, batch: 0 },
      );
    const first = await take(true);
    expect(first!.finished).toBe(false);
    expect(first!.orders).toBeGreaterThan(0);
    const rest = 4000 - first!.orders;
    expect(await take(false)).toMatchObject({ finished: true, orders: rest });
  });
});

/** A client with the scenario's settings and stock, on which the first orders were routed before. */
async function prepare(
  scenario: typeof scenarioArbitrary extends fc.Arbitrary<infer T> ? T : never,
  orders: readonly RoutingOrder[],
): Promise<Principal> {
  const warehouses = anAccountFile().warehouses!.map((warehouse, n) => {
    const capacity = scenario.limits[n];
    if (!capacity) return warehouse;
    return { ...warehouse, calendar: CALENDAR, ...(scenario.variant === 'A' && { capacity }) };
  });
  const { live, slug } = await createTestAccount(db, {
    client: { contract_variant: scenario.variant },
    warehouses,
    settings: {
      use_inventory_availability: scenario.aware,
      consume_inventory_during_batch: scenario.consume,
      priority_allocation: scenario.priority,
      max_transit_days: { mode: 'warn', days: 2 },
      ranking: scenario.ranking,
      ...(scenario.days_later !== undefined && {
        ...{ batch_optimization: 'improve', batch_max_days_later: scenario.days_later },
      }),
    },
    profiles: [
      { partner_id: 'block', name: 'Block', settings: { split_shipment: 'block' } },
      { partner_id: 'subset', name: 'Subset', settings: {}, warehouse_ids: ['ATL1', 'ONT1'] },
    ],
    item_controls: [{ sku: 'D', rule: 'do_not_split' }],
  });
  const { costs } = scenario;
  if (costs !== null) {
    const { objective, ranking, split_penalty } = costs;
    await importPrices(db, slug, { text: PRICES, currency: null });
    const file = { client: { slug }, settings: { objective, ranking }, split_penalty };
    await applyAccountFile(db, file, { baseDir: null });
  }
  const { configuration_id } = await db.prisma.client.findUniqueOrThrow({ where: { slug } });
  const principal = { ...live, configuration_id: configuration_id! };
  await service.sync(
    principal,
    SKUS.flatMap((sku, s) =>
      SITES.map((warehouse_id, w) => ({
        sku,
        warehouse_id,
        quantity: scenario.stock[s * 3 + w]!,
        unit_value: 2,
        ...(costs && { unit_weight: costs.weights[s] ?? null }),
      })),
    ),
  );
  if (scenario.before > 0) await service.route(principal, orders.slice(0, scenario.before));
  return principal;
}
