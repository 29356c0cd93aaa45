import type { OrderStatus } from '../../shared/engine/types.ts';
import type { Look } from './look.ts';
import { amount, money, whole } from './numbers.ts';
import { type OrderResult, type SkuUnits, shippedBy, sumOfUnits, unshippedOf } from './order-result.ts';
import { paragraph } from './table.ts';
import { type UnitsRow, unitsTable } from './units-table.ts';

/** The part of a sent order that is shown with its result. */
export interface SentOrder {
  readonly destination_zip?: string;
  readonly lines?: readonly { readonly sku: string; readonly quantity: number }[] | null | undefined;
}

/** What was decided on one order and why: sentences, and units per warehouse with shares and bars. */
export function decisionText(result: OrderResult, look: Look, sent?: SentOrder): string {
  const sentence = (text: string) => paragraph(text, look.columns);
  const rows = unitsRows(result);
  return [
    ...(sent === undefined ? [] : [sentence(`Order ${result.order_id} wants ${wanted(result, sent)}.`)]),
    statusSentence(result, look),
    ...reasons(result).map(sentence),
    ...(rows.length === 0 ? [] : ['', unitsTable(rows, look), '']),
    ...costs(result, look).map(sentence),
    ...warnings(result).map((message) => look.paint.warning(sentence(`⚑ Policy: ${message}`))),
    ...background(result).map(sentence),
  ].join('\n');
}

/** What the order wants. If its lines have another name, they follow from what ships and what does not. */
function wanted(result: OrderResult, { destination_zip, lines }: SentOrder): string {
  const units = lines?.map(({ sku, quantity }) => ({ sku, units: quantity })) ?? unitsBySku(result);
  const destination = destination_zip === undefined ? '' : `, shipped to ${destination_zip}`;
  return `${listed(units)}${destination}`;
}

function unitsBySku(result: OrderResult): SkuUnits[] {
  const units = new Map<string, number>();
  for (const each of [...shippedBy(result).flatMap(({ lines }) => lines), ...unshippedOf(result)]) {
    units.set(each.sku, (units.get(each.sku) ?? 0) + each.units);
  }
  return [...units].map(([sku, sum]) => ({ sku, units: sum }));
}

function statusSentence({ status, reason }: OrderResult, { columns, paint }: Look): string {
  const text = paragraph(`${status}: ${reason}`, columns);
  return paint.status(status as OrderStatus) + text.slice(status.length);
}

function reasons(result: OrderResult): string[] {
  const driver = 'explanation' in result ? result.explanation.decision_driver : result.decision_driver;
  const { unroutable_reason, recommended_action } = result;
  const said = [result.reason, driver.message, null];
  return [
    `Why: ${driver.message}`,
    ...(said.includes(unroutable_reason) ? [] : [unroutable_reason!]),
    ...(recommended_action === null ? [] : [`To do: ${recommended_action}`]),
  ];
}

/** What it costs, shipment by shipment, if the account has rates. */
function costs(result: OrderResult, look: Look): string[] {
  const { total_cost } = result;
  if (total_cost === undefined || result.status === 'NONE') return [];
  const ofEach = shippedBy(result).flatMap(({ name, cost }) =>
    cost === undefined ? [] : [`${cost === null ? 'no price' : amount(cost)} from ${name}`],
  );
  const each = ofEach.length > 1 ? ` (${ofEach.join(', ')})` : '';
  return [total_cost === null ? `Cost: not known${each}.` : `Cost: ${money(total_cost, look)}${each}.`];
}

function unitsRows(result: OrderResult): UnitsRow[] {
  return [
    ...shippedBy(result).map(({ name, warehouse_id, lines }) => ({
      label: name === warehouse_id ? name : `${name} (${warehouse_id})`,
      units: sumOfUnits(lines),
      detail: listed(lines),
    })),
    ...unshippedOf(result).map(({ sku, units, reason }) => ({
      label: 'cannot ship',
      units,
      detail: `${listed([{ sku, units }])}${reason === null ? '' : `: ${reason}`}`,
      missing: true,
    })),
  ];
}

function warnings(result: OrderResult): readonly string[] {
  return 'policy_messages' in result ? result.policy_messages : [];
}

/** The rules and the ranking of the decision. Only Variant A has them. */
function background(result: OrderResult): string[] {
  if (!('explanation' in result)) return [];
  const { ranked_warehouses } = result.explanation;
  return [
    `Rules: those of the profile ${result.profile.name}.`,
    ...(ranked_warehouses.length === 0
      ? []
      : [`Ranking: ${ranked_warehouses.map((each) => `${each.rank} ${each.warehouse_name}`).join(', ')}.`]),
  ];
}

function listed(lines: readonly SkuUnits[]): string {
  return lines.map(({ sku, units }) => `${whole(units)} × ${sku}`).join(', ');
}
