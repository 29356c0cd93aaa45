import { afterAll, describe, expect, it } from 'vitest';
import { usageOf } from '../account/usage.ts';
import { anOrder, createRoutingFixture } from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { countRows } from '../testing/test-database.ts';
import { FEW_ORDERS, routeOrders } from './ledger-turn.ts';

const service = await createRoutingFixture();

afterAll(() => service.close());

/** Presenters that fail: before anything is awaited, and long after all else of the transaction is sent. */
const presenters = {
  'at once': () => {
    throw new Error('no answer');
  },
  later: async () => {
    await service.deps.db.pool.query('SELECT pg_sleep(0.1)');
    throw new Error('no answer');
  },
};

describe.each(Object.entries(presenters))('a presenter that throws %s', (_when, present) => {
  it.each([1, FEW_ORDERS, FEW_ORDERS + 1, 200])(
    'leaves no run, reservation, usage or key of %d orders',
    async (count) => {
      const { pool } = service.deps.db;
      const { live } = await createTestAccount(service.deps.db);
      await service.sync(live, [{ sku: 'A', quantity: 1000 }]);
      const orders = Array.from({ length: count }, () => anOrder());
      const key = { key: 'once', endpoint: 'POST /', request_hash: Buffer.alloc(32) };
      const run = { principal: live, request: { orders, warnings: null }, idempotency: key, present };
      await expect(routeOrders(service.deps, run)).rejects.toThrow('no answer');
      const { ledger_id } = live;
      for (const table of ['runs', 'orders', 'decisions', 'idempotency_keys'])
        expect(await countRows({ pool }, `${table} WHERE ledger_id = $1`, ledger_id)).toBe(0);
      const { rows } = await pool.query('SELECT sum(reserved) AS n FROM inventory WHERE ledger_id = $1', [
        ledger_id,
      ]);
      expect(rows).toEqual([{ n: 0 }]);
      expect((await usageOf(pool, live, new Date())).used).toBe(0);
      expect((await service.route(live, orders)).run.orders_routed).toBe(count);
    },
  );
});
