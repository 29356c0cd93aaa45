import sql from 'sql-template-tag';
import { knownOrdersBody } from '../../contracts/account/orders.ts';
import { readStrictBody } from '../../contracts/intake/strict-body.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import type { Principal } from '../../identity/principal.ts';

/** Counts the order IDs of a body on which a ledger has a decision. */
export async function countSentOrders(
  { db }: { readonly db: Pick<Database, 'pool'> },
  { principal, body }: { readonly principal: Principal; readonly body: WholeBody },
): Promise<{ readonly answer: string; readonly replayed: false }> {
  const { order_ids } = readStrictBody(knownOrdersBody, body);
  const known = await countKnownOrders(db.pool, principal.ledger_id, order_ids);
  return { answer: JSON.stringify({ known }), replayed: false };
}

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
