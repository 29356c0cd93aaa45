import { type Cents, decimalOf } from '../../engine/money.ts';
import { reasonSentence, type Told } from '../../engine/sentences.ts';
import type {
  Configuration,
  Decision,
  RoutingQuality,
  SelectedPath,
  Shipment,
  UnfulfilledReason,
  UnfulfilledSku,
} from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { Steps } from '../../platform/steps.ts';
import { piece, pieceOf, piecesBy, type Utf8Writer } from '../../platform/utf8-writer.ts';
import { writeDriver, writeUnroutable } from '../common-fields.ts';
import type { PresentableOrder } from '../presented-order.ts';
import type { PresentedRun } from '../presented-run.ts';
import { endResult, resultText, type WriteOrder, writeDecisionId, writeResults } from '../write-results.ts';
import { writeItemControlFields } from './item-control-fields.ts';
import { writePolicyFields } from './policy-fields.ts';

/**
 * Variant A's answers. A hot path: every order of a batch and of a run's results is written here, 2 KB each (suites
 * `batch` and `results`). So no text is put together and no object built: bytes that repeat are kept as pieces, by
 * configuration or for good, and copied; only what belongs to one order is written anew.
 */

/** The routing run response (contract section 2.4) as UTF-8 JSON, of orders decided under one configuration. */
export function presentRunA(routed: {
  readonly run: PresentedRun;
  readonly configuration: { readonly configuration: Configuration };
  readonly decisions: readonly PresentableOrder[];
}): Steps<Buffer> {
  const { run, decisions } = routed;
  const head =
    `{"routing_run_id":${run.routing_run_id},"client_run_number":${run.client_run_number}` +
    `,"client_id":${run.client_id},"status":"${run.status}","orders_considered":${run.orders_considered}` +
    `,"orders_routed":${run.orders_routed},"full_count":${run.full_count},"split_count":${run.split_count}` +
    `,"partial_count":${run.partial_count},"partial_split_count":${run.partial_split_count}` +
    `,"none_count":${run.none_count}`;
  return writeResults(head, run, decisions, orderWriterA(routed.configuration));
}

/** One order result (contract section 2.5) as JSON text. */
export function presentOrderA(
  configured: { readonly configuration: Configuration },
  decided: PresentableOrder,
): string {
  return resultText(orderWriterA(configured), decided);
}

/** What writes order results (contract section 2.5) as JSON. */
export function orderWriterA({ configuration }: { readonly configuration: Configuration }): WriteOrder {
  const context = contextOf(configuration);
  return (out, decided) => writeOrder(out, context, decided);
}

/** What of a configuration's answers is the same for every order. */
interface Context {
  readonly configuration: Configuration;
  /** `{warehouse_id, warehouse_name}` by warehouse index. */
  readonly references: readonly Uint8Array[];
  /** preferred_warehouse by warehouse index. */
  readonly preferred: readonly Uint8Array[];
  /** The shipment fields of a single shipment by warehouse index, as far as its lines. */
  readonly singleShipments: readonly Uint8Array[];
  /** The profile object by profile index. */
  readonly profiles: readonly Uint8Array[];
  /** The fields of writeOutcome of plain FULL orders, by profile, preferred and selected warehouse. */
  readonly plainOutcomes: Map<number, Uint8Array>;
  /** decision_driver of plain orders that ship whole from the preferred warehouse, by that warehouse. */
  readonly plainDrivers: Map<number, Uint8Array>;
  /** `ranked_warehouses` of rankings already written. */
  readonly rankings: WeakMap<readonly number[], Uint8Array>;
}

const contexts = new WeakMap<Configuration, Context>();

function contextOf(configuration: Configuration): Context {
  let context = contexts.get(configuration);
  if (context === undefined) {
    const references = configuration.warehouses.map(
      ({ warehouse_id, warehouse_name }) =>
        `{"warehouse_id":${jsonText(warehouse_id)},"warehouse_name":${jsonText(warehouse_name)}}`,
    );
    context = {
      configuration,
      references: references.map(piece),
      preferred: references.map((reference) => piece(`,"preferred_warehouse":${reference}`)),
      singleShipments: references.map((reference) =>
        piece(
          `,"selected_warehouse":${reference},"selected_warehouses":[${reference}],"shipment_count":1` +
            `,"shipments":[{"selected_warehouse":${reference},"lines":[`,
        ),
      ),
      profiles: configuration.profiles.map(({ name, partner_id }) =>
        piece(`{"applied":true,"name":${jsonText(name)},"partner_id":${jsonText(partner_id)}}`),
      ),
      plainOutcomes: new Map(),
      plainDrivers: new Map(),
      rankings: new WeakMap(),
    };
    contexts.set(configuration, context);
  }
  return context;
}

function writeOrder(out: Utf8Writer, context: Context, decided: PresentableOrder): void {
  const { id, order, decision } = decided;
  const { configuration, preferred } = context;
  const told = { configuration, order, decision };
  writeDecisionId(out.put(ORDER_ID).json(order.order_id).put(DECISION_ID), id);
  writeOutcome(out, context, told);
  writeAmount(out, decision.total_value_cents);
  out.put(decision.ranked.length === 0 ? NONE_PREFERRED : preferred[decision.ranked[0]!]!);
  writeShipments(out, context, decision.shipments);
  writeUnfulfilled(out, decision.unfulfilled);
  out.put(EXPLANATION(decision.status)).put(rankedWarehouses(context, decision.ranked));
  writeDecisionDriver(out, context, told);
  writeItemControlFields(out, configuration, decision);
  endResult(out.put(END), decided);
}

const ORDER_ID = piece('{"order_id":');
const DECISION_ID = piece(',"routing_decision_id":');
const NONE_PREFERRED = piece(',"preferred_warehouse":null');
const EXPLANATION = piecesBy(
  (status: Decision['status']) =>
    `],"explanation":{"selected_path":"${SELECTED_PATHS[status]}","ranked_warehouses":`,
);

const SELECTED_PATHS: Record<Decision['status'], SelectedPath> = {
  FULL: 'full',
  SPLIT: 'split',
  PARTIAL: 'partial',
  PARTIAL_SPLIT: 'partial_split',
  NONE: 'none',
};

/** The fields from status to the name of total_shipment_value. Those of plain FULL orders repeat and are written once. */
function writeOutcome(out: Utf8Writer, context: Context, told: Told): void {
  const { status, profile, policy, shipments, ranked, unvalued_skus } = told.decision;
  if (
    status !== 'FULL' ||
    policy.outcome !== 'clear' ||
    policy.blocked !== null ||
    unvalued_skus.length > 0
  ) {
    writeOutcomeAnew(out, context, told);
    return;
  }
  const warehouses = context.references.length;
  const key = ((profile ?? -1) * warehouses + ranked[0]!) * warehouses + shipments[0]!.warehouse;
  let outcome = context.plainOutcomes.get(key);
  if (outcome === undefined) {
    outcome = pieceOf((once) => writeOutcomeAnew(once, context, told));
    context.plainOutcomes.set(key, outcome);
  }
  out.put(outcome);
}

function writeOutcomeAnew(out: Utf8Writer, { configuration, profiles }: Context, told: Told): void {
  const { decision } = told;
  const { status, quality, profile } = decision;
  out.put(STATUS(status)).put(QUALITY(quality)).json(reasonSentence(told));
  out.put(PROFILE).put(profile === null ? DEFAULT_PROFILE : profiles[profile]!);
  writePolicyFields(out, configuration, decision);
  writeUnroutable(out, told);
  out.put(VALUE);
}

const STATUS = piecesBy((status: Decision['status']) => `,"status":"${status}"`);
const QUALITY = piecesBy((quality: RoutingQuality) => `,"routing_quality":"${quality}","reason":`);
const PROFILE = piece(',"profile":');
const VALUE = piece(',"total_shipment_value":');
const DEFAULT_PROFILE = piece('{"applied":false,"name":"Default","partner_id":null}');

/** selected_warehouse, selected_warehouses, shipment_count and shipments. */
function writeShipments(out: Utf8Writer, context: Context, shipments: readonly Shipment[]): void {
  if (shipments.length === 1) {
    const { warehouse, lines } = shipments[0]!;
    writeShipmentLines(out.put(context.singleShipments[warehouse]!), lines);
    out.put(END_SHIPMENTS);
    return;
  }
  const { references } = context;
  out.put(SELECTED);
  for (let i = 0; i < shipments.length; i += 1) {
    if (i > 0) out.put(COMMA);
    out.put(references[shipments[i]!.warehouse]!);
  }
  out.put(COUNT).integer(shipments.length).put(SHIPMENTS);
  for (let i = 0; i < shipments.length; i += 1) {
    const { warehouse, lines } = shipments[i]!;
    out.put(i === 0 ? FIRST_SHIPMENT : SHIPMENT).put(references[warehouse]!);
    writeShipmentLines(out.put(LINES), lines);
  }
  out.put(shipments.length === 0 ? NO_SHIPMENTS : END_SHIPMENTS);
}

const SELECTED = piece(',"selected_warehouse":null,"selected_warehouses":[');
const COUNT = piece('],"shipment_count":');
const SHIPMENTS = piece(',"shipments":[');
const FIRST_SHIPMENT = piece('{"selected_warehouse":');
const SHIPMENT = piece(']},{"selected_warehouse":');
const LINES = piece(',"lines":[');
const COMMA = piece(',');
const END_SHIPMENTS = piece(']}],"unfulfilled_lines":[');
const NO_SHIPMENTS = piece('],"unfulfilled_lines":[');

function writeShipmentLines(out: Utf8Writer, lines: Shipment['lines']): void {
  for (let i = 0; i < lines.length; i += 1) {
    const { sku, ship_qty } = lines[i]!;
    out
      .put(i === 0 ? FIRST_SKU : SKU)
      .json(sku)
      .put(SHIP_QTY)
      .integer(ship_qty)
      .put(END);
  }
}

const FIRST_SKU = piece('{"sku":');
const SKU = piece(',{"sku":');
const SHIP_QTY = piece(',"ship_qty":');
const END = piece('}');

function writeUnfulfilled(out: Utf8Writer, unfulfilled: readonly UnfulfilledSku[]): void {
  for (let i = 0; i < unfulfilled.length; i += 1) {
    const { sku, requested_qty, unfulfilled_qty, reason } = unfulfilled[i]!;
    out.put(i === 0 ? FIRST_SKU : SKU).json(sku);
    out.put(REQUESTED).integer(requested_qty).put(UNFULFILLED).integer(unfulfilled_qty).put(REASON(reason));
  }
}

const REQUESTED = piece(',"requested_qty":');
const UNFULFILLED = piece(',"unfulfilled_qty":');
const REASON = piecesBy((reason: UnfulfilledReason) => `,"reason":"${reason}"}`);

/** Cents as a JSON number, without zeros at its end. */
function writeAmount(out: Utf8Writer, cents: Cents): void {
  if (typeof cents === 'bigint') {
    out.ascii(decimalOf(cents));
    return;
  }
  const rest = cents % 100;
  out.integer((cents - rest) / 100);
  if (rest !== 0) out.put(CENTS[rest]!);
}

const CENTS = Array.from({ length: 100 }, (_, cents) => piece(String(cents / 100).slice(1)));

/** Orders to one destination share their ranking, the largest part of a result: it is written once. */
function rankedWarehouses({ references, rankings }: Context, ranked: readonly number[]): Uint8Array {
  let entries = rankings.get(ranked);
  if (entries === undefined) {
    entries = pieceOf((out) => {
      out.write('[');
      for (let i = 0; i < ranked.length; i += 1) {
        out.write(`${i === 0 ? '' : ','}{"rank":${i + 1},`).put(references[ranked[i]!]!.subarray(1));
      }
      out.write(']');
    });
    rankings.set(ranked, entries);
  }
  return entries;
}

/** decision_driver. That of the best of orders says nothing but the warehouse, and is written once. */
function writeDecisionDriver(out: Utf8Writer, { references, plainDrivers }: Context, told: Told): void {
  const { code, warehouse } = told.decision.driver;
  if (code !== 'optimal_preferred_full') {
    writeDriver(out, references, told);
    return;
  }
  let driver = plainDrivers.get(warehouse!);
  if (driver === undefined) {
    driver = pieceOf((once) => writeDriver(once, references, told));
    plainDrivers.set(warehouse!, driver);
  }
  out.put(driver);
}
