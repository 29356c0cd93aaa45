import sql, { raw, type Sql } from 'sql-template-tag';
import type { NamedActor } from '../../contracts/common.ts';
import type { OrderEvent, OrderState } from '../../contracts/order-state.ts';
import { millisecondsOf, oneOf } from '../../db/sql.ts';
import type { Decision, OrderStatus, RerouteRequest, SkuUnits, UnroutableCode } from '../../engine/types.ts';
import { currentEpoch } from '../stock/stock-store.ts';
import { decodeAllocations, decodeOwnReroute, decodeUnits, type EncodedDecision } from './codec.ts';
import { parseLines } from './order-codec.ts';
import {
  allocatedUnits,
  isOpen,
  type Parcels,
  parcelsOf,
  type StoredShipment,
  shippedUnits,
  stateSql,
  type WarehouseUnits,
  withoutUnits,
} from './order-need.ts';

/** When an order is released by itself. Moments are in milliseconds since 1970. */
export interface OrderExpiry {
  readonly expires_at: number;
  /** Whether it is a hold that nobody has confirmed. Any other order expires only while it has units reserved. */
  readonly is_hold: boolean;
}

/**
 * The latest decision on an order ID: what the order is. Whatever routes a stored order again reads it under the ledger's
 * lock, and each new decision replaces it. Moments are in milliseconds since 1970. Requests are compared by their numbers.
 */
export interface LatestDecision {
  readonly decision_id: number;
  readonly order_id: string;
  readonly state: Exclude<OrderState, 'replaced'>;
  /** Since when it is stored that it is neither current nor held; null: it is not. A hold may be over before that is stored. */
  readonly state_since: number | null;
  readonly status: OrderStatus;
  readonly unroutable: UnroutableCode | null;
  /** Whether it routes the order again as it was sent before. */
  readonly is_reroute: boolean;
  /** When the request was made that the decision answers. */
  readonly requested_at: number;
  /** The request that sent the order's lines. */
  readonly sent_by: number;
  /** The restrictions of a person's reroute, and the request that asked for them; null: none hold. */
  readonly restrictions: { readonly reroute: RerouteRequest; readonly asked_by: number } | null;
  /** When it was made. */
  readonly decided_at: number;
  /** What of it has left. */
  readonly shipped: readonly WarehouseUnits[];
  /** What of the order had left before it was made, since it was sent, and before that. */
  readonly shipped_before: readonly SkuUnits[];
  readonly shipped_earlier: readonly SkuUnits[];
  /** When it is released by itself; null: never. */
  readonly expiry: OrderExpiry | null;
  /**
   * The units that it has reserved, by database warehouse id, without those that have shipped or where its reservation has
   * ended.
   */
  readonly units: readonly WarehouseUnits[];
  readonly to_leave: Parcels;
}

/** When the request of a run `r` was made: a synchronous one at its lock, a managed one when it was received. */
export const REQUESTED_AT = `CASE r.kind WHEN 'sync' THEN r.as_of ELSE r.accepted_at END`;

/** The number of the request of a run `r`. */
export const REQUEST_NUMBER = 'coalesce(r.request_number, r.id)';

/**
 * Reads the latest decisions on order IDs, a table of one column, for `toLatestDecisions`. OFFSET 0 makes it an index
 * probe an order, one a decision and one a run: where statistics lag behind a run that fills empty tables, the planner
 * would rather read all decisions. The decisions on an order are looked at from the newest back, so that an order that was
 * routed many times takes no longer. Lines and warehouses are read only where units are reserved or have shipped.
 */
export function selectLatest(id: number, orderIds: Sql): Sql {
  const isReserved = sql`d.reservation_epoch = ${currentEpoch(id)}`;
  const ifNeeded = (value: Sql) => sql`CASE WHEN ${isReserved} OR d.shipped IS NOT NULL THEN ${value} END`;
  const warehouses = sql`(SELECT warehouse_db_ids FROM configurations WHERE id = r.configuration_id)`;
  return sql`
    SELECT json_agg(json_build_array(
             d.id, d.order_id, ${raw(stateSql('d', 'd'))}, ${raw(millisecondsOf('d.state_since'))}, d.status, d.data, d.reroutes IS NOT NULL,
             ${raw(millisecondsOf(REQUESTED_AT))}, coalesce(d.sent_by, ${raw(REQUEST_NUMBER)}),
             coalesce(d.rerouted_by, ${raw(REQUEST_NUMBER)}),
             ${isReserved} IS TRUE, ${ifNeeded(sql`d.lines::text`)}, ${ifNeeded(warehouses)},
             ${raw(millisecondsOf('d.decided_at'))}, d.shipped,
             (SELECT json_build_object('expires_at', ${raw(millisecondsOf('x.expires_at'))}, 'is_hold', x.is_hold)
              FROM order_expiries x WHERE x.ledger_id = ${id} AND x.order_id = d.order_id)
           ))::text
    FROM ${orderIds} AS asked (order_id)
    CROSS JOIN LATERAL (
      SELECT o.ledger_id, o.order_id, o.lines, o.reroutes, o.sent_by, o.rerouted_by, of_order.*
      FROM orders o
      CROSS JOIN LATERAL (
        SELECT id, run_id, status, state, state_since, reservation_epoch, decided_at, data, shipped FROM decisions
        WHERE id = o.id AND state <> 'replaced' OFFSET 0
      ) AS of_order
      WHERE o.ledger_id = ${id} AND o.order_id = asked.order_id ORDER BY o.id DESC LIMIT 1
    ) AS d
    CROSS JOIN LATERAL (
      SELECT id, kind, configuration_id, request_number, as_of, accepted_at FROM runs WHERE id = d.run_id OFFSET 0
    ) AS r`;
}

type LatestRow = [
  id: number,
  orderId: string,
  state: LatestDecision['state'],
  stateSince: number | null,
  status: OrderStatus,
  data: EncodedDecision,
  isReroute: boolean,
  requestedAt: number,
  sentBy: number,
  reroutedBy: number,
  isReserved: boolean,
  lines: string | null,
  warehouseDbIds: readonly number[] | null,
  decidedAt: number,
  shipments: readonly StoredShipment[] | null,
  expiry: OrderExpiry | null,
];

/** Latest decisions as `selectLatest` read them. */
export function toLatestDecisions(read: string | null): LatestDecision[] {
  const rows: LatestRow[] = JSON.parse(read ?? '[]');
  return rows.map(
    ([
      decision_id,
      order_id,
      state,
      state_since,
      status,
      data,
      is_reroute,
      requested_at,
      sent_by,
      asked_by,
      isReserved,
      lines,
      warehouseDbIds,
      decided_at,
      shipments,
      expiry,
    ]) => {
      const reroute = decodeOwnReroute(data);
      const shipped = shipments === null ? [] : shippedUnits(shipments);
      const allocations = decodeAllocations(data);
      const left =
        lines === null
          ? null
          : withoutUnits(allocatedUnits(allocations, parseLines(lines), warehouseDbIds!), shipped);
      return {
        ...{ decided_at, shipped, expiry, shipped_before: decodeUnits(data.shipped_before) },
        shipped_earlier: decodeUnits(data.shipped_earlier),
        ...{ decision_id, order_id, state, state_since, status, is_reroute, requested_at, sent_by },
        unroutable: data.unroutable ?? null,
        restrictions: reroute === null ? null : { reroute, asked_by },
        units: isReserved ? left! : [],
        to_leave: parcelsOf(!isOpen(state) ? [] : (left ?? allocations)),
      };
    },
  );
}

/** What says that new decisions replace these. `releases`: their units are released, too. */
export function replaceDecisions(
  ledgerId: number,
  decisionIds: readonly number[],
  { releases }: { readonly releases: boolean },
): Sql[] {
  if (decisionIds.length === 0) return [];
  const released = raw(releases ? ', reservation_epoch = NULL' : '');
  return [
    sql`
      UPDATE decisions SET state = 'replaced', state_since = clock_timestamp()${released}
      WHERE id ${oneOf(decisionIds)} AND ledger_id = ${ledgerId}`,
  ];
}

/** SQL of the events of a decision with one more, of now. */
function eventsWith(event: OrderEvent['event'], by: NamedActor): Sql {
  return sql`coalesce(events, '[]') || jsonb_build_object(
    'event', ${event}::text, 'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', ${JSON.stringify(by)}::jsonb)`;
}

/** What writes in an order's history what was done to it. */
export function noteEvent(
  ledgerId: number,
  decisionId: number,
  event: OrderEvent['event'],
  by: NamedActor,
): Sql {
  return sql`
    UPDATE decisions SET events = ${eventsWith(event, by)} WHERE id = ${decisionId} AND ledger_id = ${ledgerId}`;
}

/** What ends orders: they were released, have left or expired. Their units are released. */
export function endOrders(
  ledgerId: number,
  decisionIds: readonly number[],
  state: 'released' | 'left' | 'expired',
  by: NamedActor,
): Sql {
  return sql`
    UPDATE decisions SET state = ${state}::order_state, state_since = clock_timestamp(), reservation_epoch = NULL,
                         events = ${eventsWith(state, by)}
    WHERE id ${oneOf(decisionIds)} AND ledger_id = ${ledgerId}`;
}

/** What has shipped of an order since it was sent, and before, if it is routed again or sent again; null: nothing has. */
export function shippedUntil(
  { shipped_earlier, shipped_before, shipped }: LatestDecision,
  isRoutedAgain: boolean,
): Pick<Decision, 'shipped_before' | 'shipped_earlier'> | null {
  const since = [...shipped_before, ...shipped];
  if (since.length + shipped_earlier.length === 0) return null;
  const before = isRoutedAgain ? bySku(since) : [];
  const earlier = isRoutedAgain ? shipped_earlier : bySku([...shipped_earlier, ...since]);
  return {
    ...(before.length > 0 && { shipped_before: before }),
    ...(earlier.length > 0 && { shipped_earlier: earlier }),
  };
}

/** The same units, each SKU once. */
function bySku(all: readonly SkuUnits[]): SkuUnits[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of all) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}
