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
  // From the least to the most that decides, each sort leaving those that are alike in their order.
  const byAge = sortBy(
    turns,
    (turn) => orders[turn]!.order_created_at,
    (ages) => ages.sort(),
  );
  const byLevel = sortBy(
    byAge,
    (turn) => orders[turn]!.priority_level,
    (levels) => levels.sort((left, right) => left - right),
  );
  return [
    ...byLevel.filter((turn) => orders[turn]!.is_vip),
    ...byLevel.filter((turn) => !orders[turn]!.is_vip),
  ];
}

/**
 * Turns by a key of theirs, ascending, null last. Keys are put in order, not turns: many orders have few levels
 * and days between them.
 */
function sortBy<Key extends number | string>(
  turns: readonly number[],
  keyOf: (turn: number) => Key | null,
  sort: (keys: Key[]) => Key[],
): number[] {
  const turnsOf = new Map<Key | null, number[]>();
  for (const turn of turns) {
    const key = keyOf(turn);
    const alike = turnsOf.get(key);
    if (alike === undefined) turnsOf.set(key, [turn]);
    else alike.push(turn);
  }
  const keys = sort([...turnsOf.keys()].filter((key) => key !== null));
  return [...keys, null].flatMap((key) => turnsOf.get(key) ?? []);
}
