import type { z } from 'zod';
import { amountOf } from '../contracts/amounts.ts';
import { shownUnder, totalCostOf } from '../contracts/order-fields.ts';
import { resultCells } from '../contracts/reports.ts';
import type { PresentedOrder } from '../contracts/routed-run.ts';
import { recommendedAction } from '../engine/explain/recommended-action.ts';
import { reasonSentence, unroutableSentence } from '../engine/explain/sentences.ts';
import { decimalOf } from '../engine/money.ts';
import { arrivalDay, dayTextOf } from '../engine/rules/departures.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import type { Configuration } from '../engine/types.ts';
import { UNROUTABLE } from '../engine/unroutable.ts';
import type { CsvValue } from '../foundation/csv-text.ts';
import { type Decimal, exactNumber } from '../foundation/decimal.ts';

/** The cells, with an amount of any size. */
type ResultCells = WithAmount<z.output<z.ZodObject<typeof resultCells>>>;
export type WithAmount<T> = Omit<T, 'total_shipment_value'> & {
  readonly total_shipment_value: number | Decimal;
};

/** An order result as flat cells. The shipments report has what ships line by line. */
export function resultCellsOf(
  configuration: Configuration,
  { order, decision }: PresentedOrder,
): ResultCells {
  const decided = { configuration, order, decision };
  const { shipments, policy, unroutable, profile } = decision;
  const idOf = (warehouse: number) => configuration.warehouses[warehouse]!.warehouse_id;
  return {
    status: decision.status,
    routing_quality: decision.quality,
    reason: reasonSentence(decided),
    profile: profile === null ? 'Default' : configuration.profiles[profile]!.name,
    preferred_warehouse_id: decision.ranked.length === 0 ? null : idOf(decision.ranked[0]!),
    selected_warehouse_ids: shipments.map(({ warehouse }) => idOf(warehouse)).join(';'),
    shipment_count: shipments.length,
    requested_qty: totalQuantity(order.lines),
    ship_qty: totalQuantity(decision.allocations),
    unfulfilled_qty: decision.unfulfilled.reduce((sum, { unfulfilled_qty }) => sum + unfulfilled_qty, 0),
    unfulfilled_skus: decision.unfulfilled.map(({ sku }) => sku).join(';'),
    total_shipment_value: exactNumber(decimalOf(decision.total_value_cents)),
    policy_outcome: policy.outcome,
    policy_warning_codes: policy.warnings.map(({ rule }) => `${rule}_warned`).join(';'),
    policy_blocked_code: policy.blocked && `${policy.blocked.rule}_blocked`,
    decision_driver: decision.driver.code,
    unroutable_reason_code: unroutable,
    unroutable_category: unroutable && UNROUTABLE[unroutable].category,
    unroutable_reason: unroutableSentence(decided),
    recommended_action: recommendedAction(decision),
  };
}

/** The columns' names in their order. What ships line by line is in the NDJSON. */
export const RESULT_COLUMNS: readonly string[] = [
  'order_id',
  'routing_decision_id',
  'destination_zip',
  ...Object.keys(resultCells),
];

/** Columns that follow if results have a date and a cost, each for its own. */
export const DATE_COLUMN = 'delivery_date';
export const COST_COLUMN = 'total_cost';

/** The header row. */
export function resultColumns(configuration: Configuration): string[] {
  const { isDated, isPriced } = shownUnder(configuration);
  return [...RESULT_COLUMNS, ...(isDated ? [DATE_COLUMN] : []), ...(isPriced ? [COST_COLUMN] : [])];
}

/** A result as a flat row, the same in both contract variants. */
export function resultRow(configuration: Configuration, decided: PresentedOrder): CsvValue[] {
  const { id, order, decision } = decided;
  const { isDated, isPriced } = shownUnder(configuration);
  return [
    order.order_id,
    id,
    order.destination_zip,
    ...Object.values(resultCellsOf(configuration, decided)),
    ...(isDated ? [dayTextOf(arrivalDay(decision.days))] : []),
    ...(isPriced ? [amountOf(totalCostOf(decision))] : []),
  ];
}
