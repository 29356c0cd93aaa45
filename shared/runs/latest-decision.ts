import type { RoutingOrder } from '../contracts/order.ts';
import type { Queryable } from '../db/database.ts';
import { decodeDecision } from '../decisions/codec.ts';
import { parseLines } from '../decisions/order-codec.ts';
import type { Decision, OrderStatus } from '../engine/types.ts';
import { AppError } from '../errors/app-error.ts';

/** An order as it was sent last, and the decision on it. */
export interface LatestDecision {
  /** routing_decision_id. */
  readonly id: number;
  readonly order: RoutingOrder;
  readonly decision: Decision;
}

type Row = Omit<RoutingOrder, 'lines' | 'order_created_at'> & {
  readonly id: number;
  readonly order_created_at: Date | null;
  readonly lines: string;
  readonly status: OrderStatus;
  readonly data: string;
};

/**
 * Reads the decision on an order ID of a ledger that was committed last.
 * Throws AppError not_found if the order was never decided.
 */
export async function latestDecision(
  db: Queryable,
  ledgerId: number,
  orderId: string,
): Promise<LatestDecision> {
  const { rows } = await db.query<Row>({
    name: 'latest-decision',
    text: `SELECT o.id, o.order_id, o.destination_zip, o.is_vip, o.priority_level, o.order_created_at, o.partner_id,
                  o.carrier, o.ship_method, o.lines::text AS lines, o.raw_order_data, d.status, d.data::text AS data
           FROM orders o
           JOIN decisions d ON d.id = o.id
           WHERE o.ledger_id = $1 AND o.order_id = $2
           ORDER BY d.commit_order DESC NULLS LAST, o.id DESC LIMIT 1`,
    values: [ledgerId, orderId],
  });
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', `Order ${orderId} was not routed.`);
  const { id, status, data, order_created_at, ...order } = row;
  const lines = parseLines(row.lines);
  return {
    id,
    order: { ...order, lines, order_created_at: order_created_at?.toISOString() ?? null },
    decision: decodeDecision(data, status, lines),
  };
}
