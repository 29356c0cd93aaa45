import type { Decision, OrderStatus, PolicyOutcome, RoutingQuality } from '../types.ts';

/** What follows from a decision's status. Stored decisions leave it out (docs/reference/results.md). */

/** Optimal is FULL from the preferred warehouse. */
export function qualityOf(status: OrderStatus, isFromPreferred: boolean): RoutingQuality {
  switch (status) {
    case 'FULL':
      return isFromPreferred ? 'Optimal' : 'Suboptimal';
    case 'PARTIAL':
      return 'Suboptimal';
    case 'SPLIT':
    case 'PARTIAL_SPLIT':
      return 'Split';
    case 'NONE':
      return 'Unroutable';
  }
}

/** The outcome is that of the permitted route, or blocked if a block left no route. */
export function policyOutcome(
  status: OrderStatus,
  warnings: number,
  blocked: Decision['policy']['blocked'],
): PolicyOutcome {
  if (status === 'NONE' && blocked !== null) return 'blocked';
  return warnings > 0 ? 'warned' : 'clear';
}
