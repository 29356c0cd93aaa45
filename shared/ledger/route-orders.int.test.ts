import { afterAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../account/account-file.ts';
import { applyAccountFile } from '../account/apply-account.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { Principal } from '../identity/principal.ts';
import { createRoutingFixture, linesOf } from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

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
