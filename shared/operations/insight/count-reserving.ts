import type { Queryable } from '../../db/database.ts';
import { IS_RESERVED } from '../../ledger/stock/pair-rows.ts';

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
           JOIN reserved_units u ON u.ledger_id = l.id
           JOIN decisions d ON d.id = u.decision_id AND d.ledger_id = l.id AND ${IS_RESERVED}
           WHERE l.client_id = $1 AND ($2::int IS NULL OR l.id = $2)`,
    values: [clientId, ledgerId],
  });
  return rows[0]!.orders;
}
