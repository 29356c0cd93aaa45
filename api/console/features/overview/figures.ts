import { change, dollars, money, share, whole } from '../../view/numbers.ts';

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
  /** The page of the orders that it counts, if there is one. */
  readonly to?: { readonly to: string; readonly search: Readonly<Record<string, string>> };
}

/**
 * The six figures of the overview, and two of costs where the account has rates. The link of a figure has the exact times
 * in which it was counted, so that the list has as many orders.
 */
export function figuresOf(
  { figures: now, previous: before, from, to }: CountedPeriod,
  currency?: string,
): FigureView[] {
  const figure = (
    label: string,
    say: (counts: Counts) => string,
    of: (counts: Counts) => number,
  ): FigureView => ({
    label,
    value: say(now),
    before: say(before),
    change: change(of(now), of(before)),
  });
  const rate = (label: string, part: (counts: Counts) => number, total: (counts: Counts) => number) => ({
    ...figure(label, (counts) => share(part(counts), total(counts)), part),
    change: null,
  });
  const cost = (label: string, of: (costs: NonNullable<Counts['costs']>) => number | null) => {
    const [ofNow = null, ofBefore = null] = [now, before].map(({ costs }) => costs && of(costs));
    return {
      label,
      value: ofNow === null ? '–' : money(ofNow, currency),
      before: ofBefore === null ? '–' : dollars(ofBefore),
      change: ofNow === null || ofBefore === null ? null : change(ofNow, ofBefore),
    };
  };
  const shipping = ({ orders, none_count }: Counts) => orders - none_count;
  const split = ({ split_count, partial_split_count }: Counts) => split_count + partial_split_count;
  const listOf = (count: number, search: Readonly<Record<string, string>>) =>
    count === 0 ? {} : { to: { to: '/orders', search: { ...search, from, to } } };
  return [
    figure(
      'Orders routed',
      ({ orders }) => whole(orders),
      ({ orders }) => orders,
    ),
    {
      ...figure(
        'Cannot ship',
        ({ none_count }) => whole(none_count),
        (counts) => counts.none_count,
      ),
      ...listOf(now.none_count, { status: 'NONE' }),
    },
    rate('Split rate', split, shipping),
    rate(
      'Fill rate',
      ({ units_shipped }) => units_shipped,
      ({ units_ordered }) => units_ordered,
    ),
    figure(
      'Shipments',
      ({ shipments }) => whole(shipments),
      ({ shipments }) => shipments,
    ),
    {
      ...figure(
        'Policy warnings',
        ({ warned_count }) => whole(warned_count),
        (counts) => counts.warned_count,
      ),
      ...listOf(now.warned_count, { warned: 'true' }),
    },
    ...(now.costs
      ? [
          cost('Cost per order', (costs) => costs.cost_per_order),
          cost('Cost per shipment', (costs) => costs.cost_per_shipment),
        ]
      : []),
  ];
}
