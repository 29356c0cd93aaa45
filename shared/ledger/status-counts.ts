import type { Costs } from '../contracts/common.ts';
import type { Decision, OrderStatus, UnfulfilledReason, UnroutableCode } from '../engine/types.ts';

/** Orders per status. */
export interface StatusCounts {
  readonly full_count: number;
  readonly split_count: number;
  readonly partial_count: number;
  readonly partial_split_count: number;
  readonly none_count: number;
}

/** Orders per status, and how many of their searches ended early. */
export interface StatusTally extends StatusCounts {
  /** Decisions whose search stopped at its budget. */
  readonly exhausted: number;
}

/** The name of each status's count: a column of `runs` and of `decision_hours`. */
export const COUNT_OF: Readonly<Record<OrderStatus, keyof StatusCounts>> = {
  FULL: 'full_count',
  SPLIT: 'split_count',
  PARTIAL: 'partial_count',
  PARTIAL_SPLIT: 'partial_split_count',
  NONE: 'none_count',
};

const NO_COUNTS: StatusCounts = {
  full_count: 0,
  split_count: 0,
  partial_count: 0,
  partial_split_count: 0,
  none_count: 0,
};

export const NO_TALLY: StatusTally = { ...NO_COUNTS, exhausted: 0 };

/** Counts decisions by status. */
export function countStatuses(decisions: readonly Pick<Decision, 'status'>[]): StatusCounts {
  const counts = { ...NO_COUNTS };
  for (const decision of decisions) counts[COUNT_OF[decision.status]] += 1;
  return counts;
}

/** Counts decisions by status, and those whose search stopped at its budget. */
export function tallyOf(decisions: readonly Decision[]): StatusTally {
  let exhausted = 0;
  for (const { budget_exhausted } of decisions) if (budget_exhausted) exhausted += 1;
  return { exhausted, ...countStatuses(decisions) };
}

/** How many decisions are counted. */
export function ordersIn(counts: StatusCounts): number {
  return Object.values(COUNT_OF).reduce((sum, name) => sum + counts[name], 0);
}

/** Adds counts of the same things. */
export function addCounts<T extends Readonly<Record<keyof T, number>>>(left: T, right: T): T {
  const sum: Record<string, number> = { ...left };
  for (const [name, n] of Object.entries<number>(right)) sum[name] = (sum[name] ?? 0) + n;
  return sum as T;
}

/**
 * What decisions ship from each warehouse, by its index in their configuration, and what they cost (`countCosts`):
 * `{"0 shipments": 2, "0 units": 5}`. The object is flat, so that the database can add two of them.
 */
export type WarehouseCounts = Readonly<Record<string, number>>;

export const NO_WAREHOUSES: WarehouseCounts = {};

/** Counts what decisions ship from each warehouse, and what that costs. */
export function countWarehouses(decisions: readonly Decision[]): WarehouseCounts {
  const counts: Record<string, number> = { ...countCosts(decisions) };
  const add = (key: string, n: number) => {
    counts[key] = (counts[key] ?? 0) + n;
  };
  for (const { allocations, shipments } of decisions) {
    for (const { warehouse, quantity } of allocations) add(`${warehouse} units`, quantity);
    for (const { warehouse } of shipments) add(`${warehouse} shipments`, 1);
  }
  return counts;
}

/** The counts of costs: of orders that ship, and of which every shipment has a price. */
const COST_COUNTS = { cents: 'cost cents', orders: 'cost orders', shipments: 'cost shipments' } as const;

/** Adds up what decisions cost. Without costs there is no count. */
export function countCosts(decisions: readonly Decision[]): Readonly<Record<string, number>> {
  let cents = 0;
  let orders = 0;
  let priced = 0;
  for (const { cost, shipments } of decisions) {
    if (cost === undefined || cost.total === null || shipments.length === 0) continue;
    cents += Number(cost.total);
    orders += 1;
    priced += shipments.length;
  }
  if (orders === 0) return {};
  return { [COST_COUNTS.cents]: cents, [COST_COUNTS.orders]: orders, [COST_COUNTS.shipments]: priced };
}

/** What counted decisions cost, in currency units; averages are rounded half up. */
export function costsOf(counts: Readonly<Record<string, number>>): Costs {
  const { cents, orders, shipments } = COST_COUNTS;
  const total = counts[cents] ?? 0;
  const averageOver = (n: number) => (n === 0 ? null : Math.round(total / n) / 100);
  return {
    total_cost: total / 100,
    priced_orders: counts[orders] ?? 0,
    cost_per_order: averageOver(counts[orders] ?? 0),
    cost_per_shipment: averageOver(counts[shipments] ?? 0),
  };
}

export type ReasonCode = UnroutableCode | UnfulfilledReason;

/**
 * Why not all of an order ships, each code once: the code of a NONE, otherwise the reasons of the SKUs that lack units.
 * Empty if all ships.
 */
export function reasonsOf({ status, unroutable, unfulfilled }: Decision): ReasonCode[] {
  if (status === 'NONE') return unroutable === null ? [] : [unroutable];
  return unfulfilled.length === 0 ? [] : [...new Set(unfulfilled.map(({ reason }) => reason))];
}
