import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { ordersQuery } from '../../contracts/account/orders.ts';
import type { ReasonCode } from '../decisions/reasons.ts';

/** Which decisions to search for. A filter that is left out filters nothing. */
export type OrderFilter = Partial<
  Omit<z.output<typeof ordersQuery>, 'order_id' | 'from' | 'to' | 'sort' | 'cursor' | 'limit'>
> & {
  /** Decisions whose units are reserved in this stock epoch. */
  readonly reservation_epoch?: number | undefined;
  /** Only decisions that no later one on the same order has replaced. */
  readonly is_latest?: boolean | undefined;
};

/**
 * The conditions on a decision `d` and its order `o`. As far as possible they read the stored forms (shared/routing/decisions) as
 * text, which takes a tenth of the time of reading JSON. `place` is the SQL of the warehouse's place in the configuration
 * of the decision.
 */
export function conditionsOf(filter: OrderFilter, place: Sql): Sql[] {
  const { q, sku, zip, status, state, is_latest, warned, reason, warehouse_id, search, reservation_epoch } =
    filter;
  return [
    status !== undefined && sql`d.status = ${status}::order_status`,
    state !== undefined && sql`d.state = ${state}::order_state`,
    is_latest && sql`d.state <> 'replaced'`,
    reservation_epoch !== undefined && sql`d.reservation_epoch = ${reservation_epoch}`,
    reason !== undefined && hasReason(reason),
    warned && sql`d.data::text LIKE '%"w":[[%' AND NOT (d.status = 'NONE' AND d.data -> 'b' IS NOT NULL)`,
    warehouse_id !== undefined && shipsFrom(place),
    search !== undefined && sql`d.data ->> 't' = '1'`,
    zip !== undefined && sql`starts_with(o.destination_zip, ${zip})`,
    sku !== undefined && sql`strpos(o.lines::text, ${`[${JSON.stringify(sku)},`}) > 0`,
    q !== undefined &&
      sql`(strpos(o.order_id, ${q}) > 0 OR starts_with(o.destination_zip, ${q})
           OR strpos(o.lines::text, ${`[${JSON.stringify(q).slice(0, -1)}`}) > 0)`,
  ].filter((condition) => condition instanceof Object);
}

/**
 * Decisions whose search ended before its proof, in the words of their index (`decisions_incomplete_idx`). Stored texts
 * have escaped quotes, so no note can look like this key.
 */
export const INDEXED_INCOMPLETE = sql`strpos(d.data::text, ',"t":1') > 0`;

/** Stored reasons leave out insufficient inventory if it is the only one (see `reasonsOf`). */
function hasReason(reason: ReasonCode): Sql {
  const ofNone = sql`d.status = 'NONE' AND d.data ->> 'n' = ${reason}`;
  const listed = sql`strpos(d.data ->> 'u', ${reason}) > 0`;
  const ofPart = reason === 'insufficient_inventory' ? sql`(d.data -> 'u' IS NULL OR ${listed})` : listed;
  return sql`(${ofNone} OR d.status IN ('PARTIAL', 'PARTIAL_SPLIT') AND ${ofPart})`;
}

/** A stored decision begins with its allocations: `{"a":[[line,warehouse,quantity],…]`. */
function shipsFrom(place: Sql): Sql {
  return sql`d.data::text ~ concat('^\\{"a":\\[(\\[\\d+,\\d+,\\d+\\],)*\\[\\d+,', ${place}, ',')`;
}
