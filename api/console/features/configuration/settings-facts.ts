/** One setting: what it does and what changes with it, in a sentence each. */
export interface SettingFacts {
  readonly name: string;
  readonly label: string;
  readonly does: string;
  readonly kind: 'switch' | 'ranking' | 'objective' | 'policy' | 'days' | 'value' | 'count' | 'switch_days';
}

/** Every setting, in the order of the page. */
export const SETTINGS: readonly SettingFacts[] = [
  {
    name: 'use_inventory_availability',
    label: 'Use Inventory Availability',
    kind: 'switch',
    does: 'On: orders ship only from available stock, and their units are reserved. Off: stock is ignored, and decisions are recommendations.',
  },
  {
    name: 'priority_allocation',
    label: 'Priority Allocation',
    kind: 'switch',
    does: 'On: within a run, VIP, urgent and older orders get stock first. Off: orders get stock in the sequence they were sent.',
  },
  {
    name: 'consume_inventory_during_batch',
    label: 'Consume Inventory During Batch Routing',
    kind: 'switch',
    does: 'Contract variant B only. On: each order in a batch uses up stock for the orders after it. Off: each order is decided as if it were alone.',
  },
  {
    name: 'reroute_on_sync',
    label: 'Reroute orders that wait for stock',
    kind: 'switch_days',
    does: 'On: after each stock sync, orders that shipped nothing for want of inventory are routed again, for as many days after they were sent. Each counts as a routed order.',
  },
  {
    name: 'prefer_full_shipment',
    label: 'Prefer full shipments',
    kind: 'switch',
    does: 'On: ship the most units, by the objective below. Off: use the best-ranked warehouses first, even if that takes more shipments.',
  },
  {
    name: 'objective',
    label: 'Objective',
    kind: 'objective',
    does: 'Of the routes that ship the most units, take the one with the fewest shipments, or the cheapest. Lowest cost needs the prices of the Rates page.',
  },
  {
    name: 'ranking',
    label: 'Ranking',
    kind: 'ranking',
    does: 'Rank warehouses by days in transit, by the priority set on the Warehouses page, by the delivery date, or by the price of the whole order, which needs the prices of the Rates page.',
  },
  {
    name: 'split_shipment',
    label: 'Split shipments',
    kind: 'policy',
    does: 'Orders that need more than one warehouse. Block: an order ships from one warehouse or not at all.',
  },
  {
    name: 'partial_shipment',
    label: 'Partial shipments',
    kind: 'policy',
    does: 'Orders that cannot ship in full. Block: either all units ship, or none.',
  },
  {
    name: 'max_transit_days',
    label: 'Maximum days in transit',
    kind: 'days',
    does: 'Warn flags shipments that take longer. Block never uses slower lanes.',
  },
  {
    name: 'minimum_shipment_value',
    label: 'Minimum shipment value',
    kind: 'value',
    does: 'Warn flags shipments below this value. Block prevents them. Does not apply to an order that ships in full from one warehouse.',
  },
  {
    name: 'max_shipments',
    label: 'Maximum shipments per order',
    kind: 'count',
    does: 'Split an order into at most this many shipments. Leave empty for no limit.',
  },
  {
    name: 'late_delivery',
    label: 'Late deliveries',
    kind: 'policy',
    does: 'Shipments that arrive after the deliver_by of their order, or have no delivery date. Block never uses such warehouses.',
  },
  {
    name: 'ignore_safety_stock',
    label: 'Use safety stock',
    kind: 'switch',
    does: 'On: orders may also use the units that warehouses and Item Control keep back. Meant for the profiles of important partners.',
  },
];

/** Settings that belong to a run and not to one order. No profile has them. */
const OF_RUNS = [
  'use_inventory_availability',
  'priority_allocation',
  'consume_inventory_during_batch',
  'reroute_on_sync',
];

/** The settings that a profile may have of its own. */
export const PROFILE_SETTINGS = SETTINGS.filter(({ name }) => !OF_RUNS.includes(name));

/** The settings that decisions are made by. The shadow settings may have any of them. */
export const DECIDING_SETTINGS = SETTINGS.filter(({ name }) => name !== 'reroute_on_sync');

/** The first value of a profile's own setting, by its kind. */
export const FIRST_VALUES: Readonly<Record<SettingFacts['kind'], unknown>> = {
  switch: true,
  switch_days: { enabled: true, days: 7 },
  ranking: 'transit',
  objective: 'lowest_cost',
  policy: 'block',
  count: 1,
  days: { mode: 'allow' },
  value: { mode: 'allow' },
};

/** One of the values that a setting may have: `lowest cost`. */
export const choiceWords = (value: string) => value.replaceAll('_', ' ');

/** A setting's value as people read it. */
export function valueWords(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (value === null || value === undefined) return 'no limit';
  if (typeof value !== 'object') return choiceWords(String(value));
  if ('enabled' in value) return value.enabled ? `on, for ${(value as { days?: number }).days} days` : 'off';
  const { mode, days, value: least } = value as { mode: string; days?: number | null; value?: number | null };
  if (mode === 'allow') return 'allow';
  return days == null ? `${mode} below ${least}` : `${mode} above ${days} days`;
}
