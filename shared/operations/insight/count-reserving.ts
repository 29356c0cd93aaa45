import type { Queryable } from '../../db/database.ts';

/** Counts the orders of a client that have units reserved: in one of its ledgers, or in all (null). */
export async function countReserving(
  db: Queryable,
  clientId: number,
  ledgerId: number | null = null,
): Promise<number> {
  const { rows } = await db.query<{ orders: number }>({
    name: 'count-reserving',
    text: `SELECT count(*)::int AS orders
           FROM ledgers l
           JOIN runs r ON r.ledger_id = l.id
           JOIN run_chunks c ON c.run_id = r.id
           -- OFFSET 0 makes the planner scan the index once a chunk.
           CROSS JOIN LATERAL (
             SELECT id FROM decisions
             WHERE id >= c.first_id AND id < c.first_id + c.orders AND ledger_id = l.id
               AND reservation_epoch = l.stock_epoch OFFSET 0
           ) AS d
           WHERE l.client_id = $1 AND ($2::int IS NULL OR l.id = $2)`,
    values: [clientId, ledgerId],
  });
  return rows[0]!.orders;
}
