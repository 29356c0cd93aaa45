import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { type CopyValue, copyIn, copyRow } from '../db/copy.ts';
import { encodeDecision } from '../decisions/codec.ts';
import { encodeLines } from '../decisions/order-codec.ts';
import type { DecidedOrder } from './decided-order.ts';
import type { RunMode } from './run-mode.ts';

const ORDERS: Target = {
  table: 'orders',
  columns: `id, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at, partner_id, carrier,
            ship_method, lines, raw_order_data`,
};
const DECISIONS: Target = {
  table: 'decisions',
  columns: 'id, run_id, ledger_id, status, reservation_epoch, data',
};

interface Target {
  readonly table: string;
  readonly columns: string;
}

/** Up to here rows are inserted one by one: a COPY takes two round trips and the set-up of its streams. */
const FEW_ROWS = 3;

async function write(
  tx: pg.PoolClient,
  { table, columns }: Target,
  count: number,
  valuesOf: (index: number) => CopyValue[],
): Promise<void> {
  if (count > FEW_ROWS) {
    let text = '';
    for (let index = 0; index < count; index++) text += copyRow(...valuesOf(index));
    await copyIn(tx, `COPY ${table} (${columns}) FROM STDIN`, [text]);
    return;
  }
  for (let index = 0; index < count; index++) {
    const values = valuesOf(index);
    const places = values.map((_, place) => `$${place + 1}`).join(', ');
    await tx.query({
      name: `insert-${table}`,
      text: `INSERT INTO ${table} (${columns}) VALUES (${places})`,
      values,
    });
  }
}

/** Writes orders as they were sent, with consecutive ids from `firstId`. */
export async function saveOrders(
  tx: pg.PoolClient,
  ledgerId: number,
  firstId: number,
  orders: readonly RoutingOrder[],
): Promise<void> {
  await write(tx, ORDERS, orders.length, (index) => {
    const order = orders[index]!;
    return [
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
    ];
  });
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
  await write(tx, DECISIONS, decided.length, (index) => {
    const { id, order, decision } = decided[index]!;
    const holds = owner.mode.reserves && decision.allocations.length > 0;
    return [
      id,
      owner.run_id,
      owner.ledger_id,
      decision.status,
      holds ? owner.stock_epoch : null,
      encodeDecision(decision, order),
    ];
  });
}
