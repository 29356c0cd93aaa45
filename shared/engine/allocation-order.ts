/** What decides an order's turn in its run. */
export interface OrderPriority {
  readonly is_vip: boolean;
  /** Lower goes first; null behind every number. */
  readonly priority_level: number | null;
  /** UTC, as `toISOString` writes it, which sorts as text; older goes first, null last. */
  readonly order_created_at: string | null;
}

/**
 * The turns of a run, as indexes into `orders`: VIP first, then priority_level, then age, then request order;
 * plain request order with priority allocation off (decision-rules.md section 4).
 */
export function allocationOrder(orders: readonly OrderPriority[], priorityAllocation: boolean): number[] {
  const turns = orders.map((_, index) => index);
  if (!priorityAllocation) return turns;
  // What decides is made one number an order first: a run has few levels and days, and numbers compare fast.
  const levels = places(
    orders.map((order) => order.priority_level),
    (left, right) => left - right,
  );
  const ages = places(orders.map((order) => order.order_created_at));
  const keys = orders.map(({ is_vip, priority_level, order_created_at }) => {
    const level = (is_vip ? 0 : levels.size) + levels.get(priority_level)!;
    return level * ages.size + ages.get(order_created_at)!;
  });
  // A sort leaves those that compare alike in their order, which is that of the request.
  return turns.sort((left, right) => keys[left]! - keys[right]!);
}

/** The place of each value among all, ascending, null last; a sort without `compare` is one of strings. */
function places<Value extends number | string>(
  values: readonly (Value | null)[],
  compare?: (left: Value, right: Value) => number,
): ReadonlyMap<Value | null, number> {
  const distinct = [...new Set(values)].filter((value) => value !== null).sort(compare);
  return new Map([...distinct, null].map((value, place) => [value, place]));
}
