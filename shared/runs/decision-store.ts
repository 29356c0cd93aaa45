import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { jsonColumn, plainColumn, textColumn } from '../db/columns.ts';
import { prepared, raw, type Sql, sql } from '../db/sql.ts';
import { encodeDecision, writeDecision } from '../decisions/codec.ts';
import { encodeLines, writeLines } from '../decisions/order-codec.ts';
import type { DecidedOrder } from './decided-order.ts';
import type { RunMode } from './run-mode.ts';

const ORDERS =
  raw(`orders (id, ledger_id, order_id, destination_zip, is_vip, priority_level, order_created_at,
                            partner_id, carrier, ship_method, lines, raw_order_data)`);
const DECISIONS = raw('decisions (id, run_id, ledger_id, status, reservation_epoch, data)');

/** Where decisions belong, and whether their units are kept as reservations. */
export interface DecisionOwner {
  readonly run_id: number;
  readonly ledger_id: number;
  readonly stock_epoch: number;
  readonly mode: RunMode;
}

/** Up to here each order and decision is written on its own (insertDecided), above as columns: see `oneOf`. */
export const FEW_ORDERS = 3;

/** What writes orders as they were sent to us, and their decisions, where they are few. */
export function insertDecided(owner: DecisionOwner, decided: readonly DecidedOrder[]): Sql[] {
  return decided.flatMap(({ id, order, decision }) => [
    sql`
      INSERT INTO ${ORDERS}
      VALUES (${id}, ${owner.ledger_id}, ${order.order_id}, ${order.destination_zip}, ${order.is_vip},
              ${order.priority_level}, ${order.order_created_at}, ${order.partner_id}, ${order.carrier},
              ${order.ship_method}, ${encodeLines(order.lines)}, ${rawText(order)})`,
    sql`
      INSERT INTO ${DECISIONS}
      VALUES (${id}, ${owner.run_id}, ${owner.ledger_id}, ${decision.status},
              ${decision.status === 'NONE' ? null : epochOf(owner)}, ${encodeDecision(decision, order)})`,
  ]);
}

/** Orders by column, made before it is known from which id on they are written. */
export interface OrderColumns {
  readonly order_id: Buffer;
  readonly destination_zip: Buffer;
  readonly is_vip: Buffer;
  readonly priority_level: Buffer;
  readonly order_created_at: Buffer;
  readonly partner_id: Buffer;
  readonly carrier: Buffer;
  readonly ship_method: Buffer;
  readonly lines: Buffer;
  readonly raw_order_data: Buffer;
}

export function orderColumns(orders: readonly RoutingOrder[]): OrderColumns {
  return {
    order_id: textColumn(orders, ({ order_id }) => order_id),
    destination_zip: textColumn(orders, ({ destination_zip }) => destination_zip),
    is_vip: plainColumn(orders, ({ is_vip }) => is_vip),
    priority_level: plainColumn(orders, ({ priority_level }) => priority_level),
    order_created_at: plainColumn(orders, ({ order_created_at }) => order_created_at),
    partner_id: textColumn(orders, ({ partner_id }) => partner_id),
    carrier: textColumn(orders, ({ carrier }) => carrier),
    ship_method: textColumn(orders, ({ ship_method }) => ship_method),
    lines: jsonColumn(orders, (out, { lines }) => writeLines(out, lines)),
    raw_order_data: jsonColumn(orders, (out, order) => out.write(rawText(order) ?? '')),
  };
}

/** Writes orders as they were sent to us, with consecutive ids from `firstId`. */
export async function saveOrders(
  tx: pg.PoolClient,
  ledgerId: number,
  firstId: number,
  columns: OrderColumns,
): Promise<void> {
  await tx.query(
    prepared(sql`
      INSERT INTO ${ORDERS}
      SELECT ${firstId}::bigint + place - 1, ${ledgerId}, order_id, destination_zip, is_vip, priority_level,
             order_created_at, partner_id, carrier, ship_method, lines::json, raw_order_data::json
      FROM ROWS FROM (
        json_array_elements_text(${columns.order_id}),
        json_array_elements_text(${columns.destination_zip}),
        unnest(${columns.is_vip}::text::bool[]),
        unnest(${columns.priority_level}::text::int[]),
        unnest(${columns.order_created_at}::text::timestamptz[]),
        json_array_elements_text(${columns.partner_id}),
        json_array_elements_text(${columns.carrier}),
        json_array_elements_text(${columns.ship_method}),
        unnest(string_to_array(${columns.lines}, E'\\n')),
        unnest(string_to_array(${columns.raw_order_data}, E'\\n', ''))
      ) WITH ORDINALITY AS sent (order_id, destination_zip, is_vip, priority_level, order_created_at, partner_id,
                                 carrier, ship_method, lines, raw_order_data, place)`),
  );
}

/** Writes decisions, as columns, each under its order's id. An id that is decided already fails the transaction. */
export async function saveDecisions(
  tx: pg.PoolClient,
  owner: DecisionOwner,
  decided: readonly DecidedOrder[],
): Promise<void> {
  await tx.query(
    prepared(sql`
      INSERT INTO ${DECISIONS}
      SELECT id, ${owner.run_id}, ${owner.ledger_id}, status,
             CASE WHEN status <> 'NONE' THEN ${epochOf(owner)}::int END, data::json
      FROM unnest(
        ${plainColumn(decided, ({ id }) => id)}::text::bigint[],
        ${plainColumn(decided, ({ decision }) => decision.status)}::text::order_status[],
        string_to_array(${jsonColumn(decided, (out, { decision, order }) => writeDecision(out, decision, order))}, E'\\n')
      ) AS decided (id, status, data)`),
  );
}

function epochOf({ mode, stock_epoch }: DecisionOwner): number | null {
  return mode.reserves ? stock_epoch : null;
}

function rawText({ raw_order_data }: RoutingOrder): string | null {
  return raw_order_data === null ? null : JSON.stringify(raw_order_data);
}
