import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';

/** Counts the order IDs on which a ledger has a decision, each once. */
export async function countKnownOrders(
  db: Queryable,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<number> {
  const { rows } = await db.query<{ known: number }>(
    unprepared(sql`
      SELECT count(*)::int AS known FROM (SELECT DISTINCT unnest(${[...orderIds]}::text[]) AS order_id) AS sent
      WHERE EXISTS (SELECT FROM orders o WHERE o.ledger_id = ${ledgerId} AND o.order_id = sent.order_id)`),
  );
  return rows[0]!.known;
}
