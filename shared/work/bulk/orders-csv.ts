import type { FoundOrder } from '../../contracts/account/orders.ts';
import { type CsvValue, spreadsheetRow } from '../../foundation/csv-text.ts';

/** The columns in their order, with the cell of an order. Semicolons separate the elements of a list, as in the reports. */
const COLUMNS: Readonly<Record<string, (order: FoundOrder) => CsvValue>> = {
  order_id: (order) => order.order_id,
  status: (order) => order.status,
  reasons: (order) => order.reasons.join(';'),
  destination_zip: (order) => order.destination_zip,
  units_ordered: (order) => order.units_ordered,
  units_shipped: (order) => order.units_shipped,
  shipments: (order) => order.shipments,
  warehouse_ids: (order) => order.warehouses.map(({ warehouse_id }) => warehouse_id).join(';'),
  policy_warned: (order) => order.warned,
  holds_units: (order) => order.holds_units,
  rerouted: (order) => order.rerouted,
  decided_at: (order) => order.decided_at,
  client_run_number: (order) => order.client_run_number,
  routing_decision_id: (order) => order.routing_decision_id,
  state: (order) => order.state,
  is_vip: (order) => order.is_vip,
  partner_id: (order) => order.partner_id,
  profile: (order) => order.profile,
  ship_method: (order) => order.ship_method,
  deliver_by: (order) => order.deliver_by,
  arrives_on: (order) => order.arrives_on,
  late: (order) => order.late,
  total_value: (order) => order.total_value,
  total_cost: (order) => order.total_cost,
};

/** The names of the columns. */
export const ordersCsvHeader = () => spreadsheetRow(...Object.keys(COLUMNS));

/** An order as a row of CSV. People download it from the console, so it is for a spreadsheet. */
export const orderCsv = (order: FoundOrder) =>
  spreadsheetRow(...Object.values(COLUMNS).map((cellOf) => cellOf(order)));
