// No schema is here, so that the console can import this.

/** The settings on reservations that people are warned of when they change. */
const WARNED = ['stock_counts', 'reservation_days'];

/** Whether a change of these settings is warned of. */
export function isWarnedOf(changed: readonly string[]): boolean {
  return changed.some((name) => WARNED.includes(name));
}

/** What is to be known before settings on reservations change. `openOrders` have units reserved now. */
export function reservationWarnings(
  changed: readonly string[],
  {
    stock_counts,
    reservation_days,
  }: { readonly stock_counts?: unknown; readonly reservation_days?: unknown },
  openOrders: number,
): string[] {
  const have = openOrders === 1 ? '1 order has' : `${openOrders} orders have`;
  return [
    ...(changed.includes('stock_counts')
      ? [
          `${have} units reserved now. Each count from now on is read the new way; what a count or sync ended before stays ended.`,
        ]
      : []),
    ...(isWarnedOf(changed) && stock_counts === 'on_hand' && (reservation_days ?? null) === null
      ? [
          `Reservations then end only when an order ships, is released or is routed again: ${have} units reserved now.`,
        ]
      : []),
  ];
}
