import type { z } from 'zod';
import type { reservations } from './inventory.ts';

// No schema is here, so that the console can import this.

/** The settings on reservations that people are warned of when they change. */
const WARNED = ['stock_counts', 'reservation_days'];

/** Whether a change of these settings is warned of. */
export function isWarnedOf(changed: readonly string[]): boolean {
  return changed.some((name) => WARNED.includes(name));
}

/** The orders that are still to leave. */
export type OpenOrders = z.output<typeof reservations>;

/** What is to be known before settings on reservations change. */
export function reservationWarnings(
  changed: readonly string[],
  {
    stock_counts,
    reservation_days,
  }: { readonly stock_counts?: unknown; readonly reservation_days?: unknown },
  { orders, holding_nothing, days }: OpenOrders,
): string[] {
  const have = orders === 1 ? '1 order has' : `${orders} orders have`;
  const hold =
    holding_nothing === 1
      ? `1 order of the last ${days} days is open and holds`
      : `${holding_nothing} orders of the last ${days} days are open and hold`;
  return [
    ...(changed.includes('stock_counts')
      ? [
          `${have} units reserved now. Each count from now on is read the new way; what a count or sync ended before stays ended.`,
        ]
      : []),
    ...(changed.includes('stock_counts') && stock_counts === 'on_hand' && holding_nothing > 0
      ? [
          `${hold} nothing: what counts find of their units is promised to others, unless they are routed again first.`,
        ]
      : []),
    ...(isWarnedOf(changed) && stock_counts === 'on_hand' && (reservation_days ?? null) === null
      ? [
          `Reservations then end only when an order ships, is released or is routed again: ${have} units reserved now.`,
        ]
      : []),
  ];
}
