import { reasonSentence, type Told } from '../../engine/sentences.ts';
import type { Configuration, Decision, SelectedPath, Shipment, UnfulfilledSku } from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { Steps } from '../../platform/steps.ts';
import { driverField, flatText, referenceOrNull, unroutableFields } from '../common-fields.ts';
import type { PresentedOrder } from '../presented-order.ts';
import { writeResults } from '../write-results.ts';
import { itemControlFields } from './item-control-fields.ts';
import { policyFields } from './policy-fields.ts';
import type { RunResponseA } from './schema.ts';

/**
 * What of a configuration's answers is the same for every order, serialised once and flat: a text that was put
 * together is a tree in memory, which every answer that it is part of would walk again.
 */
interface Context {
  readonly configuration: Configuration;
  /** `{warehouse_id, warehouse_name}` by warehouse index. */
  readonly references: readonly string[];
  /** shipmentFields of a single shipment by warehouse index, up to its first line. */
  readonly singleShipments: readonly string[];
  /** The profile object by profile index. */
  readonly profiles: readonly string[];
  /** outcomeFields of plain FULL orders, by profile, preferred and selected warehouse. */
  readonly plainOutcomes: Map<number, string>;
  /** decision_driver of plain orders that ship whole from the preferred warehouse, by that warehouse. */
  readonly plainDrivers: Map<number, string>;
  /** `ranked_warehouses` of rankings already written. */
  readonly rankings: WeakMap<readonly number[], string>;
}

/** The routing run response (contract section 2.4) as UTF-8 JSON, of orders decided under one configuration. */
export function presentRunA(routed: {
  readonly run: Omit<RunResponseA, 'results'>;
  readonly configuration: { readonly configuration: Configuration };
  readonly decisions: readonly PresentedOrder[];
}): Steps<Buffer> {
  const { run, decisions } = routed;
  const context = contextOf(routed.configuration.configuration);
  const head =
    `{"routing_run_id":${run.routing_run_id},"client_run_number":${run.client_run_number}` +
    `,"client_id":${run.client_id},"status":"${run.status}","orders_considered":${run.orders_considered}` +
    `,"orders_routed":${run.orders_routed},"full_count":${run.full_count},"split_count":${run.split_count}` +
    `,"partial_count":${run.partial_count},"partial_split_count":${run.partial_split_count}` +
    `,"none_count":${run.none_count}`;
  return writeResults(head, decisions, (decided) => orderResult(context, decided));
}

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
    const references = configuration.warehouses.map(({ warehouse_id, warehouse_name }) =>
      flatText(`{"warehouse_id":${jsonText(warehouse_id)},"warehouse_name":${jsonText(warehouse_name)}}`),
    );
    context = {
      configuration,
      references,
      singleShipments: references.map((reference) =>
        flatText(
          `"selected_warehouse":${reference},"selected_warehouses":[${reference}],"shipment_count":1` +
            `,"shipments":[{"selected_warehouse":${reference},"lines":[`,
        ),
      ),
      profiles: configuration.profiles.map(({ name, partner_id }) =>
        flatText(`{"applied":true,"name":${jsonText(name)},"partner_id":${jsonText(partner_id)}}`),
      ),
      plainOutcomes: new Map(),
      plainDrivers: new Map(),
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
    `,${shipmentFields(context, decision.shipments)}` +
    `,"unfulfilled_lines":${unfulfilledLines(decision.unfulfilled)}` +
    `,"explanation":{"selected_path":"${SELECTED_PATHS[decision.status]}"` +
    `,"ranked_warehouses":${rankedWarehouses(context, decision.ranked)}` +
    `,${decisionDriver(context, told)},${itemControlFields(configuration, decision)}}}`
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
    text = flatText(writeOutcome(context, told));
    context.plainOutcomes.set(key, text);
  }
  return text;
}

/** decision_driver. That of the best of orders says nothing but the warehouse, and is written once. */
function decisionDriver({ references, plainDrivers }: Context, told: Told): string {
  const { code, warehouse } = told.decision.driver;
  if (code !== 'optimal_preferred_full') return driverField(references, told);
  let text = plainDrivers.get(warehouse!);
  if (text === undefined) {
    text = flatText(driverField(references, told));
    plainDrivers.set(warehouse!, text);
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
function shipmentFields({ references, singleShipments }: Context, shipments: readonly Shipment[]): string {
  if (shipments.length === 1) {
    const { warehouse, lines } = shipments[0]!;
    return `${singleShipments[warehouse]!}${shipmentLines(lines)}]}]`;
  }
  let selected = '';
  let objects = '';
  for (let i = 0; i < shipments.length; i += 1) {
    const { warehouse, lines } = shipments[i]!;
    const reference = references[warehouse]!;
    const comma = i === 0 ? '' : ',';
    selected += comma + reference;
    objects += `${comma}{"selected_warehouse":${reference},"lines":[${shipmentLines(lines)}]}`;
  }
  return (
    `"selected_warehouse":null,"selected_warehouses":[${selected}]` +
    `,"shipment_count":${shipments.length},"shipments":[${objects}]`
  );
}

function shipmentLines(lines: Shipment['lines']): string {
  let objects = '';
  for (let i = 0; i < lines.length; i += 1) {
    const { sku, ship_qty } = lines[i]!;
    objects += `${i === 0 ? '{"sku":' : ',{"sku":'}${jsonText(sku)},"ship_qty":${ship_qty}}`;
  }
  return objects;
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
    text = flatText(`[${entries.join(',')}]`);
    rankings.set(ranked, text);
  }
  return text;
}
