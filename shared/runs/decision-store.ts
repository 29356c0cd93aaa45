import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { jsonColumn, plainColumn, textColumn } from '../db/columns.ts';
import { list, prepared, raw, type Sql, sql } from '../db/sql.ts';
import { encodeDecision, writeDecision } from '../decisions/codec.ts';
import { encodeLines, writeLines } from '../decisions/order-codec.ts';
import { countDecisions } from '../insight/decision-hours.ts';
import { tallyDecisions } from '../insight/tally.ts';
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
  /** null: the caller does not have the ledger's lock and reserves no units. */
  readonly stock_epoch: number | null;
  readonly mode: RunMode;
}

/** Up to here each order and decision is written on its own (insertDecided), above as columns: see `oneOf`. */
export const FEW_ORDERS = 3;

/** What writes orders as they were sent to us, and their decisions, where they are few, and counts them. */
export function insertDecided(owner: DecisionOwner, decided: readonly DecidedOrder[]): Sql[] {
  const inserts = decided.flatMap(({ id, order, decision, seen }) => [
    sql`
      INSERT INTO ${ORDERS}
      VALUES (${id}, ${owner.ledger_id}, ${order.order_id}, ${order.destination_zip}, ${order.is_vip},
              ${order.priority_level}, ${order.order_created_at}, ${order.partner_id}, ${order.carrier},
              ${order.ship_method}, ${encodeLines(order.lines)}, ${rawText(order)})`,
    sql`
      INSERT INTO ${DECISIONS}
      VALUES (${id}, ${owner.run_id}, ${owner.ledger_id}, ${decision.status},
              ${decision.status === 'NONE' ? null : epochOf(owner)}, ${encodeDecision(decision, order, seen)})`,
  ]);
  return [...inserts, countDecisions(owner.ledger_id, tallyDecisions(decided))];
}

/** Orders by column, made before it is known from which id on they are written. */
export function orderColumns(orders: readonly RoutingOrder[]): Sql {
  return list([
    textColumn(orders, ({ order_id }) => order_id),
    textColumn(orders, ({ destination_zip }) => destination_zip),
    plainColumn(orders, 'bool', ({ is_vip }) => is_vip),
    plainColumn(orders, 'int', ({ priority_level }) => priority_level),
    plainColumn(orders, 'timestamptz', ({ order_created_at }) => order_created_at),
    textColumn(orders, ({ partner_id }) => partner_id),
    textColumn(orders, ({ carrier }) => carrier),
    textColumn(orders, ({ ship_method }) => ship_method),
    jsonColumn(orders, (out, { lines }) => writeLines(out, lines)),
    jsonColumn(orders, (out, order) => out.write(rawText(order) ?? '')),
  ]);
}

/** Writes orders as they were sent to us, with consecutive ids from `firstId`. */
export async function saveOrders(
  tx: pg.PoolClient,
  ledgerId: number,
  firstId: number,
  columns: Sql,
): Promise<void> {
  await tx.query(prepared(insertOrders(ledgerId, firstId, columns)));
}

function insertOrders(ledgerId: number, firstId: number, columns: Sql): Sql {
  return sql`
      INSERT INTO ${ORDERS}
      SELECT ${firstId}::bigint + place - 1, ${ledgerId}, order_id, destination_zip, is_vip, priority_level,
             order_created_at, partner_id, carrier, ship_method, lines::json, raw_order_data::json
      FROM ROWS FROM (${columns}) WITH ORDINALITY
        AS sent (order_id, destination_zip, is_vip, priority_level, order_created_at, partner_id, carrier, ship_method,
                 lines, raw_order_data, place)`;
}

/**
 * Writes decisions, as columns, each under its order's id, and counts them. An id that is decided already fails the
 * transaction.
 */
export async function saveDecisions(
  tx: pg.PoolClient,
  owner: DecisionOwner,
  decided: readonly DecidedOrder[],
): Promise<void> {
  await tx.query(
    prepared(sql`
      WITH counted AS (${countDecisions(owner.ledger_id, tallyDecisions(decided))})
      INSERT INTO ${DECISIONS}
      SELECT id, ${owner.run_id}, ${owner.ledger_id}, status,
             CASE WHEN status <> 'NONE' THEN ${epochOf(owner)}::bigint END, data::json
      FROM ROWS FROM (${decisionColumns(decided)}) AS decided (id, status, data)`),
  );
}

/** A decision of one of several runs that are written together. */
export interface GroupedDecision extends DecidedOrder {
  readonly run_id: number;
  /** A later run of these routed the order again. */
  readonly is_replaced: boolean;
}

/** What writes the orders of several runs, whose ids follow one another, and their decisions, and counts them. */
export function insertGrouped(
  owner: Omit<DecisionOwner, 'run_id'>,
  columns: Sql,
  decided: readonly GroupedDecision[],
): Sql[] {
  return [
    insertOrders(owner.ledger_id, decided[0]!.id, columns),
    sql`
      INSERT INTO ${DECISIONS}
      SELECT id, run_id, ${owner.ledger_id}, status,
             CASE WHEN status <> 'NONE' AND NOT is_replaced THEN ${epochOf(owner)}::bigint END, data::json
      FROM ROWS FROM (
        ${decisionColumns(decided)},
        ${plainColumn(decided, 'bigint', ({ run_id }) => run_id)},
        ${plainColumn(decided, 'bool', ({ is_replaced }) => is_replaced)}
      ) AS decided (id, status, data, run_id, is_replaced)`,
    countDecisions(owner.ledger_id, tallyDecisions(decided)),
  ];
}

function decisionColumns(decided: readonly DecidedOrder[]): Sql {
  return list([
    plainColumn(decided, 'bigint', ({ id }) => id),
    plainColumn(decided, 'order_status', ({ decision }) => decision.status),
    jsonColumn(decided, (out, { decision, order, seen }) => writeDecision(out, decision, order, seen)),
  ]);
}

function epochOf({ mode, stock_epoch }: Omit<DecisionOwner, 'run_id'>): number | null {
  return mode.reserves ? stock_epoch : null;
}

function rawText({ raw_order_data }: RoutingOrder): string | null {
  return raw_order_data === null ? null : JSON.stringify(raw_order_data);
}
