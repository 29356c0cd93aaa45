import type { Money } from '../money.ts';

/**
 * Numbers that the thorough searches of one order may look at: some 120 ms (docs/performance.md). If the limit is reached,
 * the answer is the best route found so far, with what is proved about it.
 */
export const ORDER_WORK = 35_000_000;

/**
 * Nodes that the quick search for a cover may visit before the thorough one takes over. Most orders need a dozen.
 * Its work is not counted.
 */
const QUICK_NODES = 1_000;

/** What the searches of one order may do. */
export interface SearchBudget {
  readonly quickNodes: number;
  /** What thorough searches may look at, all of them together. */
  readonly mostWork: number;
  /** What searches for the lowest cost may look at besides, while their route is not near the proved cost. */
  readonly extraWork: number;
}

/** The effort that the searches of one order make, and what they prove. Each search adds to it. */
export interface OrderEffort extends SearchBudget {
  work: number;
  /** What was looked at beyond `mostWork`. */
  extraDone: number;
  /** What searches for the lowest cost looked at besides: only a part of it counts towards the limits. */
  uncounted: number;
  /** Whether any search stopped before its end. */
  hitLimit: boolean;
  /** Whether any search for the lowest cost ran out of extra work before its route was near the proved cost. */
  gapTooLarge: boolean;
  /** By the last search: no route that ships as many units has fewer shipments. Null if nothing is proved. */
  lowerBound: number | null;
  /** By the last search for the lowest cost: the same of the exact amount. Null if nothing is proved. */
  lowerBoundOfCost: Money | null;
}

/** The effort of an order before its searches. What the budget leaves out is ORDER_WORK, and no extra work. */
export function orderEffort(budget: Partial<SearchBudget> = {}): OrderEffort {
  const { mostWork = ORDER_WORK, quickNodes = QUICK_NODES, extraWork = 0 } = budget;
  const found = { hitLimit: false, gapTooLarge: false, lowerBound: null, lowerBoundOfCost: null };
  return { quickNodes, mostWork, extraWork, work: 0, extraDone: 0, uncounted: 0, ...found };
}
