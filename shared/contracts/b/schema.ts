import { z } from 'zod';
import {
  arrivalField,
  daysFields,
  driverFields,
  outcomeFields,
  runFields,
  totalCostField,
  unroutableFields,
} from '../a/schema.ts';
import { named } from '../common.ts';
import { warningsField } from '../intake-warning.ts';
import { optimizationField } from '../optimization.ts';

const warehouseRefB = named('WarehouseReferenceB', {
  warehouse_code: z.string().describe("The service's own code, for traceability."),
  external_warehouse_id: z.string(),
  warehouse_name: z.string(),
});

const allocation = named('Allocation', { ...warehouseRefB.shape, ship_qty: z.int().min(1), ...daysFields });

const line = named('OrderLineResultB', {
  sku: z.string(),
  ordered_qty: z.int().min(1),
  ship_qty: z.int().min(0),
  unfulfilled_qty: z.int().min(0),
  allocations: z.array(allocation).describe('Where the line ships from; what to execute.'),
});

/** One order of an answer (docs/reference/results.md). */
export const orderResultB = z
  .strictObject({
    ...outcomeFields,
    preferred_warehouse: warehouseRefB.nullable(),
    selected_warehouse: warehouseRefB.nullable().describe('Set for a single-origin route.'),
    selected_warehouses: z.array(warehouseRefB).describe('Filled for a multi-origin route.'),
    lines: z.array(line).describe("In the order's line order."),
    ...arrivalField,
    ...totalCostField,
    decision_driver: z.strictObject({ ...driverFields, warehouse: warehouseRefB.nullable() }),
    ...unroutableFields,
  })
  .meta({ id: 'OrderResultB', title: 'Order result, Variant B' });

/** The answer to a single order: its result, with the warnings of its body. */
export const routedOrderB = orderResultB
  .extend({ warnings: warningsField })
  .meta({ id: 'RoutedOrderB', title: 'Routed order, Variant B' });

export type OrderResultB = z.output<typeof orderResultB>;

const { routing_run_id, client_id, status, orders_considered, orders_routed } = runFields;

/** The answer to a batch. */
export const batchResponseB = z
  .strictObject({
    routing_run_id,
    client_id,
    status,
    orders_considered,
    orders_routed,
    ...optimizationField,
    results: z.array(orderResultB).describe('In request order.'),
    warnings: warningsField,
  })
  .meta({ id: 'RoutingRunB', title: 'Batch result, Variant B' });
