import type { Optimization } from './optimization.ts';

const whole = (value: number) => value.toLocaleString('en-US');

/** What it brought that the orders of a run were improved together, in words. */
export function optimizationSentence({
  windows,
  shipments_before,
  shipments_after,
  floor,
  floor_reason,
  orders_redecided,
}: Pick<
  Optimization,
  'windows' | 'shipments_before' | 'shipments_after' | 'floor' | 'floor_reason' | 'orders_redecided'
>): string {
  const saved = shipments_before - shipments_after;
  const together =
    saved === 0
      ? `Together these orders ship in ${whole(shipments_after)} shipments, as one by one`
      : `Together these orders ship in ${whole(shipments_after)} shipments, ${whole(saved)} fewer than one by one ` +
        `(${((saved / shipments_before) * 100).toFixed(1)} %)`;
  const least =
    floor === null
      ? `the least possible number ${floor_reason === 'given_up' ? 'could not be computed' : 'is not known yet'}`
      : floor === shipments_after
        ? 'no assignment has fewer'
        : `no assignment has fewer than ${whole(floor)}`;
  return [
    `${together}; ${least}.`,
    ...(windows > 1
      ? [`These are sums over ${whole(windows)} windows, each improved given those before it.`]
      : []),
    ...(orders_redecided > 0
      ? [
          `Another request took what ${whole(orders_redecided)} of them were to ship: they were decided again.`,
        ]
      : []),
  ].join(' ');
}
