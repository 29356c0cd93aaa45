import type { z } from 'zod';
import { amountOf } from '../../contracts/amounts.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import { shownUnder, totalCostOf } from '../../contracts/order-fields.ts';
import type { decisionReportRow, shipmentReportRow, unfulfilledReportRow } from '../../contracts/reports.ts';
import { recommendedAction } from '../../engine/explain/recommended-action.ts';
import { arrivalDay, dayTextOf } from '../../engine/rules/departures.ts';
import { totalQuantity } from '../../engine/rules/derive.ts';
import type { Configuration } from '../../engine/types.ts';
import type { DecisionRecord } from '../../ledger/decisions/decision-records.ts';
import { shippedUnits, unitsToLeave, type WarehouseUnits } from '../../ledger/decisions/order-need.ts';
import { resultCellsOf, type WithAmount } from '../../runs/result-cells.ts';

type DecisionRow = WithAmount<z.output<typeof decisionReportRow>>;
type ShipmentRow = z.output<typeof shipmentReportRow>;
type UnfulfilledRow = z.output<typeof unfulfilledReportRow>;

/** The row of a decision. */
export function decisionRow(reported: ReportedDecision): DecisionRow {
  const { order, decision } = reported;
  const { reroute } = decision;
  const { isDated, isPriced } = shownUnder(reported.configuration);
  return {
    ...decidedCells(reported),
    partner_id: order.partner_id,
    is_vip: order.is_vip,
    priority_level: order.priority_level,
    order_created_at: order.order_created_at,
    carrier: order.carrier,
    ship_method: order.ship_method,
    ...resultCellsOf(reported.configuration, reported),
    rerouted: reroute !== undefined,
    reroute_exclude_warehouse_ids: reroute?.exclude_warehouse_ids.join(';') ?? null,
    reroute_only_warehouse_ids: reroute?.only_warehouse_ids?.join(';') ?? null,
    reroute_note: reroute?.note ?? null,
    ...(isDated && {
      deliver_by: order.deliver_by ?? null,
      delivery_date: dayTextOf(arrivalDay(decision.days)),
    }),
    ...(isPriced && { total_cost: amountOf(totalCostOf(decision)) }),
    ...becameCells(reported, shippedUnits(reported.shipped ?? [])),
  };
}

/** A row for each SKU of each shipment. `current`: only of what is still to leave. */
export function shipmentRows(reported: ReportedDecision, current: boolean): ShipmentRow[] {
  const { order, decision, configuration, warehouse_db_ids } = reported;
  const cells = decidedCells(reported);
  const shipped = shippedUnits(reported.shipped ?? []);
  const toLeave = current ? unitsToLeave(reported, warehouse_db_ids) : null;
  const { isDated, isPriced } = shownUnder(configuration);
  return decision.shipments.flatMap(({ warehouse, lines }, index) => {
    const { warehouse_id, warehouse_code, warehouse_name } = configuration.warehouses[warehouse]!;
    const units = lines.flatMap(({ sku, ship_qty }) => {
      const isOfRow = (unit: WarehouseUnits) =>
        unit.sku === sku && unit.warehouse_db_id === warehouse_db_ids[warehouse];
      const left = toLeave === null ? ship_qty : totalQuantity(toLeave.filter(isOfRow));
      return left === 0 ? [] : [{ sku, ship_qty: left, shipped: shipped.filter(isOfRow) }];
    });
    return units.map(({ sku, ship_qty, shipped }) => ({
      ...cells,
      status: decision.status,
      shipment: index + 1,
      shipment_count: decision.shipments.length,
      warehouse_id,
      warehouse_code,
      warehouse_name,
      sku,
      ship_qty,
      carrier: order.carrier,
      ship_method: order.ship_method,
      ...(isDated && {
        ship_date: dayTextOf(decision.days?.[index]?.ship_day),
        delivery_date: dayTextOf(decision.days?.[index]?.delivery_day),
      }),
      ...(isPriced && { cost: amountOf(decision.cost?.shipments[index]) }),
      ...becameCells(reported, shipped),
    }));
  });
}

/** A row for each SKU that lacks units. */
export function unfulfilledRows(reported: ReportedDecision): UnfulfilledRow[] {
  const { status, unfulfilled, unroutable } = reported.decision;
  const recommended_action = recommendedAction(reported.decision);
  const cells = decidedCells(reported);
  const shipped = shippedUnits(reported.shipped ?? []);
  return unfulfilled.map(({ sku, requested_qty, unfulfilled_qty, reason }) => ({
    ...cells,
    status,
    sku,
    requested_qty,
    unfulfilled_qty,
    reason,
    unroutable_reason_code: unroutable,
    recommended_action,
    ...becameCells(
      reported,
      shipped.filter((unit) => unit.sku === sku),
    ),
  }));
}

/** State of the order of a row. `shipped` is what of the row has shipped. */
function becameCells({ state, expires_at }: ReportedDecision, shipped: readonly WarehouseUnits[]) {
  return { state, shipped_qty: totalQuantity(shipped), expires_at: expires_at?.toISOString() ?? null };
}

function decidedCells({ id, routing_run_id, client_run_number, run_began_at, order }: ReportedDecision) {
  return {
    routing_decision_id: id,
    routing_run_id,
    client_run_number,
    routed_at: run_began_at.toISOString(),
    order_id: order.order_id,
    destination_zip: order.destination_zip,
  };
}

/** A decision as the reports show it, with the configuration that it was made under. */
export interface ReportedDecision
  extends Pick<
    DecisionRecord,
    | 'id'
    | 'routing_run_id'
    | 'client_run_number'
    | 'run_began_at'
    | 'decision'
    | 'state'
    | 'shipped'
    | 'expires_at'
  > {
  readonly order: Omit<RoutingOrder, 'raw_order_data'>;
  readonly configuration: Configuration;
  /** By the index of a warehouse in the configuration. */
  readonly warehouse_db_ids: readonly number[];
}
