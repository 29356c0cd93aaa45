/** What the filters of orders are called, by their parameter of the address. */
export const ORDER_FILTER_LABELS = {
  q: 'Search',
  status: 'Outcome',
  state: 'State',
  reason: 'Reason',
  warehouse_id: 'Ships from',
  sku: 'SKU',
  zip: 'ZIP',
  warned: 'Policy',
  late: 'Late',
  is_vip: 'VIP',
  partner_id: 'Partner',
  search: 'Optimality',
  from: 'From',
  to: 'Until',
  arrives_from: 'Arrives from',
  arrives_to: 'Arrives until',
  min_units: 'Units, at least',
  min_value: 'Value, at least',
  min_cost: 'Cost, at least',
};

/** The parameters of the address that filter orders. */
export const ORDER_SEARCH = Object.keys(ORDER_FILTER_LABELS) as (keyof typeof ORDER_FILTER_LABELS)[];
