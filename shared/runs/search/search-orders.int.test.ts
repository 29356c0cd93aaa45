import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type FoundOrder, orderCountQuery, ordersQuery } from '../../contracts/account/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OrderStatus } from '../../engine/types.ts';
import type { Principal } from '../../identity/principal.ts';
import { decodeDecision, encodeDecision } from '../../ledger/decisions/codec.ts';
import { parseLines } from '../../ledger/decisions/order-codec.ts';
import { countStatuses } from '../../ledger/status-counts.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { workRun } from '../../testing/work-run.ts';
import { countOrders } from './count-orders.ts';
import { countKnownOrders } from './known-orders.ts';
import { readOrderCauses } from './order-causes.ts';
import { A_PAGE } from './scan-decisions.ts';
import { searchOrders, searchPage } from './search-orders.ts';

const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

const SITES = ['EWR1', 'ATL1', 'ONT1'];
const ODD = 'A"[\\,é%';

/** A ledger with many kinds of decisions, between those of another ledger. */
async function aBusyLedger(): Promise<Principal> {
  const { live, test } = await createTestAccount(db, {
    settings: { partial_shipment: 'warn' },
    item_controls: [
      { sku: 'HOLD', rule: 'hold' },
      { sku: 'DROP', rule: 'drop_ship' },
    ],
  });
  const stock = (of: Principal) =>
    service.sync(
      of,
      ['A', ODD].flatMap((sku) => SITES.map((warehouse_id) => ({ sku, warehouse_id, quantity: 12 }))),
    );
  await stock(live);
  await stock(test);
  const orderOf = (n: number) => ({
    order_id: `SO-${n % 23}`,
    destination_zip: ['10001', '94105-1234', 'nowhere', '30301'][n % 4]!,
    is_vip: n % 3 === 1,
    partner_id: ['P1', null][n % 2]!,
    deliver_by: n % 4 === 1 ? '2026-11-27' : null, // without a calendar nobody knows when it arrives
    lines: [
      { sku: ['A', ODD, 'HOLD', 'GONE'][n % 5] ?? 'A', quantity: 1 + (n % 7), unit_value: 5 },
      ...(n % 6 === 0 ? [{ sku: 'DROP', quantity: 1, unit_value: 5 }] : []),
      ...(n % 3 === 0 ? [{ sku: 'GONE', quantity: 2, unit_value: 5 }] : []),
    ],
  });
  for (let n = 0; n < 12; n++) {
    await service.route(live, [orderOf(n)]);
    if (n % 3 === 0) await service.route(test, [orderOf(n)]);
  }
  const run = Array.from({ length: 20 }, (_, n) => anOrder({ ...orderOf(n + 30), order_id: `RUN-${n}` }));
  const runId = await createAcceptedRun(db, live, run, 6);
  await service.route(
    live,
    Array.from({ length: 9 }, (_, n) => orderOf(n * 2)),
  );
  await workRun(service.deps, runId);
  return live;
}

/** Makes the search of some of a ledger's decisions end before its proof. Returns their ids. */
async function endSearches(ledgerId: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.pool.query<{ id: number; status: OrderStatus; data: string; lines: string }>(
    `SELECT d.id, d.status, d.data::text AS data, o.lines::text AS lines
     FROM decisions d JOIN orders o USING (id) WHERE d.ledger_id = $1`,
    [ledgerId],
  );
  const ended = new Set<number>();
  for (const { id, status, data, lines } of rows) {
    const order = { lines: parseLines(lines) };
    const decision = decodeDecision(data, status, order.lines);
    const isEnded = id % 3 === 0;
    if (!isEnded) continue;
    const stored = { ...decision, budget_exhausted: true, at_least_shipments: id % 2 === 0 ? 1 : null };
    await db.pool.query('UPDATE decisions SET data = $2, incomplete = true WHERE id = $1', [
      id,
      encodeDecision(stored, order),
    ]);
    ended.add(id);
  }
  return ended;
}

/** A page ends after some run ranges of orders. */
const SHORT = { ms: 0, runRanges: 3 };

/** All that a search finds, page by page. */
async function searchAll(ledgerId: number, query: object, limit: number): Promise<FoundOrder[]> {
  const found: FoundOrder[] = [];
  let cursor: string | null | undefined;
  do {
    const asked = ordersQuery.parse({ ...query, limit, ...(cursor && { cursor }) });
    const page = await searchOrders(db, ledgerId, asked, SHORT);
    expect(page.orders.length).toBeLessThanOrEqual(limit);
    found.push(...page.orders);
    cursor = page.next_cursor;
  } while (cursor);
  return found;
}

const values = fc.record({
  status: fc.constantFrom('FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE'),
  warned: fc.constant('true'),
  reason: fc.constantFrom(
    'insufficient_inventory',
    'item_control_hold',
    'external_fulfillment',
    'invalid_destination_zip',
    'no_inventory_available',
    'item_control',
  ),
  warehouse_id: fc.constantFrom(...SITES, 'NOWHERE'),
  sku: fc.constantFrom('A', ODD, 'HOLD', 'DROP', 'GONE', 'AB'),
  zip: fc.constantFrom('10001', '9', '94105', '1000'),
  search: fc.constant('incomplete'),
  late: fc.constant('true'),
  issues: fc.constant('true'),
  is_vip: fc.constant('true'),
  partner_id: fc.constantFrom('P1', 'P2'),
  min_units: fc.constantFrom('0', '4', '9'),
  min_value: fc.constantFrom('15', '20.01', '45'),
  q: fc.constantFrom('SO-1', 'SO-3', 'RUN', '941', 'A"', '%'),
});

/** Few filters at a time: more of them together find next to nothing. */
const filters = values.chain((all) =>
  fc
    .subarray(Object.entries(all), { maxLength: 3 })
    .map((chosen): Partial<typeof all> => Object.fromEntries(chosen)),
);

describe('a search of orders', () => {
  it('finds what a look at each latest decision finds, by any filters, in pages of any size, in both orders', async () => {
    const { ledger_id } = await aBusyLedger();
    const ended = await endSearches(ledger_id);
    const all = await searchAll(ledger_id, {}, 1000);
    const latest = await db.pool.query<{ id: number }>(
      `SELECT o.id FROM orders o JOIN decisions d USING (id) WHERE o.ledger_id = $1 AND d.state <> 'replaced'`,
      [ledger_id],
    );
    expect(all.map(({ routing_decision_id }) => routing_decision_id).sort()).toEqual(
      latest.rows.map(({ id }) => id).sort(),
    );
    expect(new Set(all.map(({ status }) => status)).size).toBeGreaterThan(2);
    const ships = ({ shipments }: FoundOrder) => shipments > 0;
    expect(all.filter(({ late }) => late)).toEqual(
      all.filter((order) => ships(order) && order.deliver_by !== null),
    );
    expect(new Set(all.map(({ late }) => late)).size).toBe(2);
    const meets = (order: FoundOrder, filter: Record<string, string | undefined>) =>
      (filter.status === undefined || order.status === filter.status) &&
      (filter.warned === undefined || order.warned) &&
      (filter.reason === undefined || (order.reasons as string[]).includes(filter.reason)) &&
      (filter.warehouse_id === undefined ||
        order.warehouses.some(({ warehouse_id }) => warehouse_id === filter.warehouse_id)) &&
      (filter.late === undefined || order.late) &&
      (filter.issues === undefined || order.reasons.length > 0 || order.late || order.warned) &&
      (filter.is_vip === undefined || order.is_vip) &&
      (filter.partner_id === undefined || order.partner_id === filter.partner_id) &&
      (filter.min_units === undefined || order.units_ordered >= Number(filter.min_units)) &&
      (filter.min_value === undefined || order.total_value >= Number(filter.min_value)) &&
      (filter.search === undefined || ended.has(order.routing_decision_id)) &&
      (filter.sku === undefined || order.skus.includes(filter.sku)) &&
      (filter.zip === undefined || order.destination_zip.startsWith(filter.zip));
    const meetsText = (order: FoundOrder, q: string | undefined) =>
      q === undefined ||
      (all.some(({ order_id }) => order_id === q)
        ? order.order_id === q
        : order.order_id.includes(q) ||
          order.destination_zip.startsWith(q) ||
          order.skus.some((sku) => sku.startsWith(q)));
    for (const { order_id, routing_decision_id } of all.slice(0, 9)) {
      const found = await searchAll(ledger_id, { order_id, search: 'incomplete' }, 2);
      expect(found).toHaveLength(ended.has(routing_decision_id) ? 1 : 0);
    }
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(1, 2, 7, 100),
        fc.boolean(),
        async (filter, limit, isOldest) => {
          const newest = all.filter((order) => meets(order, filter) && meetsText(order, filter.q));
          const expected = isOldest ? newest.toReversed() : newest;
          const sort = isOldest ? 'created_at' : '-created_at';
          expect(await searchAll(ledger_id, { ...filter, sort }, limit)).toEqual(expected);
          const count = (bounds: object) =>
            countOrders(db, ledger_id, orderCountQuery.parse(filter), { effort: A_PAGE, ...bounds });
          expect(await count({})).toEqual({
            orders: expected.length,
            more: false,
            ...countStatuses(expected),
            late: expected.filter(({ late }) => late).length,
            warned: expected.filter(({ warned }) => warned).length,
            reasons: expect.any(Array),
          });
          const { reasons } = await count({});
          for (const { reason, orders } of reasons)
            expect([reason, expected.filter((order) => order.reasons.includes(reason)).length]).toEqual([
              reason,
              orders,
            ]);
          expect(reasons).toHaveLength(new Set(expected.flatMap((order) => order.reasons)).size);
          expect(await count({ most: 3 })).toMatchObject({
            orders: Math.min(3, expected.length),
            more: expected.length > 3,
          });
        },
      ),
      { numRuns: casesOf(150) },
    );
  });

  it('is about the runs that began in a period', async () => {
    const { live } = await createTestAccount(db);
    const runs = [];
    for (let n = 0; n < 8; n++)
      runs.push((await service.route(live, [{ order_id: `P-${n}` }])).run.routing_run_id);
    await db.pool.query(
      `UPDATE runs SET created_at = '2026-03-01T00:00:00Z'::timestamptz + make_interval(hours => (id - $2)::int) WHERE id = ANY($1)`,
      [runs, runs[0]],
    );
    const began = await db.pool.query<{ id: number; created_at: Date }>(
      'SELECT id, created_at FROM runs WHERE id = ANY($1) ORDER BY id',
      [runs],
    );
    const period = {
      from: began.rows[2]!.created_at.toISOString(),
      to: began.rows[5]!.created_at.toISOString(),
    };
    const found = await searchAll(live.ledger_id, period, 2);
    const { ledger_id } = live;
    expect((await countOrders(db, ledger_id, orderCountQuery.parse(period))).orders).toBe(3);
    expect(await countKnownOrders(db.pool, ledger_id, ['P-1', 'P-1', 'P-2', 'p-3', 'NEW'])).toBe(2);
    expect(found.map(({ order_id }) => order_id)).toEqual(['P-4', 'P-3', 'P-2']);
    expect(await searchAll(live.ledger_id, { from: '2030-01-01' }, 2)).toEqual([]);
    expect(await searchAll(live.ledger_id, { to: '2020-01-01' }, 2)).toEqual([]);
  });

  it('adds up the causes of what does not ship in full and on time, as the list has them', async () => {
    const { ledger_id } = await aBusyLedger();
    const listed = await searchAll(ledger_id, { issues: 'true' }, 100);
    const { more, causes } = await readOrderCauses({ db }, { ledger_id });
    expect(more).toBe(false);
    const ofList = new Map<string, number>();
    for (const { reasons, late, status } of listed)
      for (const cause of [...reasons, ...(late && status !== 'NONE' ? (['late'] as const) : [])])
        ofList.set(cause, (ofList.get(cause) ?? 0) + 1);
    expect(new Map(causes.map(({ cause, orders }) => [cause, orders]))).toEqual(ofList);
    const missing = listed.reduce((sum, order) => sum + order.units_ordered - order.units_shipped, 0);
    const units = causes.filter(({ cause }) => cause !== 'late').reduce((sum, each) => sum + each.units, 0);
    expect(units).toBe(missing);
    for (const { units: all, value, skus } of causes) {
      const named = skus.reduce((sum, sku) => sum + sku.units, 0);
      expect(named >= 0.8 * all || skus.length === 5).toBe(true);
      expect(value).toBe(5 * all);
    }
  });

  it('says how far back a page that its time cut short has come', async () => {
    const { ledger_id } = await aBusyLedger();
    const query = { sku: 'NOT-THERE', limit: 5 };
    const page = await searchOrders(db, ledger_id, ordersQuery.parse(query), SHORT);
    expect(page).toEqual({
      orders: [],
      next_cursor: expect.any(String),
      searched_back_to: expect.stringMatching(/Z$/),
    });
    expect(await searchOrders(db, ledger_id, ordersQuery.parse(query))).toEqual({
      orders: [],
      next_cursor: null,
      searched_back_to: null,
    });
    await expect(searchOrders(db, ledger_id, ordersQuery.parse({ cursor: 'x' }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('that ended before its proof is found by index, in a run too', async () => {
    const { ledger_id } = await aBusyLedger();
    const ended = await endSearches(ledger_id);
    const { rows } = await db.pool.query<{ id: number; run_id: number }>(
      'SELECT id, run_id FROM decisions WHERE ledger_id = $1 ORDER BY run_id, id',
      [ledger_id],
    );
    const run = rows.at(-1)!.run_id;
    const bounds = { first: run, last: run };
    const filter = { search: 'incomplete' } as const;
    const scan = { ledger_id, direction: 'request_order', bounds, filter } as const;
    const page = await searchPage(db, scan, { limit: 100 });
    const expected = rows.filter(({ id, run_id }) => run_id === run && ended.has(id));
    expect(expected.length).toBeGreaterThan(1);
    expect(page.orders.map(({ routing_decision_id }) => routing_decision_id)).toEqual(
      expected.map(({ id }) => id),
    );
    // A table as small as this one is read whole, so those ways are closed: only the index gives this order unsorted.
    const plan = await inTransaction(db.pool, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_sort = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM decisions WHERE ledger_id = 1 AND incomplete ORDER BY run_id, id`,
      );
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join()).toContain('decisions_incomplete_idx');
  });

  it("finds a run's decisions in request order, those too that were replaced", async () => {
    const { live } = await createTestAccount(db);
    const { run } = await service.route(
      live,
      Array.from({ length: 5 }, (_, n) => ({ order_id: `R-${n}` })),
    );
    await service.route(live, [{ order_id: 'R-3' }]);
    const bounds = { first: run.routing_run_id!, last: run.routing_run_id! };
    const scan = { ledger_id: live.ledger_id, direction: 'request_order', bounds, filter: {} } as const;
    const first = await searchPage(db, scan, { limit: 3 });
    const second = await searchPage(db, scan, { limit: 3, cursor: first.next_cursor! });
    const ids = [...first.orders, ...second.orders].map(({ order_id, latest }) => [order_id, latest]);
    expect(ids).toEqual([
      ['R-0', true],
      ['R-1', true],
      ['R-2', true],
      ['R-3', false],
      ['R-4', true],
    ]);
    expect(second.next_cursor).toBeNull();
  });
});
