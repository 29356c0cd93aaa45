import { reasonSentence } from '../../engine/sentences.ts';
import type { Configuration, OrderStatus, RoutingQuality } from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { Steps } from '../../platform/steps.ts';
import { piece, piecesBy, type Utf8Writer } from '../../platform/utf8-writer.ts';
import { referenceOrNull, writeDriver, writeUnroutable } from '../common-fields.ts';
import type { PresentableOrder } from '../presented-order.ts';
import type { PresentedRun } from '../presented-run.ts';
import { endResult, resultText, type WriteOrder, writeDecisionId, writeResults } from '../write-results.ts';
import { writeOrderLines } from './order-lines.ts';

/** Variant B's answers. A hot path, written as that of Variant A is. */

/** The batch wrapper of Variant B (decision-rules.md section 8) as UTF-8 JSON. */
export function presentBatchB(routed: {
  readonly run: Pick<
    PresentedRun,
    'routing_run_id' | 'client_id' | 'status' | 'orders_considered' | 'orders_routed' | 'dry_run'
  >;
  readonly configuration: { readonly configuration: Configuration };
  readonly decisions: readonly PresentableOrder[];
}): Steps<Buffer> {
  const { run, configuration, decisions } = routed;
  const head =
    `{"routing_run_id":${run.routing_run_id},"client_id":${run.client_id},"status":"${run.status}"` +
    `,"orders_considered":${run.orders_considered},"orders_routed":${run.orders_routed}`;
  return writeResults(head, run, decisions, orderWriterB(configuration));
}

/** One order result (contract section 2.6) as JSON text. */
export function presentOrderB(
  configured: { readonly configuration: Configuration },
  decided: PresentableOrder,
): string {
  return resultText(orderWriterB(configured), decided);
}

/** What writes order results (contract section 2.6) as JSON. */
export function orderWriterB({ configuration }: { readonly configuration: Configuration }): WriteOrder {
  const context = contextOf(configuration);
  return (out, decided) => writeOrder(out, context, decided);
}

/** What of a configuration's answers is the same for every order. */
interface Context {
  readonly configuration: Configuration;
  /** `{warehouse_code, external_warehouse_id, warehouse_name}` by warehouse index. */
  readonly references: readonly Uint8Array[];
  /** The same as allocations, as far as `ship_qty`. */
  readonly givers: readonly Uint8Array[];
}

const contexts = new WeakMap<Configuration, Context>();

function contextOf(configuration: Configuration): Context {
  let context = contexts.get(configuration);
  if (context === undefined) {
    const fields = configuration.warehouses.map(
      ({ warehouse_code, warehouse_id, warehouse_name }) =>
        `{"warehouse_code":${jsonText(warehouse_code)},"external_warehouse_id":${jsonText(warehouse_id)}` +
        `,"warehouse_name":${jsonText(warehouse_name)}`,
    );
    context = {
      configuration,
      references: fields.map((text) => piece(`${text}}`)),
      givers: fields.map((text) => piece(`${text},"ship_qty":`)),
    };
    contexts.set(configuration, context);
  }
  return context;
}

/** A single origin is in selected_warehouse, several are in selected_warehouses; never both. */
function writeOrder(out: Utf8Writer, context: Context, decided: PresentableOrder): void {
  const { id, order, decision } = decided;
  const { configuration, references, givers } = context;
  const { status, quality, shipments } = decision;
  const told = { configuration, order, decision };
  writeDecisionId(out.put(ORDER_ID).json(order.order_id).put(DECISION_ID), id);
  out.put(STATUS(status)).put(QUALITY(quality)).json(reasonSentence(told));
  out.put(PREFERRED).put(referenceOrNull(references, decision.ranked[0]));
  const single = shipments.length === 1;
  out.put(SELECTED).put(referenceOrNull(references, single ? shipments[0]!.warehouse : null));
  out.put(SELECTED_SEVERAL);
  if (!single) {
    for (let i = 0; i < shipments.length; i += 1) {
      if (i > 0) out.put(COMMA);
      out.put(references[shipments[i]!.warehouse]!);
    }
  }
  writeOrderLines(out.put(LINES), givers, order.lines, decision.allocations);
  writeDriver(out.put(END_LINES), references, told);
  writeUnroutable(out, told);
  endResult(out, decided);
}

const ORDER_ID = piece('{"order_id":');
const DECISION_ID = piece(',"routing_decision_id":');
const STATUS = piecesBy((status: OrderStatus) => `,"status":"${status}"`);
const QUALITY = piecesBy((quality: RoutingQuality) => `,"routing_quality":"${quality}","reason":`);
const PREFERRED = piece(',"preferred_warehouse":');
const SELECTED = piece(',"selected_warehouse":');
const SELECTED_SEVERAL = piece(',"selected_warehouses":[');
const LINES = piece('],"lines":[');
const END_LINES = piece(']');
const COMMA = piece(',');
