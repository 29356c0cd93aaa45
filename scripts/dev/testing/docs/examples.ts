import { allocationOrder } from '../../../../shared/engine/rules/allocation-order.ts';
import type { Decision } from '../../../../shared/engine/types.ts';
import { decided, type EngineChanges } from '../../../../shared/testing/engine-builders.ts';

// The worked examples of docs/reference. The engine decides each of them, so the pages show what the service does.

const WAREHOUSES = [
  { warehouse_id: 'EWR1', priority: 3 },
  { warehouse_id: 'ATL1', priority: 2 },
  { warehouse_id: 'ONT1', priority: 1 },
];
const DAYS = [1, 2, 4];
type Stock = Readonly<Record<string, readonly number[]>>;
const STOCK: Stock = { CHAIR: [3, 1, 9], LAMP: [0, 5, 5], SOFA: [2, 0, 0] };
const VALUES = { CHAIR: 20, LAMP: 10, SOFA: 500 };

/** What changes in a case: settings, rules, a profile. */
export type Changes = Pick<EngineChanges, 'settings' | 'rules' | 'profiles' | 'partner_id'>;
type Rule = NonNullable<EngineChanges['rules']>[number];
type Settings = NonNullable<EngineChanges['settings']>;

/** The orders that show the statuses, each with the settings of a new client. */
export const STATUS_ORDERS = ['2 CHAIR', '10 CHAIR', '3 SOFA', '20 CHAIR', '1 RUG'];

/** For each setting an order, and the values that are compared with the default. */
export const SETTING_EXAMPLES: Readonly<Record<string, readonly [order: string, ...Settings[]]>> = {
  use_inventory_availability: ['20 CHAIR', { use_inventory_availability: false }],
  prefer_full_shipment: ['4 CHAIR', { prefer_full_shipment: false }],
  ranking: ['2 CHAIR', { ranking: 'priority' }],
  split_shipment: ['10 CHAIR', { split_shipment: 'warn' }, { split_shipment: 'block' }],
  partial_shipment: ['3 SOFA', { partial_shipment: 'block' }],
  max_transit_days: ['4 CHAIR', { max_transit_days: { mode: 'block', days: 2 } }],
  minimum_shipment_value: ['10 CHAIR', { minimum_shipment_value: { mode: 'block', value: 100 } }],
  max_shipments: ['13 CHAIR', { max_shipments: 2 }],
};

/** For each Item Control rule an order and the rule. */
export const RULE_EXAMPLES: readonly (readonly [order: string, rule: Rule])[] = [
  ['2 CHAIR', { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['ATL1'], fallback: 'block' }],
  ['2 CHAIR', { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['ATL1'], fallback: 'allow' }],
  ['2 CHAIR', { sku: 'CHAIR', rule: 'prefer', warehouse_ids: ['ONT1'] }],
  ['2 CHAIR', { sku: 'CHAIR', rule: 'exclude', warehouse_ids: ['EWR1'] }],
  ['10 CHAIR', { sku: 'CHAIR', rule: 'do_not_split' }],
  ['3 SOFA, 2 LAMP', { sku: 'SOFA', rule: 'do_not_partial' }],
  ['2 CHAIR, 1 LAMP', { sku: 'LAMP', rule: 'drop_ship' }],
  ['2 CHAIR', { sku: 'CHAIR', rule: 'hold' }],
  ['4 CHAIR', { sku: 'CHAIR', rule: 'max_transit_days', days: 2 }],
  ['2 CHAIR', { sku: 'CHAIR', rule: 'safety_stock', units: 2 }],
];

/** Settings and warehouses for the orders of one partner. */
export const PROFILE_EXAMPLE: readonly [order: string, Changes] = [
  '4 CHAIR',
  {
    partner_id: 'marketplace',
    profiles: [
      { partner_id: 'marketplace', settings: { split_shipment: 'block' }, warehouse_ids: ['EWR1', 'ATL1'] },
    ],
  },
];

/** Two orders for the last sofas; the second is VIP. `uses` says whether each order leaves less for the next. */
export function sofaBatch(priorityAllocation: boolean, uses: boolean): string[] {
  const orders = [false, true].map((is_vip) => ({ is_vip, priority_level: null, order_created_at: null }));
  const results: string[] = [];
  let left = STOCK;
  for (const index of allocationOrder(orders, priorityAllocation)) {
    const decision = exampleDecision('2 SOFA', {}, left);
    results[index] = resultText(decision);
    if (uses) left = without(left, decision);
  }
  return results;
}

function without(stock: Stock, { shipments }: Decision): Stock {
  const left = Object.fromEntries(Object.entries(stock).map(([sku, units]) => [sku, [...units]]));
  for (const { warehouse, lines } of shipments)
    for (const { sku, ship_qty } of lines) left[sku]![warehouse]! -= ship_qty;
  return left;
}

/** Decides an order, such as `3 SOFA, 2 LAMP`, on the stock that the pages show. */
export function exampleDecision(order: string, changes: Changes = {}, stock: Stock = STOCK): Decision {
  const lines = order.split(', ').map((line): [string, number] => {
    const [units, sku] = line.split(' ');
    return [sku!, Number(units)];
  });
  return decided({ warehouses: WAREHOUSES, days: DAYS, stock, synced_values: VALUES, lines, ...changes });
}

/** A decision in a few words: `SPLIT: EWR1 3 CHAIR; ONT1 7 CHAIR`. */
export function resultText(decision: Decision): string {
  const shipments = decision.shipments.map(
    ({ warehouse, lines }) =>
      `${WAREHOUSES[warehouse]!.warehouse_id} ${lines.map(({ sku, ship_qty }) => `${ship_qty} ${sku}`).join(', ')}`,
  );
  const codes = [
    ...decision.policy.warnings.map(({ rule }) => `${rule}_warned`),
    ...(decision.policy.blocked === null ? [] : [`${decision.policy.blocked.rule}_blocked`]),
    ...(decision.unroutable === null ? [] : [decision.unroutable]),
  ];
  const notes = [...new Set(codes)].map((code) => ` (\`${code}\`)`).join('');
  return `${decision.status}${shipments.length > 0 ? `: ${shipments.join('; ')}` : ''}${notes}`;
}

/** The warehouses and their stock, as a table. */
export function stockTable(): string[] {
  return [
    '| warehouse | transit days | priority | CHAIR at 20 | LAMP at 10 | SOFA at 500 |',
    '|---|---|---|---|---|---|',
    ...WAREHOUSES.map(({ warehouse_id, priority }, index) => {
      const units = Object.values(STOCK).map((each) => each[index]);
      return `| ${[warehouse_id, DAYS[index], priority, ...units].join(' | ')} |`;
    }),
  ];
}
