import { reasonSentence, type Told } from '../../engine/sentences.ts';
import type { Configuration, Decision, SelectedPath, Shipment, UnfulfilledSku } from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import { Utf8Writer } from '../../platform/utf8-writer.ts';
import {
  driverField,
  referenceOrNull,
  unroutableFields,
  type WarehouseReferences,
} from '../common-fields.ts';
import type { PresentedOrder } from '../presented-order.ts';
import { itemControlFields } from './item-control-fields.ts';
import { policyFields } from './policy-fields.ts';
import type { RunResponseA } from './schema.ts';

/** What of a configuration's answers is the same for every order, serialised once. */
interface Context {
  readonly configuration: Configuration;
  /** `{warehouse_id, warehouse_name}` by warehouse index. */
  readonly references: readonly string[];
  /** The profile object by profile index. */
  readonly profiles: readonly string[];
  /** outcomeFields of plain FULL orders, by profile, preferred and selected warehouse. */
  readonly plainOutcomes: Map<number, string>;
  /** `ranked_warehouses` of rankings already written. */
  readonly rankings: WeakMap<readonly number[], string>;
}

/** The routing run response (contract section 2.4) as UTF-8 JSON, of orders decided under one configuration. */
export function presentRunA(routed: {
  readonly run: Omit<RunResponseA, 'results'>;
  readonly configuration: { readonly configuration: Configuration };
  readonly decisions: readonly PresentedOrder[];
}): Buffer {
  const { run, decisions } = routed;
  const context = contextOf(routed.configuration.configuration);
  const json = new Utf8Writer((decisions.length + 1) * USUAL_RESULT_BYTES);
  json.write(
    `{"routing_run_id":${run.routing_run_id},"client_run_number":${run.client_run_number}` +
      `,"client_id":${run.client_id},"status":"${run.status}","orders_considered":${run.orders_considered}` +
      `,"orders_routed":${run.orders_routed},"full_count":${run.full_count},"split_count":${run.split_count}` +
      `,"partial_count":${run.partial_count},"partial_split_count":${run.partial_split_count}` +
      `,"none_count":${run.none_count},"results":[`,
  );
  for (let i = 0; i < decisions.length; i += 1) {
    json.write(`${i === 0 ? '' : ','}${orderResult(context, decisions[i]!)}`);
  }
  json.write(']}');
  return json.bytes();
}

/** Room for most results of eight warehouses; the writer grows where it is too little. */
const USUAL_RESULT_BYTES = 2_500;

/** One order result (contract section 2.5) as JSON text. */
export function presentOrderA(
  { configuration }: { readonly configuration: Configuration },
  decided: PresentedOrder,
): string {
  return orderResult(contextOf(configuration), decided);
}

const contexts = new WeakMap<Configuration, Context>();

function contextOf(configuration: Configuration): Context {
  let context = contexts.get(configuration);
  if (context === undefined) {
    context = {
      configuration,
      references: configuration.warehouses.map(
        ({ warehouse_id, warehouse_name }) =>
          `{"warehouse_id":${jsonText(warehouse_id)},"warehouse_name":${jsonText(warehouse_name)}}`,
      ),
      profiles: configuration.profiles.map(
        ({ name, partner_id }) =>
          `{"applied":true,"name":${jsonText(name)},"partner_id":${jsonText(partner_id)}}`,
      ),
      plainOutcomes: new Map(),
      rankings: new WeakMap(),
    };
    contexts.set(configuration, context);
  }
  return context;
}

function orderResult(context: Context, { id, order, decision }: PresentedOrder): string {
  const { configuration, references } = context;
  const told = { configuration, order, decision };
  return (
    `{"order_id":${jsonText(order.order_id)},"routing_decision_id":${id},${outcomeFields(context, told)}` +
    `,"total_shipment_value":${amountText(decision.total_value_cents)}` +
    `,"preferred_warehouse":${referenceOrNull(references, decision.ranked[0])}` +
    `,${shipmentFields(references, decision.shipments)}` +
    `,"unfulfilled_lines":${unfulfilledLines(decision.unfulfilled)}` +
    `,"explanation":{"selected_path":"${SELECTED_PATHS[decision.status]}"` +
    `,"ranked_warehouses":${rankedWarehouses(context, decision.ranked)}` +
    `,${driverField(references, told)},${itemControlFields(configuration, decision)}}}`
  );
}

/** The fields from status to recommended_action. Those of plain FULL orders repeat and are written once. */
function outcomeFields(context: Context, told: Told): string {
  const { decision } = told;
  const { policy, shipments, ranked, unvalued_skus } = decision;
  if (
    decision.status !== 'FULL' ||
    policy.outcome !== 'clear' ||
    policy.blocked !== null ||
    unvalued_skus.length > 0
  ) {
    return writeOutcome(context, told);
  }
  const warehouses = context.references.length;
  const key = ((decision.profile ?? -1) * warehouses + ranked[0]!) * warehouses + shipments[0]!.warehouse;
  let text = context.plainOutcomes.get(key);
  if (text === undefined) {
    text = writeOutcome(context, told);
    context.plainOutcomes.set(key, text);
  }
  return text;
}

function writeOutcome({ configuration, profiles }: Context, told: Told): string {
  const { status, quality, profile } = told.decision;
  return (
    `"status":"${status}","routing_quality":"${quality}","reason":${jsonText(reasonSentence(told))}` +
    `,"profile":${profile === null ? DEFAULT_PROFILE : profiles[profile]!}` +
    `,${policyFields(configuration, told.decision)},${unroutableFields(told)}`
  );
}

const DEFAULT_PROFILE = '{"applied":false,"name":"Default","partner_id":null}';

const SELECTED_PATHS: Record<Decision['status'], SelectedPath> = {
  FULL: 'full',
  SPLIT: 'split',
  PARTIAL: 'partial',
  PARTIAL_SPLIT: 'partial_split',
  NONE: 'none',
};

/** selected_warehouse, selected_warehouses, shipment_count and shipments. */
function shipmentFields(references: WarehouseReferences, shipments: readonly Shipment[]): string {
  let selected = '';
  let objects = '';
  for (let i = 0; i < shipments.length; i += 1) {
    const { warehouse, lines } = shipments[i]!;
    const reference = references[warehouse]!;
    const comma = i === 0 ? '' : ',';
    selected += comma + reference;
    objects += `${comma}{"selected_warehouse":${reference},"lines":[`;
    for (let j = 0; j < lines.length; j += 1) {
      const { sku, ship_qty } = lines[j]!;
      objects += `${j === 0 ? '' : ','}{"sku":${jsonText(sku)},"ship_qty":${ship_qty}}`;
    }
    objects += ']}';
  }
  return (
    `"selected_warehouse":${shipments.length === 1 ? selected : 'null'},"selected_warehouses":[${selected}]` +
    `,"shipment_count":${shipments.length},"shipments":[${objects}]`
  );
}

function unfulfilledLines(unfulfilled: readonly UnfulfilledSku[]): string {
  let objects = '';
  for (let i = 0; i < unfulfilled.length; i += 1) {
    const { sku, requested_qty, unfulfilled_qty, reason } = unfulfilled[i]!;
    objects +=
      `${i === 0 ? '' : ','}{"sku":${jsonText(sku)},"requested_qty":${requested_qty}` +
      `,"unfulfilled_qty":${unfulfilled_qty},"reason":"${reason}"}`;
  }
  return `[${objects}]`;
}

/** Cents as a JSON number; whole amounts and cents apart, as a fraction is slow to print. */
function amountText(cents: number): string {
  const rest = cents % 100;
  if (rest === 0) return `${cents / 100}`;
  const whole = (cents - rest) / 100;
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`;
}

/** Orders to one destination share their ranking, the largest part of a result: it is written once. */
function rankedWarehouses({ references, rankings }: Context, ranked: readonly number[]): string {
  let text = rankings.get(ranked);
  if (text === undefined) {
    const entries = ranked.map(
      (warehouse, index) => `{"rank":${index + 1},${references[warehouse]!.slice(1)}`,
    );
    text = `[${entries.join(',')}]`;
    rankings.set(ranked, text);
  }
  return text;
}
