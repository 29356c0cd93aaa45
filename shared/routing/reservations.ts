import sql, { type Sql } from 'sql-template-tag';
import { oneOf } from '../db/sql.ts';
import { decodeAllocations } from './decisions/codec.ts';
import { parseLines } from './decisions/order-codec.ts';
import type { LedgerRow } from './inventory/stock-version.ts';

/** An active reservation of one order ID, by database warehouse id; where it has ended since (cleared_stock), it has no units. */
export interface Reservation {
  readonly decision_id: number;
  readonly order_id: string;
  readonly units: readonly {
    readonly sku: string;
    readonly warehouse_db_id: number;
    readonly quantity: number;
  }[];
}

/**
 * Reads the active reservations of order IDs, a table of one column, for `toReservations`. OFFSET 0 makes it
 * an index probe an order and one a decision: where statistics lag behind a run that fills empty tables, the planner
 * would rather read all decisions.
 */
export function selectReservations({ id, epoch }: LedgerRow, orderIds: Sql): Sql {
  return sql`
    SELECT json_agg(json_build_array(d.id, o.order_id, d.data::text, o.lines::text, c.body -> 'warehouse_db_ids',
             reservation_ended_at(${id}, ${epoch}, d.commit_order)))::text
    FROM ${orderIds} AS asked (order_id)
    CROSS JOIN LATERAL (
      SELECT id, order_id, lines FROM orders
      WHERE ledger_id = ${id} AND order_id = asked.order_id OFFSET 0
    ) AS o
    CROSS JOIN LATERAL (
      SELECT id, run_id, data, commit_order FROM decisions
      WHERE id = o.id AND reservation_epoch = ${epoch} OFFSET 0
    ) AS d
    JOIN runs r ON r.id = d.run_id
    JOIN configurations c ON c.id = r.configuration_id`;
}

/** Reservations as `selectReservations` read them. */
export function toReservations(read: string | null): Reservation[] {
  const rows: [number, string, string, string, number[], number[] | null][] = JSON.parse(read ?? '[]');
  return rows.map(([id, orderId, data, linesText, warehouseDbIds, ended]) => {
    const lines = parseLines(linesText);
    const units = decodeAllocations(data).map(({ line, warehouse, quantity }) => ({
      sku: lines[line]!.sku,
      warehouse_db_id: warehouseDbIds[warehouse]!,
      quantity,
    }));
    return {
      decision_id: id,
      order_id: orderId,
      units: ended === null ? units : units.filter((each) => !ended.includes(each.warehouse_db_id)),
    };
  });
}

/** What marks the reservations of replaced decisions as released. */
export function releaseReservations(ledgerId: number, decisionIds: readonly number[]): Sql[] {
  if (decisionIds.length === 0) return [];
  return [
    sql`UPDATE decisions SET reservation_epoch = NULL WHERE id ${oneOf(decisionIds)} AND ledger_id = ${ledgerId}`,
  ];
}
