import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { type CopyValue, copyRow, type SentRows, sendCopy } from '../db/copy.ts';
import { together } from '../db/transaction.ts';
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

/** Up to here rows are inserted one by one: a COPY takes two round trips, the connection to itself, and streams. */
const FEW_ROWS = 3;

/** Sends rows that are made already but for their ids; returns when they are on their way. */
type Send = (tx: pg.PoolClient, idOf: (index: number) => number) => Promise<SentRows>;

/** Makes rows of values that follow the id, before that is known. */
function prepare({ table, columns }: Target, count: number, valuesOf: (index: number) => CopyValue[]): Send {
  if (count > FEW_ROWS) {
    const rows = Array.from({ length: count }, (_, index) => copyRow(...valuesOf(index)));
    return (tx, idOf) => {
      let text = '';
      for (let index = 0; index < count; index++) text += `${idOf(index)}\t${rows[index]!}`;
      return sendCopy(tx, `COPY ${table} (${columns}) FROM STDIN`, text);
    };
  }
  const places = columns.split(',').map((_column, place) => `$${place + 1}`);
  const text = `INSERT INTO ${table} (${columns}) VALUES (${places.join(', ')})`;
  return async (tx, idOf) => {
    const inserted = together(tx, () =>
      Array.from({ length: count }, (_, index) => {
        const values = [idOf(index), ...valuesOf(index)];
        return tx.query({ name: `insert-${table}`, text, values });
      }),
    );
    return { taken: inserted.then(() => count), connectionFree: Promise.resolve() };
  };
}

/** Prepares orders to be written as they were sent to us. */
export function prepareOrders(ledgerId: number, orders: readonly RoutingOrder[]): Send {
  return prepare(ORDERS, orders.length, (index) => {
    const order = orders[index]!;
    return [
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

/** Writes orders as they were sent to us, with consecutive ids from `firstId`. */
export async function saveOrders(
  tx: pg.PoolClient,
  ledgerId: number,
  firstId: number,
  orders: readonly RoutingOrder[],
): Promise<void> {
  const { taken } = await prepareOrders(ledgerId, orders)(tx, (index) => firstId + index);
  await taken;
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
  if (decided.length > FEW_ROWS) await null; // what goes out together with this leaves before its text is made
  const send = prepare(DECISIONS, decided.length, (index) => {
    const { order, decision } = decided[index]!;
    const holds = owner.mode.reserves && decision.allocations.length > 0;
    return [
      owner.run_id,
      owner.ledger_id,
      decision.status,
      holds ? owner.stock_epoch : null,
      encodeDecision(decision, order),
    ];
  });
  const { taken } = await send(tx, (index) => decided[index]!.id);
  await taken;
}
