/** What the filters of orders are called, by their parameter of the address, as their fields stand on the page. */
export const ORDER_FILTER_LABELS = {
  q: 'Order, ZIP or SKU',
  state: 'State',
  reason: 'Reason',
  warehouse_id: 'Ships from',
  sku: 'SKU',
  zip: 'ZIP',
  from: 'From',
  to: 'Until',
  search: 'Optimality',
  is_vip: 'VIP',
  partner_id: 'Partner',
  min_units: 'Units, at least',
  min_value: 'Value, at least',
  min_cost: 'Cost, at least',
  ships_on: 'Ships on',
  arrives_from: 'Arrives from',
  arrives_to: 'Arrives until',
  status: 'Outcome',
  late: 'Late',
  warned: 'Policy',
};

/** The parameters of the address that filter orders. */
export const ORDER_SEARCH = Object.keys(ORDER_FILTER_LABELS) as (keyof typeof ORDER_FILTER_LABELS)[];
