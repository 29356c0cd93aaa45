import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { copyIn, copyRow } from '../db/copy.ts';
import { encodeDecision } from '../decisions/codec.ts';
import { encodeLines } from '../decisions/order-codec.ts';
import type { DecidedOrder } from './decided-order.ts';
import type { RunMode } from './run-mode.ts';

const ORDERS = `COPY orders (id, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at,
  partner_id, carrier, ship_method, lines, raw_order_data) FROM STDIN`;
const DECISIONS = 'COPY decisions (id, run_id, ledger_id, status, reservation_epoch, data) FROM STDIN';

/** Writes orders as they were sent, with consecutive ids from `firstId`. */
export async function saveOrders(
  tx: pg.PoolClient,
  ledgerId: number,
  firstId: number,
  orders: readonly RoutingOrder[],
): Promise<void> {
  let text = '';
  orders.forEach((order, index) => {
    text += copyRow(
      firstId + index,
      ledgerId,
      order.order_id,
      order.destination_zip,
      order.is_vip,
      order.priority_level,
      order.order_created_at,
      order.partner_id,
      order.carrier,
      order.ship_method,
      encodeLines(order.lines),
      order.raw_order_data === null ? null : JSON.stringify(order.raw_order_data),
    );
  });
  await copyIn(tx, ORDERS, [text]);
}

/** Where decisions belong, and whether their units are kept as reservations. */
export interface DecisionOwner {
  readonly run_id: number;
  readonly ledger_id: number;
  readonly stock_epoch: number;
  readonly mode: RunMode;
}

/** Writes decisions, each under its order's id. An id that is decided already fails the transaction. */
export async function saveDecisions(
  tx: pg.PoolClient,
  owner: DecisionOwner,
  decided: readonly DecidedOrder[],
): Promise<void> {
  let text = '';
  for (const { id, order, decision } of decided) {
    const holds = owner.mode.reserves && decision.allocations.length > 0;
    text += copyRow(
      id,
      owner.run_id,
      owner.ledger_id,
      decision.status,
      holds ? owner.stock_epoch : null,
      encodeDecision(decision, order),
    );
  }
  await copyIn(tx, DECISIONS, [text]);
}
