/**
 * Nodes that one quick search over 64 warehouses and 50 SKUs may visit before it returns the best set found so far.
 * Searches for orders have fewer (order-effort.ts), because a thorough search continues from there.
 */
export const NODE_BUDGET = 10_000;

/** A node looks at each warehouse and SKU once, so if there are fewer of them, more nodes cost the same. */
const FULL_SIZE = 64 * 50;
const MAX_TIMES = 10;

/** The effort of quick searches. */
export interface SearchBudget {
  /** Nodes that each search at full size may visit. */
  readonly nodes: number;
  /** Nodes visited so far, by all searches. */
  visited: number;
  /** Whether any search stopped early. */
  exhausted: boolean;
}

/** A budget of which nothing is used yet. */
export function searchBudget(nodes: number = NODE_BUDGET): SearchBudget {
  return { nodes, visited: 0, exhausted: false };
}

/** The count of visited nodes at which a search that starts now stops: for takeNode. */
export function searchEnd(budget: SearchBudget, warehouses: number, skus: number): number {
  const times = Math.min(MAX_TIMES, FULL_SIZE / (warehouses * skus));
  return budget.visited + Math.ceil(budget.nodes * times);
}

/** Counts a node of a search that stops at `end`; false if none is left. */
export function takeNode(budget: SearchBudget, end: number): boolean {
  if (budget.visited < end) {
    budget.visited++;
    return true;
  }
  budget.exhausted = true;
  return false;
}
