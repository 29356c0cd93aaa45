import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { rerouteOrder } from '../runs/reroute-order.ts';
import { casesOf } from '../testing/long.ts';
import { anOrder, answered, createTwoServices, type RoutingFixture } from '../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount } from '../testing/test-account.ts';
import { releaseOrder } from './correct-order.ts';
import type { OnceAnswered } from './prepared-run.ts';

/** Two processes on one database. */
const { db, services, close } = await createTwoServices();
// What is written under a ledger's lock, in the order in which it is written.
await db.pool.query(`
  CREATE SEQUENCE releases;
  CREATE TABLE journal (place BIGSERIAL, xid XID8, kind TEXT, ref BIGINT, ledger_id INT);
  CREATE FUNCTION journal_it() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO journal (xid, kind, ref, ledger_id)
    VALUES (pg_current_xact_id(), TG_TABLE_NAME,
            CASE TG_TABLE_NAME WHEN 'runs' THEN (to_json(NEW) ->> 'client_run_number')::bigint ELSE NEW.id END, NEW.ledger_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER journal_runs AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION journal_it();
  CREATE TRIGGER journal_syncs AFTER INSERT ON ingest_runs FOR EACH ROW EXECUTE FUNCTION journal_it()`);
afterAll(() => close());

const SITES = ['EWR1', 'ATL1', 'ONT1'];
const SKUS = ['A', 'B', 'C'];
const UNIT_VALUES = [null, 3, 40];

const orderId = fc.integer({ min: 0, max: 5 }).map((n) => `o${n}`);
const lines = fc.array(
  fc.record({
    sku: fc.constantFrom(...SKUS),
    quantity: fc.integer({ min: 1, max: 5 }),
    unit_value: fc.constantFrom(...UNIT_VALUES),
  }),
  { minLength: 1, maxLength: 3 },
);
const destination_zip = fc.constantFrom('10001', '90210', '60601', 'nowhere');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('route' as const),
      orders: fc.uniqueArray(fc.record({ order_id: orderId, lines, destination_zip, is_vip: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
        size: 'small',
        selector: (order) => order.order_id,
      }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('route' as const),
      orders: fc
        .record({ order_id: orderId, lines, destination_zip, is_vip: fc.boolean() })
        .map((order) => [order]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reroute' as const),
      order_id: orderId,
      exclude: fc.subarray(SITES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), order_id: orderId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      sku: fc.constantFrom(...SKUS),
      site: fc.constantFrom(...SITES),
      quantity: fc.integer({ min: 0, max: 12 }),
      unit_value: fc.constantFrom(...UNIT_VALUES),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const settings = fc.record({
  use_inventory_availability: fc.constantFrom(true, true, true, false),
  consume_inventory_during_batch: fc.boolean(),
  split_shipment: fc.constantFrom('allow' as const, 'warn' as const, 'block' as const),
  minimum_shipment_value: fc.constantFrom({ mode: 'allow' as const }, { mode: 'block' as const, value: 20 }),
});
const variant = fc.constantFrom('A' as const, 'B' as const);

/** Every site ships all days, but has few places. */
const CALENDAR = {
  time_zone: 'Asia/Tokyo',
  cut_off: '23:59',
  ship_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
};
const places = fc.option(
  fc.record({
    shipments_per_day: fc.integer({ min: 0, max: 3 }),
    when_full: fc.constantFrom('skip' as const, 'later' as const),
  }),
);

/** Takes a step; returns what the journal calls it. */
async function take({ deps, route, sync }: RoutingFixture, live: Principal, each: Step): Promise<string> {
  switch (each.kind) {
    case 'route': {
      const { run } = await route(live, each.orders.map(anOrder));
      return `runs ${run.client_run_number}`;
    }
    case 'sync': {
      const { sku, site: warehouse_id, quantity, unit_value } = each;
      const { ingest_run_id } = await sync(live, [{ sku, warehouse_id, quantity, unit_value }]);
      return `ingest_runs ${ingest_run_id}`;
    }
    case 'release': {
      // A release without units may give back a place, so it writes itself into the journal.
      const { rows } = await db.pool.query("SELECT nextval('releases') AS release");
      const [{ release }] = rows;
      const approve = async (tx: pg.PoolClient) => {
        await tx.query(
          "INSERT INTO journal (xid, kind, ref, ledger_id) VALUES (pg_current_xact_id(), 'releases', $1, $2)",
          [release, live.ledger_id],
        );
      };
      const request = { order_id: each.order_id, idempotency: null, dry_run: false };
      await releaseOrder(deps, live, request, { approve });
      return `releases ${release}`;
    }
    case 'reroute': {
      const reroute = { exclude_warehouse_ids: each.exclude, only_warehouse_ids: null, note: null };
      const request = {
        order_id: each.order_id,
        reroute,
        unless_worse: false,
        idempotency: null,
        dry_run: null,
      };
      const before = await lastRun(live);
      const rerouted = answered(await rerouteOrder(deps, live, request)) as OnceAnswered<Uint8Array>;
      const shown = JSON.parse(Buffer.from(rerouted.answer).toString());
      const id = shown.routing_decision_id ?? shown.results[0].routing_decision_id;
      const { rows } = await db.pool.query(
        'SELECT client_run_number AS n FROM runs r JOIN decisions d ON d.run_id = r.id WHERE d.id = $1 AND r.client_run_number > $2',
        [id, before],
      );
      return `runs ${rows[0].n}`;
    }
  }
}

async function lastRun({ ledger_id }: Principal): Promise<number> {
  const { rows } = await db.pool.query('SELECT last_run_number FROM ledgers WHERE id = $1', [ledger_id]);
  return rows[0].last_run_number;
}

/** The same; that there is nothing to correct is an answer, too. */
async function takeAnyhow(service: RoutingFixture, live: Principal, each: Step): Promise<string | null> {
  try {
    return await take(service, live, each);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** What was done to a ledger, in the order in which it took effect. */
async function journalOf(ledgerId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ what: string }>(
    `SELECT kind || ' ' || ref AS what FROM journal WHERE ledger_id = $1 ORDER BY place`,
    [ledgerId],
  );
  return rows.map(({ what }) => what);
}

function dayInTokyo(): string {
  return new Date().toLocaleDateString('en', { timeZone: CALENDAR.time_zone });
}

/** All that is kept of a ledger's runs, without ids and times, in the order of their numbers. */
async function withStock(ledgerId: number): Promise<unknown> {
  const select = async (text: string) => (await db.pool.query(text, [ledgerId])).rows;
  return {
    runs: await select(
      `SELECT r.client_run_number, r.kind, r.status, r.orders_total, r.orders_routed, r.full_count, r.split_count,
              r.partial_count, r.partial_split_count, r.none_count, o.order_id, o.lines::text, d.status AS decided,
              d.data::text, d.state, d.reservation_epoch = l.stock_epoch AS is_reserved
       FROM runs r JOIN decisions d ON d.run_id = r.id JOIN orders o ON o.id = d.id JOIN ledgers l ON l.id = r.ledger_id
       WHERE r.ledger_id = $1 ORDER BY r.client_run_number, d.id`,
    ),
    stock: await select(
      `SELECT w.warehouse_id, sku, quantity, CASE WHEN reserved_epoch = stock_epoch THEN reserved ELSE 0 END AS reserved
       FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id JOIN ledgers l ON l.id = i.ledger_id
       WHERE i.ledger_id = $1 ORDER BY 2, 1`,
    ),
    reserved: await select(
      `SELECT order_id, sku, warehouse_id, sum(ship_qty)::int AS units FROM active_reservations WHERE ledger_id = $1
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    ),
    places: await select(
      `SELECT w.warehouse_id, day::text, taken, left_count FROM places_taken p JOIN warehouses w ON w.id = p.warehouse_id
       WHERE p.ledger_id = $1 AND taken > 0 ORDER BY 1, 2`,
    ),
    held: await select(
      `SELECT order_id, w.warehouse_id, day::text FROM held_places h JOIN warehouses w ON w.id = h.warehouse_id
       WHERE h.ledger_id = $1 ORDER BY 1, 2, 3`,
    ),
    used: await select(
      'SELECT sum(routed_orders)::int AS n FROM usage u JOIN ledgers l USING (client_id) WHERE l.id = $1',
    ),
    counted: await select(
      `SELECT sum(full_count)::int AS full, sum(split_count)::int AS split, sum(partial_count)::int AS partial,
              sum(none_count)::int AS none, sum(units_ordered)::int AS ordered, sum(units_shipped)::int AS shipped,
              sum(shipments)::int AS shipments
       FROM decision_hours WHERE ledger_id = $1`,
    ),
  };
}

it('requests of a ledger on two processes, however they meet, equal the same ones one after another', async () => {
  let grouped = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 24 }),
      settings,
      variant,
      fc.array(places, { minLength: SITES.length, maxLength: SITES.length }),
      fc.infiniteStream(fc.boolean()),
      async (steps, chosen, contract_variant, capacities, coins) => {
        const today = dayInTokyo();
        const warehouses = anAccountFile().warehouses!.map((warehouse, n) => ({
          ...warehouse,
          ...(capacities[n] && {
            calendar: CALENDAR,
            ...(contract_variant === 'A' && { capacity: capacities[n] }),
          }),
        }));
        const account = { client: { contract_variant }, settings: chosen, warehouses };
        const met = (await createTestAccount(db, account)).live;
        const alone = (await createTestAccount(db, account)).live;
        for (const live of [met, alone]) {
          const rows = SKUS.flatMap((sku) =>
            SITES.map((warehouse_id) => ({ sku, warehouse_id, quantity: 4 })),
          );
          await services[0].sync(
            live,
            rows.map((row, n) => ({ ...row, unit_value: UNIT_VALUES[n % 3]! })),
          );
        }
        const stepOf = new Map<string, Step>();
        const servicesOf = steps.map(() => services[coins.next().value ? 0 : 1]);
        await Promise.all(
          steps.map(async (each, n) => {
            const what = await takeAnyhow(servicesOf[n]!, met, each);
            if (what !== null) stepOf.set(what, each);
          }),
        );
        const [, ...journal] = await journalOf(met.ledger_id); // the first sync
        expect([...journal].sort()).toEqual([...stepOf.keys()].sort());
        const numbers = journal
          .filter((what) => what.startsWith('runs'))
          .map((what) => Number(what.slice(5)));
        expect(numbers).toEqual(numbers.map((_, n) => n + 1));
        for (const what of journal) await takeAnyhow(services[0], alone, stepOf.get(what)!);
        fc.pre(dayInTokyo() === today); // dates of the second ledger would be those of the next day
        expect(await withStock(met.ledger_id)).toEqual(await withStock(alone.ledger_id));
        const { rows } = await db.pool.query(
          `SELECT FROM journal WHERE ledger_id = $1 AND kind = 'runs' GROUP BY xid HAVING count(*) > 1`,
          [met.ledger_id],
        );
        grouped += rows.length;
      },
    ),
    // How requests meet differs each time: fewer steps would not fail in the same way.
    { numRuns: casesOf(40), endOnFailure: true },
  );
  expect(grouped).toBeGreaterThan(casesOf(40));
});
