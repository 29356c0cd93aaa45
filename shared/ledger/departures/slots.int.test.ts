import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountFileInput } from '../../account/account-file.ts';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../identity/principal.ts';
import { reconcile } from '../../operations/reconcile/reconcile.ts';
import { rerouteOrder } from '../../runs/reroute-order.ts';
import { tryOrders } from '../../runs/try-orders.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, answered, createServices, type RoutingFixture } from '../../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount } from '../../testing/test-account.ts';
import { scoreRun, workRun } from '../../testing/work-run.ts';
import { JOBS } from '../../work/jobs.ts';
import { releaseOrder } from '../correct-order.ts';

let db: Database;
/** Four processes on one database. */
let services: readonly RoutingFixture[];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, services, close } = await createServices(4));
});
afterAll(() => close());

type Warehouse = NonNullable<AccountFileInput['warehouses']>[number];

/** A client with a hundred units of A at the sites, which have what `limits` gives them, in their order. */
async function aClient(...limits: Partial<Warehouse>[]): Promise<Principal> {
  const warehouses = anAccountFile().warehouses!.map((warehouse, n) => ({ ...warehouse, ...limits[n] }));
  const { live } = await createTestAccount(db, { warehouses: warehouses.slice(0, limits.length) });
  const rows = limits.map((_, n) => ({ sku: 'A', warehouse_id: warehouses[n]!.warehouse_id, quantity: 100 }));
  await services[0]!.sync(live, rows);
  return live;
}

const orders = (count: number) => Array.from({ length: count }, () => anOrder());

/** Slots of each warehouse and day, with the number of orders that hold them. */
async function placesOf({ ledger_id }: Principal) {
  const { rows } = await db.pool.query<{ warehouse_id: string; taken: number; held: number }>(
    `SELECT w.warehouse_id, p.taken, count(h.order_id)::int AS held
     FROM places_taken p JOIN warehouses w ON w.id = p.warehouse_id
     LEFT JOIN held_places h USING (ledger_id, day)
     WHERE p.ledger_id = $1 AND (h.warehouse_id IS NULL OR h.warehouse_id = p.warehouse_id)
     GROUP BY 1, p.day, 2 ORDER BY 1, p.day`,
    [ledger_id],
  );
  return rows;
}

const release = (live: Principal, order_id: string, left = false) =>
  releaseOrder(services[0]!.deps, live, { order_id, idempotency: null, dry_run: false, left });

/** All that is decided on one day. */
const ALL_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const CALENDAR = { time_zone: 'UTC', cut_off: '23:59', ship_days: ALL_DAYS };

describe('slots', () => {
  it('of many clients are never given twice while orders come, go and move at once in four processes', async () => {
    const clients = await Promise.all(
      Array.from({ length: casesOf(40) }, () =>
        aClient({ capacity: { shipments_per_day: 5 } }, { capacity: { shipments_per_day: 5 } }),
      ),
    );
    await Promise.all(
      clients.map(async (live, client) => {
        const sent = orders(16);
        await Promise.all(sent.map((order, n) => services[(client + n) % 4]!.route(live, [order])));
        const reroute = { exclude_warehouse_ids: ['EWR1'], only_warehouse_ids: null, note: null };
        const again = { reroute, unless_worse: false, idempotency: null, dry_run: null };
        const [released, moved, ...others] = sent;
        await Promise.all([
          release(live, released!.order_id),
          rerouteOrder(services[1]!.deps, live, { order_id: moved!.order_id, ...again }),
          ...others.map((order, n) => services[n % 4]!.route(live, [order])),
        ]);
      }),
    );
    for (const live of clients) {
      for (const { taken, held } of await placesOf(live)) {
        expect(taken).toBe(held);
        expect(taken).toBeLessThanOrEqual(5);
      }
    }
    expect((await reconcile(db, {})).differences).toEqual([]);
  });

  it('stay taken by a sync, and come back also when the warehouse has no capacity any more', async () => {
    const live = await aClient({ capacity: { shipments_per_day: 1 } });
    const [order] = orders(1);
    await services[0]!.route(live, [order!]);
    await services[0]!.sync(live, [{ sku: 'A', quantity: 50 }]);
    expect(await placesOf(live)).toEqual([{ warehouse_id: 'EWR1', taken: 1, held: 1 }]);
    const { rows } = await db.pool.query(
      `UPDATE configuration_parts p SET body = (p.body::jsonb #- '{0,capacity}')::json FROM configurations c
       WHERE c.id = $1 AND p.client_id = c.client_id AND p.digest = c.warehouses[1] RETURNING c.id`,
      [live.configuration_id],
    );
    expect(rows).toHaveLength(1);
    await services[1]!.route(live, [order!]);
    expect(await placesOf(live)).toEqual([{ warehouse_id: 'EWR1', taken: 0, held: 0 }]);
  });

  it('come back by a managed run whose orders do not see each other, and which takes none', async () => {
    const live = await aClient({ capacity: { shipments_per_day: 2 } });
    const [order, other] = orders(2);
    await services[0]!.route(live, [order!, other!]);
    await db.pool.query(
      `UPDATE configuration_parts p
       SET body = CASE p.digest WHEN c.settings THEN jsonb_set(p.body::jsonb, '{settings,use_inventory_availability}', 'false')
                                ELSE p.body::jsonb #- '{0,capacity}' END
       FROM configurations c WHERE c.id = $1 AND p.client_id = c.client_id AND p.digest = ANY (c.settings || c.warehouses)`,
      [live.configuration_id],
    );
    await workRun(services[1]!.deps, await createAcceptedRun(db, live, [order!], 1));
    expect(await placesOf(live)).toEqual([{ warehouse_id: 'EWR1', taken: 1, held: 1 }]);
    expect((await reconcile(db, {})).differences).toEqual([]);
  });

  it('are free for a dry run of the order that holds them, which takes none', async () => {
    const live = await aClient({ capacity: { shipments_per_day: 1 } });
    const [holder, other] = orders(2);
    await services[0]!.route(live, [holder!]);
    const statuses = async (order: typeof holder) => {
      const trying = tryOrders(services[0]!.deps, live, [order!], { explain: false }, (run) => run);
      const { answer } = answered(await trying);
      return answer.decisions.map(({ decision }) => decision.status);
    };
    expect([await statuses(holder), await statuses(other)]).toEqual([['FULL'], ['NONE']]);
    expect(await placesOf(live)).toEqual([{ warehouse_id: 'EWR1', taken: 1, held: 1 }]);
  });
});

describe('a managed run', () => {
  it('keeps its moment past a cut-off: the dates of its orders are those of its first turn', async () => {
    const live = await aClient({ calendar: CALENDAR });
    const runId = await createAcceptedRun(db, live, orders(3), 3);
    const monday = '2026-11-30T12:00:00Z';
    await scoreRun(services[0]!.deps, runId);
    await db.pool.query('UPDATE runs SET as_of = $2 WHERE id = $1', [runId, monday]);
    await JOBS['allocate-run'].task(services[1]!.deps, { run_id: runId, batch: 0 });
    const { rows } = await db.pool.query<{ days: number[]; as_of: Date }>(
      `SELECT d.data -> 'days' AS days, r.as_of FROM decisions d JOIN runs r ON r.id = d.run_id WHERE r.id = $1`,
      [runId],
    );
    const day = Date.parse('2026-11-30') / 86_400_000;
    expect(rows.map(({ days }) => days[0])).toEqual([day, day, day]);
    expect(rows[0]!.as_of.toISOString()).toBe('2026-11-30T12:00:00.000Z');
  });
});
