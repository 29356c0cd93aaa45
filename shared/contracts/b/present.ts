import { reasonSentence } from '../../engine/sentences.ts';
import type { Configuration } from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { Steps } from '../../platform/steps.ts';
import {
  driverField,
  flatText,
  referenceOrNull,
  unroutableFields,
  type WarehouseReferences,
} from '../common-fields.ts';
import type { PresentedOrder } from '../presented-order.ts';
import { writeResults } from '../write-results.ts';
import { orderLines } from './order-lines.ts';
import type { BatchResponseB } from './schema.ts';

/** The batch wrapper of Variant B (decision-rules.md section 8) as UTF-8 JSON. */
export function presentBatchB(routed: {
  readonly run: Omit<BatchResponseB, 'results'>;
  readonly configuration: { readonly configuration: Configuration };
  readonly decisions: readonly PresentedOrder[];
}): Steps<Buffer> {
  const { run, configuration, decisions } = routed;
  const head =
    `{"routing_run_id":${run.routing_run_id},"client_id":${run.client_id},"status":"${run.status}"` +
    `,"orders_considered":${run.orders_considered},"orders_routed":${run.orders_routed}`;
  return writeResults(head, decisions, (decided) => presentOrderB(configuration, decided));
}

/**
 * One order result (contract section 2.6) as JSON text. A single origin is in selected_warehouse, several are
 * in selected_warehouses; never both.
 */
export function presentOrderB(
  { configuration }: { readonly configuration: Configuration },
  { id, order, decision }: PresentedOrder,
): string {
  const references = referencesOf(configuration);
  const told = { configuration, order, decision };
  const selected = decision.shipments.map(({ warehouse }) => references[warehouse]!);
  const single = selected.length === 1;
  return (
    `{"order_id":${jsonText(order.order_id)},"routing_decision_id":${id},"status":"${decision.status}"` +
    `,"routing_quality":"${decision.quality}","reason":${jsonText(reasonSentence(told))}` +
    `,"preferred_warehouse":${referenceOrNull(references, decision.ranked[0])}` +
    `,"selected_warehouse":${single ? selected[0]! : 'null'}` +
    `,"selected_warehouses":[${single ? '' : selected.join(',')}]` +
    `,"lines":${orderLines(references, order.lines, decision.allocations)}` +
    `,${driverField(references, told)},${unroutableFields(told)}}`
  );
}

const known = new WeakMap<Configuration, WarehouseReferences>();

/** Each warehouse as `{warehouse_code, external_warehouse_id, warehouse_name}`, serialised once a configuration. */
function referencesOf(configuration: Configuration): WarehouseReferences {
  let references = known.get(configuration);
  if (references === undefined) {
    references = configuration.warehouses.map(({ warehouse_code, warehouse_id, warehouse_name }) =>
      flatText(
        `{"warehouse_code":${jsonText(warehouse_code)},"external_warehouse_id":${jsonText(warehouse_id)}` +
          `,"warehouse_name":${jsonText(warehouse_name)}}`,
      ),
    );
    known.set(configuration, references);
  }
  return references;
}
