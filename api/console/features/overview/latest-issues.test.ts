import { expect, it } from 'vitest';
import { withLatestIssues } from './latest-issues.ts';

it('takes the numbers of the lists, and counts a reason of two kinds of orders once', () => {
  const overview = {
    figures: { orders: 9, none_count: 4, warned_count: 3 },
    unroutable: [
      { reason: 'item_control', orders: 3 },
      { reason: 'no_capacity', orders: 1 },
    ],
    unfulfilled: [
      { reason: 'insufficient_inventory', orders: 5 },
      { reason: 'item_control', orders: 2 },
    ],
  };
  const issues = {
    none_count: 3,
    warned: 2,
    reasons: [
      { reason: 'item_control', orders: 4 },
      { reason: 'insufficient_inventory', orders: 5 },
    ],
  };
  expect(withLatestIssues(overview as never, issues as never)).toEqual({
    figures: { orders: 9, none_count: 3, warned_count: 2 },
    unroutable: [{ reason: 'item_control', orders: 4 }],
    unfulfilled: [{ reason: 'insufficient_inventory', orders: 5 }],
  });
});
