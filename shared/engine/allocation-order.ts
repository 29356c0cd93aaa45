/** What decides an order's place in the allocation of its run. */
export interface OrderPriority {
  readonly is_vip: boolean;
  /** Lower goes first; null comes after every number. */
  readonly priority_level: number | null;
  /** UTC, as `toISOString` writes it, which sorts as text; older goes first, null last. */
  readonly order_created_at: string | null;
}

/**
 * The order of allocation of a run, as indexes into `orders`: VIP first, then priority_level, then age, then request order;
 * plain request order if priority allocation is off (docs/explanation/stock.md).
 */
export function allocationOrder(orders: readonly OrderPriority[], priorityAllocation: boolean): number[] {
  const indexes = orders.map((_, index) => index);
  if (!priorityAllocation) return indexes;
  // The least important key is sorted first. Each sort keeps the order of equal ones.
  const byAge = sortBy(
    indexes,
    (index) => orders[index]!.order_created_at,
    (ages) => ages.sort(),
  );
  const byLevel = sortBy(
    byAge,
    (index) => orders[index]!.priority_level,
    (levels) => levels.sort((left, right) => left - right),
  );
  return [
    ...byLevel.filter((index) => orders[index]!.is_vip),
    ...byLevel.filter((index) => !orders[index]!.is_vip),
  ];
}

/**
 * Indexes by a key of their orders, ascending, null last. Keys are sorted, not indexes, because many orders share a
 * few levels and days.
 */
function sortBy<Key extends number | string>(
  indexes: readonly number[],
  keyOf: (index: number) => Key | null,
  sort: (keys: Key[]) => Key[],
): number[] {
  const indexesOf = new Map<Key | null, number[]>();
  for (const index of indexes) {
    const key = keyOf(index);
    const alike = indexesOf.get(key);
    if (alike === undefined) indexesOf.set(key, [index]);
    else alike.push(index);
  }
  const keys = sort([...indexesOf.keys()].filter((key) => key !== null));
  return [...keys, null].flatMap((key) => indexesOf.get(key) ?? []);
}
