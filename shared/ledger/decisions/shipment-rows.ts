import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { column } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import { RESERVED_BY } from '../stock/pair-rows.ts';
import { decodeAllocations, type EncodedDecision } from './codec.ts';
import type { DecisionRecord } from './decision-records.ts';
import { parseLines } from './order-codec.ts';
import { allocatedUnits, type StoredShipment, type WarehouseUnits } from './order-need.ts';

// What has shipped is kept with the decision; what is reserved of each pair stands in a table of its own (stock/pair-rows.ts).

export interface LeftOfDecision {
  readonly decision_id: number;
  /** All units that it allocated. */
  readonly allocated: readonly WarehouseUnits[];
  readonly shipments: readonly StoredShipment[];
  /** The IDs of the warehouses of the shipments, by database id. */
  readonly names: Readonly<Record<string, string>>;
}

/** Reads what has left of orders, oldest decision first. */
export async function readShipments(
  tx: Pick<pg.PoolClient, 'query'>,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LeftOfDecision[]>> {
  const { rows } = await tx.query<
    Omit<LeftOfDecision, 'allocated'> & {
      readonly order_id: string;
      readonly data: EncodedDecision;
      readonly lines: string;
      readonly warehouse_db_ids: readonly number[];
    }
  >(
    prepared(sql`
      SELECT o.order_id, d.id AS decision_id, d.data, o.lines::text AS lines, d.shipped AS shipments, (
               SELECT json_object_agg(w.id, w.warehouse_id) FROM warehouses w
               WHERE w.id IN (SELECT (shipment ->> 0)::int FROM json_array_elements(d.shipped) AS shipment)
             ) AS names, (
               SELECT warehouse_db_ids FROM configurations
               WHERE id = (SELECT configuration_id FROM runs WHERE id = d.run_id)
             ) AS warehouse_db_ids
      FROM orders o JOIN decisions d ON d.id = o.id
      WHERE o.ledger_id = ${ledgerId} AND o.order_id = ANY(${orderIds}::text[]) AND d.shipped IS NOT NULL
      ORDER BY d.id`),
  );
  const found = new Map<string, LeftOfDecision[]>();
  for (const { order_id, data, lines, warehouse_db_ids, ...each } of rows) {
    const allocated = allocatedUnits(decodeAllocations(data), parseLines(lines), warehouse_db_ids);
    found.set(order_id, [...(found.get(order_id) ?? []), { ...each, allocated }]);
  }
  return found;
}

interface DecisionUnits extends WarehouseUnits {
  readonly id: number;
}

const unitColumns = (units: readonly DecisionUnits[]): Sql => sql`
  ${column(units, 'text', ({ sku }) => sku)} AS sku,
  ${column(units, 'int', ({ warehouse_db_id }) => warehouse_db_id)} AS warehouse_id,
  ${column(units, 'bigint', ({ id }) => id)} AS decision_id`;

/**
 * The units that active decisions have reserved of pairs, by decision, warehouse and SKU. OFFSET 0 makes the planner look each
 * up by its whole key: without statistics it would read all that the ledger has reserved for each decision.
 */
export async function readReservedUnits(
  tx: pg.PoolClient,
  ledgerId: number,
  units: readonly DecisionUnits[],
): Promise<Map<string, number>> {
  if (units.length === 0) return new Map();
  const { rows } = await tx.query<{ key: string; quantity: number }>(
    prepared(sql`
      SELECT format('%s %s %s', wanted.decision_id, wanted.warehouse_id, wanted.sku) AS key, u.quantity
      FROM (SELECT ${unitColumns(units)}) AS wanted
      CROSS JOIN LATERAL (
        SELECT id, decided_at FROM decisions
        WHERE id = wanted.decision_id AND ledger_id = ${ledgerId}
          AND reservation_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId}) OFFSET 0
      ) AS d
      CROSS JOIN LATERAL (
        SELECT quantity FROM reserved_units u
        WHERE ledger_id = ${ledgerId} AND sku = wanted.sku AND warehouse_id = wanted.warehouse_id
          AND ${raw(RESERVED_BY)} AND quantity > 0 OFFSET 0
      ) AS u`),
  );
  return new Map(rows.map(({ key, quantity }) => [key, quantity]));
}

/** What ends reservations of units that have shipped. Each is looked up by its whole key, as above, and updated where it was found. */
export function endReserved(ledgerId: number, ended: readonly DecisionUnits[]): Sql[] {
  if (ended.length === 0) return [];
  return [
    sql`
      UPDATE reserved_units AS reserved SET quantity = reserved.quantity - found.quantity
      FROM (
        SELECT ended.quantity, u.row
        FROM (
          SELECT sku, warehouse_id, decision_id, sum(quantity)::int AS quantity
          FROM (
            SELECT ${unitColumns(ended)}, ${column(ended, 'int', ({ quantity }) => quantity)} AS quantity
          ) AS each GROUP BY 1, 2, 3
        ) AS ended
        CROSS JOIN LATERAL (SELECT id, decided_at FROM decisions WHERE id = ended.decision_id OFFSET 0) AS d
        CROSS JOIN LATERAL (
          SELECT ctid AS row FROM reserved_units u
          WHERE ledger_id = ${ledgerId} AND sku = ended.sku AND warehouse_id = ended.warehouse_id AND ${raw(RESERVED_BY)} OFFSET 0
        ) AS u
      ) AS found
      WHERE reserved.ctid = found.row`,
  ];
}

/** What ships of a decision, and the state that it has then. */
interface ShippedNow {
  readonly record: Pick<DecisionRecord, 'id' | 'state'>;
  readonly shipments: readonly StoredShipment[];
  readonly state: DecisionRecord['state'];
}

/** What keeps what ships now with its decisions. It is added in SQL: whoever erases a person renames them there without the lock. */
export function saveShipped(ledgerId: number, shipping: readonly ShippedNow[]): Sql[] {
  if (shipping.length === 0) return [];
  const hasEnded = ({ state, record }: ShippedNow) => state !== record.state;
  return [
    sql`
      UPDATE decisions d
      SET shipped = coalesce((coalesce(d.shipped::jsonb, '[]') || now.shipped)::json, d.shipped),
          state = CASE WHEN now.has_ended THEN now.state::order_state ELSE d.state END,
          state_since = CASE WHEN now.has_ended THEN clock_timestamp() ELSE d.state_since END,
          reservation_epoch = CASE WHEN now.has_ended THEN NULL ELSE d.reservation_epoch END
      FROM (
        SELECT ${column(shipping, 'bigint', ({ record }) => record.id)} AS id,
               ${column(shipping, 'jsonb', ({ shipments }) => (shipments.length === 0 ? null : JSON.stringify(shipments)))} AS shipped,
               ${column(shipping, 'text', ({ state }) => state)} AS state,
               ${column(shipping, 'bool', hasEnded)} AS has_ended
      ) AS now
      WHERE d.id = now.id AND d.ledger_id = ${ledgerId}`,
  ];
}
