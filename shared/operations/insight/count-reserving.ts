import type { Queryable } from '../../db/database.ts';

/** Counts the orders of a client that have units reserved: in one of its ledgers, or in all (null). */
export async function countReserving(
  db: Queryable,
  clientId: number,
  ledgerId: number | null = null,
): Promise<number> {
  const { rows } = await db.query<{ orders: number }>({
    name: 'count-reserving',
    text: `SELECT count(DISTINCT d.id)::int AS orders
           FROM ledgers l
           JOIN reserved_units u ON u.ledger_id = l.id AND u.quantity > 0
           JOIN decisions d ON d.id = u.decision_id AND d.ledger_id = l.id AND d.reservation_epoch = l.stock_epoch
           WHERE l.client_id = $1 AND ($2::int IS NULL OR l.id = $2)`,
    values: [clientId, ledgerId],
  });
  return rows[0]!.orders;
}
