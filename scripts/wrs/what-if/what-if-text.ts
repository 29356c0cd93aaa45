import type { WhatIfChange, WhatIfSide, WhatIfView } from '../../../shared/contracts/what-if.ts';
import { ordersIn } from '../../../shared/ledger/status-counts.ts';
import type { Look } from '../../terminal/look.ts';
import { amount, counted, inCurrency, percent, whole } from '../../terminal/numbers.ts';
import { paragraph, tableText } from '../../terminal/table.ts';

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The share of the units that ship. */
const fillOf = (side: WhatIfSide) => share(side.units_shipped, side.units_shipped + side.units_unfulfilled);
/** The share of the orders that ship from several warehouses. */
const splitOf = (side: WhatIfSide) => share(side.split_count + side.partial_split_count, ordersIn(side));

/** What the orders cost; null: the account has no rates. */
const costOf = (side: WhatIfSide) => side.costs?.total_cost ?? null;

/** What may get worse, each with whether it did. */
export const WORSE = {
  shipments: (now: WhatIfSide, draft: WhatIfSide) => draft.shipments > now.shipments,
  fill: (now: WhatIfSide, draft: WhatIfSide) => fillOf(draft) < fillOf(now),
  split: (now: WhatIfSide, draft: WhatIfSide) => splitOf(draft) > splitOf(now),
  days: ({ transit_days: now }: WhatIfSide, { transit_days: draft }: WhatIfSide) =>
    now.mean !== null && draft.mean !== null && draft.mean > now.mean,
  cost: (now: WhatIfSide, draft: WhatIfSide) => (costOf(draft) ?? 0) > (costOf(now) ?? 0),
};

export type WorseName = keyof typeof WORSE;

/** A number of each side, how it is written, and how its difference is. */
interface Row {
  readonly name: string;
  readonly of: (side: WhatIfSide) => number | null;
  readonly text: (value: number) => string;
  readonly difference: (value: number) => string;
}

const counts = (name: string, of: Row['of']): Row => ({ name, of, text: whole, difference: whole });
const shares = (name: string, of: Row['of']): Row => ({
  name,
  of,
  text: percent,
  difference: (value) => `${(value * 100).toFixed(1)} points`,
});
const mean = (value: number) => value.toFixed(2);

const amounts = (name: string, of: Row['of']): Row => ({ name, of, text: amount, difference: amount });

const COSTS: readonly Row[] = [
  amounts('cost', costOf),
  amounts('cost of an order, mean', (side) => side.costs?.cost_per_order ?? null),
  amounts('cost of a shipment, mean', (side) => side.costs?.cost_per_shipment ?? null),
];

const ROWS: readonly Row[] = [
  counts('shipments', (side) => side.shipments),
  shares('fill: units that ship', fillOf),
  shares('split: orders from several warehouses', splitOf),
  { name: 'transit days, mean', of: (side) => side.transit_days.mean, text: mean, difference: mean },
  counts('transit days, 90 % within', (side) => side.transit_days.p90),
  counts('transit days, most', (side) => side.transit_days.max),
  counts('orders FULL', (side) => side.full_count),
  counts('orders SPLIT', (side) => side.split_count),
  counts('orders PARTIAL', (side) => side.partial_count),
  counts('orders PARTIAL_SPLIT', (side) => side.partial_split_count),
  counts('orders NONE', (side) => side.none_count),
  counts('orders with a warning', (side) => side.orders_warned),
  counts('orders with an incomplete search', (side) => side.search_incomplete_count),
];

/** A what-if in two columns with their differences. */
export function whatIfText(
  { what_if_id, name, status, failure, progress, orders_changed, ...sides }: WhatIfView,
  look: Look,
): string {
  const { baseline, draft } = sides;
  const title = `What-if ${what_if_id}${name === null ? '' : ` (${name})`}: ${status}`;
  const decided = `${whole(orders_changed)} of ${counted(progress.orders_routed, 'order')} would be decided differently.`;
  const warehouses = new Set(
    [...baseline.by_warehouse, ...draft.by_warehouse].map(({ warehouse_id }) => warehouse_id),
  );
  const costs = COSTS.map((row) => ({ ...row, name: inCurrency(row.name, look) }));
  const ofCosts = baseline.costs || draft.costs ? costs : [];
  const ofWarehouses = [...warehouses].map((id) => shares(`units from ${id}`, (side) => shareOf(side, id)));
  return [
    look.paint.strong(title),
    ...(failure === null ? [] : [look.paint.bad(paragraph(failure, look.columns, 2))]),
    decided,
    '',
    tableText<Row>(
      [
        ['', ({ name }) => name, 'shorten'],
        ['NOW', (row) => valueText(row, baseline), 'right'],
        ['DRAFT', (row) => valueText(row, draft), 'right'],
        ['DIFFERENCE', (row) => differenceText(row, baseline, draft), 'right'],
      ],
      [...ROWS, ...ofCosts, ...ofWarehouses],
      look.columns,
    ),
  ].join('\n');
}

function shareOf({ by_warehouse, units_shipped }: WhatIfSide, id: string): number {
  return share(by_warehouse.find(({ warehouse_id }) => warehouse_id === id)?.units ?? 0, units_shipped);
}

function valueText({ of, text }: Row, side: WhatIfSide): string {
  const value = of(side);
  return value === null ? '-' : text(value);
}

function differenceText({ of, difference }: Row, baseline: WhatIfSide, draft: WhatIfSide): string {
  const [now, then] = [of(baseline), of(draft)];
  if (now === null || then === null || now === then) return '';
  return `${then > now ? '+' : ''}${difference(then - now)}`;
}

/** Changed orders as a table. */
export function changesTable(changes: readonly WhatIfChange[], { columns, paint }: Look): string {
  return tableText<WhatIfChange>(
    [
      ['ORDER', ({ order_id }) => order_id, 'shorten'],
      ['NOW', ({ baseline }) => paint.status(baseline.status)],
      ['DRAFT', ({ draft }) => paint.status(draft.status)],
      ['WHAT DIFFERS', ({ sentence }) => sentence, 'wrap'],
    ],
    changes,
    columns,
  );
}
