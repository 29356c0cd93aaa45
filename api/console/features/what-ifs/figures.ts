import { countOf } from '../../components/status-bar.tsx';
import { dollars, mean, money, share, whole } from '../../view/numbers.ts';
import { STATUSES, statusTitle } from '../../view/statuses.ts';
import type { WhatIfSide } from './use-what-ifs.ts';
import { signed } from './what-if-text.ts';

/** A number of each side. */
export interface Figure {
  readonly name: string;
  readonly of: (side: WhatIfSide) => number | null;
  /** The number as text; as a count without it. */
  readonly text?: (value: number, side: WhatIfSide) => string;
  /** How a difference is written; as a count without it. */
  readonly difference?: (value: number) => string;
  /** Which difference is a good one. */
  readonly better?: 'more' | 'less';
  /** Whether it is in the currency. */
  readonly isAmount?: true;
}

/** All orders of a side. */
export const ordersOf = (side: WhatIfSide) =>
  STATUSES.reduce((sum, status) => sum + countOf(side, status), 0);

const unitsOf = (side: WhatIfSide) => side.units_shipped + side.units_unfulfilled;

const part = (count: number, total: number) => (total === 0 ? null : count / total);

const points = (value: number) => `${(value * 100).toFixed(1)} points`;

const days = (name: string, of: (days: WhatIfSide['transit_days']) => number | null): Figure => ({
  name,
  of: ({ transit_days }) => of(transit_days),
});

const splitOf = (side: WhatIfSide) => side.split_count + side.partial_split_count;

/** All figures of a side, in the order of the page. */
export const FIGURES: readonly Figure[] = [
  { name: 'Orders', of: ordersOf },
  { name: 'Shipments', of: ({ shipments }) => shipments, better: 'less' },
  { name: 'Units that ship', of: ({ units_shipped }) => units_shipped, better: 'more' },
  { name: 'Units unfulfilled', of: ({ units_unfulfilled }) => units_unfulfilled },
  {
    name: 'Fill rate',
    of: (side) => part(side.units_shipped, unitsOf(side)),
    text: (_, side) => share(side.units_shipped, unitsOf(side)),
    difference: points,
  },
  {
    name: 'Split rate',
    of: (side) => part(splitOf(side), ordersOf(side)),
    text: (_, side) => share(splitOf(side), ordersOf(side)),
    difference: points,
  },
  ...STATUSES.map((status) => ({
    name: statusTitle(status),
    of: (side: WhatIfSide) => countOf(side, status),
    ...(status === 'NONE' && { better: 'less' as const }),
  })),
  { name: 'Orders with a warning', of: ({ orders_warned }) => orders_warned },
  { name: 'Orders not proven optimal', of: ({ search_incomplete_count }) => search_incomplete_count },
  {
    ...days('Days in transit, mean', (transit) => transit.mean),
    text: mean,
    difference: mean,
    better: 'less',
  },
  days('Days in transit, median', ({ p50 }) => p50),
  days('Days in transit, 90% within', ({ p90 }) => p90),
  days('Days in transit, most', ({ max }) => max),
];

const cost = (name: string, of: (costs: NonNullable<WhatIfSide['costs']>) => number | null): Figure => ({
  name,
  of: ({ costs }) => (costs ? of(costs) : null),
  text: dollars,
  difference: dollars,
  isAmount: true,
});

/** The figures of costs, for accounts with rates. */
export const COST_FIGURES: readonly Figure[] = [
  { ...cost('Cost', ({ total_cost }) => total_cost), better: 'less' },
  cost('Cost per order', ({ cost_per_order }) => cost_per_order),
  cost('Cost per shipment', ({ cost_per_shipment }) => cost_per_shipment),
  { name: 'Orders with a price', of: ({ costs }) => costs?.priced_orders ?? null },
];

/** Whether a side says what its orders cost. */
export const hasCosts = ({
  baseline,
  draft,
}: {
  readonly baseline: WhatIfSide;
  readonly draft: WhatIfSide;
}) => (baseline.costs ?? draft.costs) !== undefined;

/** The figures that a person looks at first. */
export const MAIN_FIGURES = [...FIGURES, ...COST_FIGURES].filter(({ better }) => better !== undefined);

/** Whether a figure is better or worse with the draft; null: neither is known. */
export function judged(figure: Figure, baseline: WhatIfSide, draft: WhatIfSide): 'better' | 'worse' | null {
  const text = differenceText(figure, baseline, draft);
  if (figure.better === undefined || text === 'same' || text === '–') return null;
  return text.startsWith('+') === (figure.better === 'more') ? 'better' : 'worse';
}

/** What a side does with one order or all of them. */
interface Result {
  readonly units_shipped: number;
  readonly shipments: number;
  /** null: a shipment has no price; not given: the account has no rates. */
  readonly total_cost?: number | null;
}

export const resultOf = ({ units_shipped, shipments, costs }: WhatIfSide): Result => ({
  units_shipped,
  shipments,
  total_cost: costs?.total_cost ?? null,
});

/** What a draft would do, in a sentence: cost and units, or else shipments. */
export function verdict(baseline: Result, draft: Result, currency: string | undefined): string {
  const by = (now: number, then: number, words: (size: number, isMore: boolean) => string) => {
    const difference = then - now;
    return Math.abs(difference) < 0.005 ? [] : [words(Math.abs(difference), difference > 0)];
  };
  const moreOrFewer = (isMore: boolean) => (isMore ? 'more' : 'fewer');
  const parts = [
    ...(baseline.total_cost == null || draft.total_cost == null
      ? []
      : by(
          baseline.total_cost,
          draft.total_cost,
          (size, isMore) => `${money(size, currency)} ${isMore ? 'dearer' : 'cheaper'}`,
        )),
    ...by(
      baseline.units_shipped,
      draft.units_shipped,
      (size, isMore) =>
        `${whole(size)} ${moreOrFewer(isMore)} ${size === 1 ? 'unit reaches' : 'units reach'} customers`,
    ),
    ...by(
      baseline.shipments,
      draft.shipments,
      (size, isMore) => `${whole(size)} ${moreOrFewer(isMore)} ${size === 1 ? 'shipment' : 'shipments'}`,
    ),
  ];
  return parts.length === 0 ? 'Same cost, units and shipments.' : `${parts.slice(0, 2).join('; ')}.`;
}

/** A figure of one side as text. */
export function figureText({ of, text = whole }: Figure, side: WhatIfSide): string {
  const value = of(side);
  return value === null ? '–' : text(value, side);
}

/** How a figure differs with the draft. */
export function differenceText({ of, difference }: Figure, baseline: WhatIfSide, draft: WhatIfSide): string {
  const [now, then] = [of(baseline), of(draft)];
  if (now === null || then === null) return now === then ? 'same' : '–';
  // Less than what is shown is no difference.
  const text = difference ?? whole;
  return text(Math.abs(then - now)) === text(0) ? 'same' : signed(then - now, text);
}

/** What each warehouse ships on both sides, most units first. */
export function warehouseRows({ baseline, draft }: { baseline: WhatIfSide; draft: WhatIfSide }) {
  const none = { shipments: 0, units: 0 };
  const of = (side: WhatIfSide, id: string) =>
    side.by_warehouse.find((each) => each.warehouse_id === id) ?? none;
  const ids = new Set(
    [...baseline.by_warehouse, ...draft.by_warehouse].map(({ warehouse_id }) => warehouse_id),
  );
  return [...ids]
    .map((warehouse_id) => ({
      warehouse_id,
      now: of(baseline, warehouse_id),
      drafted: of(draft, warehouse_id),
    }))
    .toSorted((a, b) => Math.max(b.now.units, b.drafted.units) - Math.max(a.now.units, a.drafted.units));
}
