import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoutingOrder } from '../contracts/order.ts';
import { canonicalTimestamp } from '../contracts/timestamp.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/sql.ts';
import { arbitraryOrders } from '../testing/arbitrary-order.ts';
import { casesOf } from '../testing/long.ts';
import { oddText } from '../testing/odd-text.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { parseLines } from './decisions/order-codec.ts';
import { insertOrders, orderColumns } from './run-store.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

/** JSON escapes what PostgreSQL cannot keep, and json, unlike jsonb, keeps the escapes; NUL is refused before. */
const data = fc.option(fc.dictionary(fc.constantFrom('note', 'a\nb', '\\'), oddText));
const withData = fc
  .tuple(arbitraryOrders, fc.array(data, { minLength: 12, maxLength: 12 }))
  .map(([orders, all]) =>
    orders.map(
      (order, i): RoutingOrder => ({ ...order, raw_order_data: all[i] ? JSON.stringify(all[i]) : null }),
    ),
  );

it('saves orders as they are, whatever their texts contain', async () => {
  const { live } = await createTestAccount(db);
  await fc.assert(
    fc.asyncProperty(withData, async (orders) => {
      fc.pre(orders.length > 0);
      const client = await db.pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(prepared(insertOrders(live.ledger_id, 1_000_000, orderColumns(orders))));
        const { rows } = await client.query(
          `SELECT id, order_id, destination_zip, lines::text, is_vip, priority_level, order_created_at::text, partner_id,
                  carrier, ship_method, raw_order_data::text
           FROM orders WHERE id >= 1000000 ORDER BY id`,
        );
        expect(rows.map(({ id }) => id)).toEqual(orders.map((_, i) => 1_000_000 + i));
        const kept = rows.map(({ id, lines, order_created_at, ...row }) => ({
          ...row,
          lines: parseLines(lines),
          order_created_at: order_created_at && canonicalTimestamp(order_created_at),
        }));
        expect(kept).toEqual(orders);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    }),
    { numRuns: casesOf(200) },
  );
});
