import type { FoundOrder } from '../../contracts/account/orders.ts';
import { csvRow } from '../../foundation/csv-text.ts';

const COLUMNS = [
  'order_id',
  'status',
  'reasons',
  'destination_zip',
  'units_ordered',
  'units_shipped',
  'shipments',
  'warehouse_ids',
  'policy_warned',
  'holds_units',
  'rerouted',
  'decided_at',
  'client_run_number',
  'routing_decision_id',
];

/** The names of the columns. */
export const ordersCsvHeader = () => csvRow(...COLUMNS);

/** An order as a row of CSV. Semicolons separate the elements of a list, as in the reports. */
export function orderCsv(order: FoundOrder): string {
  return csvRow(
    order.order_id,
    order.status,
    order.reasons.join(';'),
    order.destination_zip,
    order.units_ordered,
    order.units_shipped,
    order.shipments,
    order.warehouses.map(({ warehouse_id }) => warehouse_id).join(';'),
    order.warned,
    order.holds_units,
    order.rerouted,
    order.decided_at,
    order.client_run_number,
    order.routing_decision_id,
  );
}
