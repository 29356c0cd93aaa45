import type { Configuration, LineAllocation, Shipment, Warehouse } from '../../engine/types.ts';
import {
  array,
  code,
  integer,
  integerOrNull,
  members,
  object,
  preEncodedMembers,
  text,
} from '../../foundation/json-form.ts';
import { optimizationMember } from '../optimization.ts';
import {
  arrivalField,
  bytesOf,
  type Dated,
  datedAllocations,
  daysFields,
  driverForm,
  dryRunField,
  idFields,
  outcomeFields,
  type ResultContext,
  type ResultSource,
  referenceTo,
  selectionFields,
  shownUnder,
  totalCostField,
  unroutableForm,
} from '../order-fields.ts';
import type { RunSummary } from '../routed-run.ts';
import { variantOf } from '../write-results.ts';

/** The answers of Variant B. A hot path, as those of Variant A. */

interface Context extends ResultContext {
  /** The members of each warehouse reference, by warehouse index. */
  readonly origins: readonly Uint8Array[];
}

function contextOf(configuration: Configuration): Context {
  const { warehouses } = configuration;
  return {
    ...shownUnder(configuration),
    references: bytesOf(reference, warehouses),
    origins: bytesOf(warehouseFields, warehouses),
  };
}

const warehouseFields = members<Warehouse, unknown>({
  warehouse_code: text(({ warehouse_code }) => warehouse_code),
  external_warehouse_id: text(({ warehouse_id }) => warehouse_id),
  warehouse_name: text(({ warehouse_name }) => warehouse_name),
});
const reference = object<Warehouse>(warehouseFields);

/** A line of an order and what ships of it. */
interface LineResult {
  readonly sku: string;
  readonly ordered: number;
  readonly shipped: number;
  readonly allocations: readonly Dated<LineAllocation>[];
}

/** A SKU on several lines stays several lines. Allocations are sorted by line. */
function lineResults(decided: ResultSource): LineResult[] {
  const { order } = decided;
  const allocations = datedAllocations(decided);
  let next = 0;
  return order.lines.map(({ sku, quantity }, line) => {
    const first = next;
    let shipped = 0;
    for (; allocations[next]?.line === line; next += 1) shipped += allocations[next]!.quantity;
    return { sku, ordered: quantity, shipped, allocations: allocations.slice(first, next) };
  });
}

const allocation = object<Dated<LineAllocation>, Context>(
  preEncodedMembers(warehouseFields, ({ warehouse }, { origins }) => origins[warehouse]!),
  { ship_qty: integer(({ quantity }) => quantity) },
  daysFields,
);

const line = object<LineResult, Context>({
  sku: text(({ sku }) => sku),
  ordered_qty: integer(({ ordered }) => ordered),
  ship_qty: integer(({ shipped }) => shipped),
  unfulfilled_qty: integer(({ ordered, shipped }) => ordered - shipped),
  allocations: array(({ allocations }) => allocations, allocation),
});

/** A single origin is in selected_warehouse, several are in selected_warehouses; never both. */
const outcome = members<ResultSource, Context>(outcomeFields, {
  ...selectionFields(reference),
  selected_warehouses: array(
    ({ decision: { shipments } }) => (shipments.length === 1 ? [] : shipments),
    referenceTo(reference, ({ warehouse }: Shipment) => warehouse),
  ),
});

/** One order of an answer. */
const orderResult = members<ResultSource, Context>(
  idFields,
  outcome,
  { lines: array(lineResults, line) },
  arrivalField,
  totalCostField,
  { decision_driver: driverForm(reference) },
  unroutableForm,
);

/** The batch's fields before its results. */
const runFields = members<RunSummary>(
  {
    routing_run_id: integerOrNull(({ routing_run_id }) => routing_run_id),
    client_id: integer(({ client_id }) => client_id),
    status: code(({ status }) => status),
    orders_considered: integer(({ orders_considered }) => orders_considered),
    orders_routed: integer(({ orders_routed }) => orders_routed),
  },
  optimizationMember,
  dryRunField,
);

/** The answers of Variant B. */
export const variantB = variantOf(runFields, orderResult, contextOf);
