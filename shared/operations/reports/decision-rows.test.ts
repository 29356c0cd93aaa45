import { describe, expect, it } from 'vitest';
import { variantA } from '../../contracts/a/present.ts';
import type { OrderResultA } from '../../contracts/a/schema.ts';
import { decisionReportRow, shipmentReportRow, unfulfilledReportRow } from '../../contracts/reports.ts';
import { hasCalendar } from '../../engine/rules/departures.ts';
import { presented } from '../../testing/decide-scenario.ts';
import type { Scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { decisionRow, type ReportedDecision, shipmentRows, unfulfilledRows } from './decision-rows.ts';

function reported(scenario: Scenario): ReportedDecision {
  return {
    ...presented(scenario),
    order: {
      ...scenario.order,
      carrier: 'UPS',
      priority_level: -2,
      order_created_at: '2026-01-31T09:30:00.000Z',
    },
    routing_run_id: 7,
    client_run_number: 3,
    state: 'current' as const,
    run_began_at: new Date('2026-02-01T00:00:00Z'),
    configuration: scenario.configuration,
  };
}

/** The answer that the same decision gives in Variant A. */
const answered = (scenario: Scenario): OrderResultA =>
  JSON.parse(variantA.presentOrder(scenario, presented(scenario)));

const decided = (scenario: Scenario) => ({
  routing_decision_id: 1001,
  routing_run_id: 7,
  client_run_number: 3,
  routed_at: '2026-02-01T00:00:00.000Z',
  order_id: `SO-${scenario.name}`,
  destination_zip: scenario.order.destination_zip,
  state: 'current',
});

const isDated = ({ configuration }: Scenario) => hasCalendar(configuration);

const isPriced = ({ configuration }: Scenario) => configuration.rates !== undefined;

/** The columns of a report, without those of dates and costs where there are none. */
const columnsOf = (shape: object, scenario: Scenario) =>
  Object.keys(shape).filter(
    (column) =>
      (isDated(scenario) || !['deliver_by', 'ship_date', 'delivery_date'].includes(column)) &&
      (isPriced(scenario) || !['cost', 'total_cost'].includes(column)),
  );

describe('decisionRow', () => {
  it.each(SCENARIOS)('says in one row what the answer says: $name', (scenario) => {
    const row = decisionRow(reported(scenario));
    const answer = answered(scenario);
    const { selected_warehouses, unfulfilled_lines, explanation } = answer;
    const requested = scenario.order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const unfulfilled = unfulfilled_lines.reduce((sum, line) => sum + line.unfulfilled_qty, 0);
    expect(row).toEqual({
      ...decided(scenario),
      partner_id: scenario.order.partner_id,
      is_vip: false,
      priority_level: -2,
      order_created_at: '2026-01-31T09:30:00.000Z',
      carrier: 'UPS',
      ship_method: null,
      status: answer.status,
      routing_quality: answer.routing_quality,
      reason: answer.reason,
      profile: answer.profile.name,
      preferred_warehouse_id: answer.preferred_warehouse?.warehouse_id ?? null,
      selected_warehouse_ids: selected_warehouses.map(({ warehouse_id }) => warehouse_id).join(';'),
      shipment_count: answer.shipment_count,
      requested_qty: requested,
      ship_qty: requested - unfulfilled,
      unfulfilled_qty: unfulfilled,
      unfulfilled_skus: unfulfilled_lines.map(({ sku }) => sku).join(';'),
      total_shipment_value: answer.total_shipment_value,
      policy_outcome: answer.policy_outcome,
      policy_warning_codes: answer.policy_warning_codes.join(';'),
      policy_blocked_code: answer.policy_blocked_code,
      decision_driver: explanation.decision_driver.code,
      unroutable_reason_code: answer.unroutable_reason_code,
      unroutable_category: answer.unroutable_category,
      unroutable_reason: answer.unroutable_reason,
      recommended_action: answer.recommended_action,
      rerouted: false,
      reroute_exclude_warehouse_ids: null,
      reroute_only_warehouse_ids: null,
      reroute_note: null,
      ...(isDated(scenario) && {
        deliver_by: scenario.order.deliver_by ?? null,
        delivery_date: answer.delivery_date,
      }),
      ...(isPriced(scenario) && { total_cost: answer.total_cost }),
    });
    expect(decisionReportRow.parse(row)).toEqual(row);
    expect(Object.keys(row)).toEqual(columnsOf(decisionReportRow.shape, scenario));
  });
});

describe('shipmentRows', () => {
  it.each(SCENARIOS)('has a row for each SKU of each shipment: $name', (scenario) => {
    const rows = shipmentRows(reported(scenario));
    const { shipments, status } = answered(scenario);
    const codes = new Map(scenario.configuration.warehouses.map((w) => [w.warehouse_id, w.warehouse_code]));
    expect(rows).toEqual(
      shipments.flatMap(({ selected_warehouse, lines, ship_date, delivery_date, cost }, index) =>
        lines.map((line) => ({
          ...decided(scenario),
          status,
          shipment: index + 1,
          shipment_count: shipments.length,
          ...selected_warehouse,
          warehouse_code: codes.get(selected_warehouse.warehouse_id),
          ...line,
          carrier: 'UPS',
          ship_method: null,
          ...(isDated(scenario) && { ship_date, delivery_date }),
          ...(isPriced(scenario) && { cost }),
        })),
      ),
    );
    for (const row of rows) {
      expect(shipmentReportRow.parse(row)).toEqual(row);
      expect(Object.keys(row)).toEqual(columnsOf(shipmentReportRow.shape, scenario));
    }
  });
});

describe('unfulfilledRows', () => {
  it.each(SCENARIOS)('has a row for each SKU that lacks units: $name', (scenario) => {
    const rows = unfulfilledRows(reported(scenario));
    const { status, unfulfilled_lines, unroutable_reason_code, recommended_action } = answered(scenario);
    expect(rows).toEqual(
      unfulfilled_lines.map((line) => ({
        ...decided(scenario),
        status,
        ...line,
        unroutable_reason_code,
        recommended_action,
      })),
    );
    for (const row of rows) {
      expect(unfulfilledReportRow.parse(row)).toEqual(row);
      expect(Object.keys(row)).toEqual(Object.keys(unfulfilledReportRow.shape));
    }
  });
});
