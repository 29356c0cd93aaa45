import { MAX_INT } from '../contracts/common.ts';

/** A warehouse's ID and priority; null ranks last. */
export interface Ranked {
  readonly warehouse_id: string;
  readonly priority: number | null;
}

/** Compares warehouses by priority: those without one come last, and equals follow their IDs. */
export function byPriority(left: Ranked, right: Ranked): number {
  const [a, b] = [left, right].map(({ priority }) => priority ?? Number.POSITIVE_INFINITY);
  if (a !== b) return a! - b!;
  return left.warehouse_id < right.warehouse_id ? -1 : 1;
}

/** Where a warehouse goes: right before another one or right after it, in the order of priority. */
export type Place = { readonly before: string } | { readonly after: string };

/**
 * The priorities, by ID, that move warehouse `id` to a place. All others keep their order. Their numbers change only
 * where there is no room: those behind the place get larger ones as far as needed, and those before it get one if they
 * have none. If there is no larger number, all are numbered from 1.
 */
export function movedPriorities(
  warehouses: readonly Ranked[],
  id: string,
  place: Place,
): ReadonlyMap<string, number | null> {
  const others = warehouses.filter(({ warehouse_id }) => warehouse_id !== id).toSorted(byPriority);
  const [anchor, offset] = 'before' in place ? [place.before, 0] : [place.after, 1];
  const at = others.findIndex(({ warehouse_id }) => warehouse_id === anchor) + offset;
  const order = others.toSpliced(at, 0, { warehouse_id: id, priority: null });
  let last = 0;
  const numbers = order.map(({ priority }, index) => {
    if (index > at && priority === null) return null;
    const makesRoom = priority === null || (index > at && priority <= last);
    last = makesRoom ? last + 1 : priority;
    return last;
  });
  const priorities = last > MAX_INT ? numbers.map((number, index) => number && index + 1) : numbers;
  return new Map(order.map(({ warehouse_id }, index) => [warehouse_id, priorities[index]!]));
}
