import type { Queryable } from '../../db/database.ts';

/** An order of a ledger: by a decision on it, or the latest one of an order ID. */
export type SoughtOrder = { readonly ledger_id: number } & (
  | { readonly decision_id: number }
  | { readonly order_id: string }
);

/** The number of an order's lines, read without the lines themselves; 0 if it was never routed. */
export async function linesOfOrder(db: Queryable, order: SoughtOrder): Promise<number> {
  const { rows } = await db.query<{ lines: number }>(
    'decision_id' in order
      ? {
          name: 'lines-of-decision',
          text: 'SELECT json_array_length(lines) AS lines FROM orders WHERE ledger_id = $1 AND id = $2::bigint',
          values: [order.ledger_id, order.decision_id],
        }
      : {
          name: 'lines-of-order',
          text: `SELECT json_array_length(lines) AS lines FROM orders
                 WHERE ledger_id = $1 AND order_id = $2 ORDER BY id DESC LIMIT 1`,
          values: [order.ledger_id, order.order_id],
        },
  );
  return rows[0]?.lines ?? 0;
}
