import type { SettingFacts } from '../setting-facts.ts';

export const PRIORITY_ALLOCATION = {
  kind: 'switch',
  group: 'run',
  initial: true,
  isOptional: false,
  label: 'Priority allocation',
  help: 'On: within a run, VIP, urgent and older orders get stock first. Off: orders get stock in the sequence they were sent.',
  about: 'true: VIP, urgent and older orders of a run get stock first. Always on in Variant B.',
} satisfies SettingFacts<'priority_allocation'>;

/** What decides an order's place in the allocation of its run. */
export interface OrderPriority {
  readonly is_vip: boolean;
  /** Lower goes first; null comes after every number. */
  readonly priority_level: number | null;
  /** UTC, with three or six decimals and a Z; older goes first, null last. */
  readonly order_created_at: string | null;
}

/**
 * The order of allocation of a run, as indexes into `orders`: VIP first, then priority_level, then age, then request order;
 * plain request order if priority allocation is off (docs/explanation/stock.md).
 */
export function allocationOrder(orders: readonly OrderPriority[], priorityAllocation: boolean): number[] {
  const indexes = orders.map((_, index) => index);
  if (!priorityAllocation) return indexes;
  return indexes.sort((leftIndex, rightIndex) => {
    const left = orders[leftIndex]!;
    const right = orders[rightIndex]!;
    return (
      byGroup(left, right) || nullLast(sortable(left.order_created_at), sortable(right.order_created_at))
    );
  });
}

/**
 * Numbers the groups of orders of equal is_vip and priority_level, from 0. Earlier groups have smaller numbers, wherever their
 * orders stand.
 */
export function priorityGroups(orders: readonly OrderPriority[]): number[] {
  const keyOf = ({ is_vip, priority_level }: OrderPriority) => `${is_vip} ${priority_level}`;
  const keys = new Set([...orders].sort(byGroup).map(keyOf));
  const numbers = new Map([...keys].map((key, number) => [key, number]));
  return orders.map((order) => numbers.get(keyOf(order))!);
}

function byGroup(left: OrderPriority, right: OrderPriority): number {
  return Number(right.is_vip) - Number(left.is_vip) || nullLast(left.priority_level, right.priority_level);
}

/** A moment as it sorts: `.678` comes before `.678001`, but `.678Z` would come after it. */
function sortable(moment: string | null): string | null {
  return moment === null ? null : moment.slice(0, -1);
}

/** Ascending; null comes after all others. */
export function nullLast<Key extends number | bigint | string>(left: Key | null, right: Key | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return left < right ? -1 : left > right ? 1 : 0;
}
