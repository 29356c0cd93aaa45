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
  // A sort leaves those that compare alike in their order, which is that of the request.
  return turns.sort((left, right) => {
    const a = orders[left]!;
    const b = orders[right]!;
    return (
      Number(b.is_vip) - Number(a.is_vip) ||
      nullLast(a.priority_level, b.priority_level) ||
      nullLast(a.order_created_at, b.order_created_at)
    );
  });
}

/** Ascending, null behind everything. */
function nullLast<Value extends number | string>(left: Value | null, right: Value | null): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}
