/** One setting: what it does and what changes with it, in a sentence each. */
export interface SettingFacts {
  readonly name: string;
  readonly label: string;
  readonly does: string;
  readonly kind: 'switch' | 'ranking' | 'policy' | 'days' | 'value' | 'count';
}

/** Every setting, in the order of the page. */
export const SETTINGS: readonly SettingFacts[] = [
  {
    name: 'use_inventory_availability',
    label: 'Use Inventory Availability',
    kind: 'switch',
    does: 'On: orders ship only from stock, and what they take is reserved. Off: stock is not looked at, and decisions are recommendations.',
  },
  {
    name: 'priority_allocation',
    label: 'Priority Allocation',
    kind: 'switch',
    does: 'On: VIP, urgent and older orders of a run get stock first. Off: orders get it in the order in which they come.',
  },
  {
    name: 'consume_inventory_during_batch',
    label: 'Consume Inventory During Batch Routing',
    kind: 'switch',
    does: 'Contract variant B. On: each order of a batch takes its units from the next one. Off: each is decided on the whole stock.',
  },
  {
    name: 'prefer_full_shipment',
    label: 'Prefer full shipments',
    kind: 'switch',
    does: 'On: the most units from the fewest warehouses. Off: the best-ranked warehouses first, even in more shipments.',
  },
  {
    name: 'ranking',
    label: 'Ranking',
    kind: 'ranking',
    does: 'What ranks warehouses first: days in transit, or their priority on the Warehouses page.',
  },
  {
    name: 'split_shipment',
    label: 'Split shipments',
    kind: 'policy',
    does: 'An order from several warehouses. Block: it ships from one, or not at all.',
  },
  {
    name: 'partial_shipment',
    label: 'Partial shipments',
    kind: 'policy',
    does: 'Less than was ordered. Block: all units ship, or none.',
  },
  {
    name: 'max_transit_days',
    label: 'Most days in transit',
    kind: 'days',
    does: 'Lanes that take longer. Warn reports them, block never uses them.',
  },
  {
    name: 'minimum_shipment_value',
    label: 'Least value of a shipment',
    kind: 'value',
    does: 'Shipments of too little value. An order that ships in full from one warehouse is not judged.',
  },
  {
    name: 'max_shipments',
    label: 'Most shipments of an order',
    kind: 'count',
    does: 'An order is split into no more shipments than this. Empty: any number.',
  },
];

/** Settings that belong to a run and not to one order. No profile has them. */
const OF_RUNS = ['use_inventory_availability', 'priority_allocation', 'consume_inventory_during_batch'];

/** The settings that a profile may have of its own. */
export const PROFILE_SETTINGS = SETTINGS.filter(({ name }) => !OF_RUNS.includes(name));

/** The first value of a profile's own setting, by its kind. */
export const FIRST_VALUES: Readonly<Record<SettingFacts['kind'], unknown>> = {
  switch: true,
  ranking: 'transit',
  policy: 'block',
  count: 1,
  days: { mode: 'allow' },
  value: { mode: 'allow' },
};

/** A setting's value as people read it. */
export function valueWords(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (value === null || value === undefined) return 'no limit';
  if (typeof value !== 'object') return String(value);
  const { mode, days, value: least } = value as { mode: string; days?: number | null; value?: number | null };
  if (mode === 'allow') return 'allow';
  return days == null ? `${mode} below ${least}` : `${mode} above ${days} days`;
}
