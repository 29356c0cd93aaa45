import type { OrderCount, Overview } from './use-overview.ts';

type Reasons = Overview['unroutable'];

/**
 * An overview whose numbers of issues are those of the lists behind them. It counts decisions, so an order that was routed
 * again counts twice; a list has the latest decision of each order.
 */
export function withLatestIssues(overview: Overview, issues: OrderCount): Overview {
  const orders = new Map(issues.reasons.map((each) => [each.reason, each.orders]));
  const latest = (reasons: Reasons): Reasons =>
    reasons.flatMap(({ reason }) => {
      const count = orders.get(reason);
      // A reason that is in both lists counts once.
      orders.delete(reason);
      return count === undefined ? [] : [{ reason, orders: count }];
    });
  return {
    ...overview,
    figures: { ...overview.figures, none_count: issues.none_count, warned_count: issues.warned },
    unroutable: latest(overview.unroutable),
    unfulfilled: latest(overview.unfulfilled),
  };
}
