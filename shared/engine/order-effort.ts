/**
 * Numbers that the thorough searches of one order may look at: some 120 ms (docs/performance.md). What is beyond that is answered with the
 * best route found so far and with what is proved of it.
 */
export const ORDER_WORK = 35_000_000;

/**
 * Nodes that a quick search may visit at full size before a thorough one takes over: most orders are decided in a
 * dozen nodes, each of which costs a hundredth of a thorough search's beginning.
 */
const QUICK_NODES = 300;

/** The effort that the searches of one order make, and what they prove. */
export interface OrderEffort {
  readonly quickNodes: number;
  /** What thorough searches may look at, all of them together. */
  mostWork: number;
  work: number;
  /** Whether any search stopped before its end. */
  exhausted: boolean;
  /** By the last search: no route that ships as many units has fewer shipments. Null where nothing is proved. */
  atLeast: number | null;
}

/** The effort that one order may make. */
export function orderEffort(mostWork: number = ORDER_WORK, quickNodes: number = QUICK_NODES): OrderEffort {
  return { quickNodes, mostWork, work: 0, exhausted: false, atLeast: null };
}
