import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../accounts/account-file.ts';
import { applyAccountFile } from '../accounts/apply-account.ts';
import type { Principal } from '../accounts/principal.ts';
import { usageOf } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { Database } from '../db/database.ts';
import {
  createTwoServices,
  linesOf,
  type RoutingFixture,
  type TwoServices,
} from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';

let db: Database;
let service: RoutingFixture;
/** Another process. */
let other: RoutingFixture;
let close: TwoServices['close'];

beforeAll(async () => {
  const two = await createTwoServices();
  ({ db, close } = two);
  [service, other] = two.services;
});

afterAll(() => close());

const statuses = (run: RoutedRun) => run.decisions.map(({ decision }) => decision.status);

/** Changes a client's settings; returns its key's principal as of then. */
async function withSettings(principal: Principal, slug: string, settings: object): Promise<Principal> {
  await applyAccountFile(db, parseAccountFile({ client: { slug }, settings }), { baseDir: null });
  const { configuration_id: configurationId } = await db.prisma.client.findUniqueOrThrow({ where: { slug } });
  return { ...principal, configuration_id: configurationId! };
}

/** The reservations that hold stock now, as `order sku@warehouse=units`. */
async function reservations(ledgerId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT order_id || ' ' || sku || '@' || warehouse_id || '=' || ship_qty AS text
     FROM active_reservations WHERE ledger_id = $1 ORDER BY 1`,
    [ledgerId],
  );
  return rows.map((row) => row.text);
}

/** Where the counter that is kept and the reservations that it counts differ. Must be nothing, always. */
async function discrepancies(ledgerId: number) {
  const { rows } = await db.pool.query(
    `SELECT w.warehouse_id, i.sku, i.reserved, r.units
     FROM inventory i
     JOIN ledgers l ON l.id = i.ledger_id
     JOIN warehouses w ON w.id = i.warehouse_id
     LEFT JOIN (SELECT ledger_id, sku, warehouse_id, sum(ship_qty) AS units FROM active_reservations GROUP BY 1, 2, 3) r
       ON r.ledger_id = i.ledger_id AND r.sku = i.sku AND r.warehouse_id = w.warehouse_id
     WHERE i.ledger_id = $1
       AND coalesce(r.units, 0) <> CASE WHEN i.reserved_epoch = l.stock_epoch THEN i.reserved ELSE 0 END`,
    [ledgerId],
  );
  return rows;
}

describe('the reservation life cycle', () => {
  it('keeps the reservations when a sync fails', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    await service.route(live, [{ order_id: 'o1' }]);
    await expect(service.sync(live, [{ warehouse_id: 'NOPE' }])).rejects.toMatchObject({
      code: 'unknown_warehouse',
    });
    expect(await reservations(live.ledger_id)).toEqual(['o1 A@EWR1=1']);
  });

  it('neither creates nor applies reservations in routing-only mode, but ends one of a rerouted order', async () => {
    const { live, slug } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    await service.route(live, [{ order_id: 'o1' }]);
    const principal = await withSettings(live, slug, { use_inventory_availability: false });
    const run = await service.route(principal, [{ order_id: 'o2', lines: linesOf({ A: 50 }) }]);
    expect(statuses(run)).toEqual(['FULL']);
    expect(await reservations(live.ledger_id)).toEqual(['o1 A@EWR1=1']);
    await service.route(principal, [{ order_id: 'o1' }]);
    expect(await reservations(live.ledger_id)).toEqual([]);
    expect(await discrepancies(live.ledger_id)).toEqual([]);
  });
});

describe('Variant B inventory', () => {
  it('is a snapshot: a batch consumes it and the next batch starts over', async () => {
    const { live } = await createTestAccount(db, { client: { contract_variant: 'B' } });
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    for (const _ of [1, 2]) {
      expect(statuses(await service.route(live, [{}, { is_vip: true }]))).toEqual(['NONE', 'FULL']);
    }
    expect(await reservations(live.ledger_id)).toEqual([]);
    const { rows } = await db.pool.query('SELECT reserved FROM inventory WHERE ledger_id = $1', [
      live.ledger_id,
    ]);
    expect(rows).toEqual([{ reserved: 0 }]);
  });

  it('shows every order the same snapshot where a batch does not consume', async () => {
    const { live } = await createTestAccount(db, {
      client: { contract_variant: 'B' },
      settings: { consume_inventory_during_batch: false },
    });
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    expect(statuses(await service.route(live, [{}, {}, {}]))).toEqual(['FULL', 'FULL', 'FULL']);
  });
});

describe('concurrent requests', () => {
  it('never promise a unit twice, from two processes, and leave each order one active reservation', async () => {
    const { live } = await createTestAccount(db);
    const skus = ['A', 'B', 'C'];
    const sites = ['EWR1', 'ATL1', 'ONT1'];
    // A SKU is missing at one site each, so that orders of two SKUs have to be split
    await service.sync(
      live,
      skus.flatMap((sku, missing) =>
        sites.toSpliced(missing, 1).map((warehouse_id) => ({ sku, warehouse_id, quantity: 11 })),
      ),
    );
    const batches = Array.from({ length: 40 }, (_, batch) =>
      Array.from({ length: 6 }, (_, n) => ({
        // IDs recur from batch to batch: most orders are rerouted while others are routed
        order_id: `o${(batch * 5 + n * 7) % 60}`,
        lines: linesOf({ [skus[(batch + n) % 3]!]: 1 + (n % 3), [skus[(batch + n + 1) % 3]!]: 1 }),
      })),
    );
    const runs = await Promise.all(
      batches.map((orders, batch) => (batch % 2 ? service : other).route(live, orders)),
    );
    expect(runs.flatMap(statuses)).toContain('SPLIT');
    expect(runs.flatMap(statuses)).toContain('NONE');
    const over = await db.pool.query('SELECT 1 FROM inventory WHERE ledger_id = $1 AND reserved > quantity', [
      live.ledger_id,
    ]);
    expect(over.rows).toEqual([]);
    expect(await discrepancies(live.ledger_id)).toEqual([]);
    const active = await db.pool.query(
      `SELECT o.order_id FROM decisions d JOIN orders o USING (id) JOIN ledgers l ON l.id = d.ledger_id
       WHERE d.ledger_id = $1 AND d.reservation_epoch = l.stock_epoch
         AND d.id <> (SELECT max(p.id) FROM orders p WHERE p.ledger_id = $1 AND p.order_id = o.order_id)`,
      [live.ledger_id],
    );
    expect(active.rows).toEqual([]);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(240);
  });

  it('pass a trial limit of 15 orders with exactly 15 of 20', async () => {
    const { live } = await createTestAccount(db, {
      client: { plan: 'trial', subscription_status: 'trialing' },
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? service : other).route(live, [{}])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'usage_limit' });
    }
    expect((await usageOf(db.pool, live, new Date())).used).toBe(15);
  });
});
