import { change, dollars, inCurrency, share, whole } from '../../view/numbers.ts';

interface Counts {
  readonly orders: number;
  readonly full_count: number;
  readonly split_count: number;
  readonly partial_count: number;
  readonly partial_split_count: number;
  readonly none_count: number;
  readonly warned_count: number;
  readonly units_ordered: number;
  readonly units_shipped: number;
  readonly shipments: number;
  /** Left out by accounts without rates. */
  readonly costs?: { readonly cost_per_order: number | null; readonly cost_per_shipment: number | null };
}

interface CountedPeriod {
  readonly figures: Counts;
  readonly previous: Counts;
  readonly from: string;
  readonly to: string;
}

/** One figure with its earlier value. */
export interface FigureView {
  readonly label: string;
  readonly value: string;
  readonly before: string;
  readonly change: string | null;
  /** Null: no change, or neither is better. */
  readonly trend: 'better' | 'worse' | null;
  /** The page of the orders that it counts, if there is one. */
  readonly to?: { readonly to: string; readonly search: Readonly<Record<string, string>> };
}

/** What is better of a figure: more of it, or less. */
type Wanted = 'more' | 'less' | 'either';

function trendOf(now: number, before: number, wanted: Wanted): FigureView['trend'] {
  if (wanted === 'either' || now === before) return null;
  return now > before === (wanted === 'more') ? 'better' : 'worse';
}

/** How a share has changed: `+1.2 pts`; null if it was one of nothing, or is the same. */
function points(now: number, before: number): string | null {
  const difference = Math.round((now - before) * 1000) / 10;
  if (!Number.isFinite(difference) || difference === 0) return null;
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)} pts`;
}

/**
 * The six figures of the overview, and two of costs where the account has rates. The link of a figure has the exact times
 * in which it was counted, so that the list has as many orders.
 */
export function figuresOf(
  { figures: now, previous: before, from, to }: CountedPeriod,
  currency?: string,
): FigureView[] {
  const figure = (label: string, wanted: Wanted, of: (counts: Counts) => number): FigureView => ({
    label,
    value: whole(of(now)),
    before: whole(of(before)),
    change: change(of(now), of(before)),
    // Nothing before is nothing to compare with.
    trend: before.orders === 0 ? null : trendOf(of(now), of(before), wanted),
  });
  const rate = (
    label: string,
    wanted: Wanted,
    part: (counts: Counts) => number,
    total: (counts: Counts) => number,
  ): FigureView => {
    const [ofNow, ofBefore] = [part(now) / total(now), part(before) / total(before)];
    return {
      label,
      value: share(part(now), total(now)),
      before: share(part(before), total(before)),
      change: points(ofNow, ofBefore),
      trend: points(ofNow, ofBefore) === null ? null : trendOf(ofNow, ofBefore, wanted),
    };
  };
  const cost = (label: string, of: (costs: NonNullable<Counts['costs']>) => number | null): FigureView => {
    const [ofNow = null, ofBefore = null] = [now, before].map(({ costs }) => costs && of(costs));
    const isComparable = ofNow !== null && ofBefore !== null;
    return {
      label,
      value: ofNow === null ? '–' : dollars(ofNow),
      before: ofBefore === null ? '–' : dollars(ofBefore),
      change: isComparable ? change(ofNow, ofBefore) : null,
      trend: isComparable ? trendOf(ofNow, ofBefore, 'less') : null,
    };
  };
  const shipping = ({ orders, none_count }: Counts) => orders - none_count;
  const split = ({ split_count, partial_split_count }: Counts) => split_count + partial_split_count;
  const listOf = (count: number, search: Readonly<Record<string, string>>) =>
    count === 0 ? {} : { to: { to: '/orders', search: { ...search, from, to } } };
  return [
    figure('Orders routed', 'either', ({ orders }) => orders),
    {
      ...figure('Cannot ship', 'less', ({ none_count }) => none_count),
      ...listOf(now.none_count, { status: 'NONE' }),
    },
    rate('Split rate', 'less', split, shipping),
    rate(
      'Fill rate',
      'more',
      ({ units_shipped }) => units_shipped,
      ({ units_ordered }) => units_ordered,
    ),
    figure('Shipments', 'either', ({ shipments }) => shipments),
    {
      ...figure('Policy warnings', 'less', ({ warned_count }) => warned_count),
      ...listOf(now.warned_count, { warned: 'true' }),
    },
    ...(now.costs
      ? [
          cost(inCurrency('Cost per order', currency), (costs) => costs.cost_per_order),
          cost(inCurrency('Cost per shipment', currency), (costs) => costs.cost_per_shipment),
        ]
      : []),
  ];
}
