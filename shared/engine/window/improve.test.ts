import { expect, it } from 'vitest';
import { aWindow } from '../../testing/window-cases.ts';
import { shipmentCosts } from '../rules/order-costs.ts';
import { applyPlan } from './apply-plan.ts';
import { improveWindow } from './improve.ts';

it('judges by the whole route whether an order arrives later', () => {
  // W2 has no calendar. With it the first order arrives as its transit days say, of which W3 has three; without it, by the day.
  const calendar = { time_zone: 'America/New_York', cut_off: '12:00' };
  const { window } = aWindow(
    {
      warehouses: [{ calendar }, { calendar }, {}, { calendar }],
      days: [2, 2, 2, 3],
      delivery: [9, 9, null, 9],
      stock: { A: [1, 0, 1, 0], B: [0, 1, 0, 1], X: [1, 0, 0, 0], Y: [0, 1, 0, 0] },
    },
    [
      ['A', 'B'],
      ['A', 'X'],
      ['B', 'Y'],
    ].map((skus) => ({ lines: skus.map((sku) => [sku, 1] as const) })),
  );
  const shipments = window.orders.map(({ decision }) => decision.shipments.map(({ warehouse }) => warehouse));
  expect(shipments).toEqual([
    [0, 1],
    [0, 2],
    [1, 3],
  ]);
  const improved = improveWindow(window, 100_000);
  expect(improved).toHaveLength(2);
  const first = improved.find(({ index }) => index === 0)!;
  expect([
    [1, 2],
    [0, 3],
  ]).toContainEqual(first.route.members);
});

it('distributes the units of an order by cost', () => {
  const prices = [[[100, 5] as const], [[100, 5] as const]];
  const { window, decisions } = aWindow(
    {
      settings: { objective: 'lowest_cost' },
      warehouses: [{ handling: { per_unit: 10 } }, {}],
      days: [2, 2],
      prices,
      unit_weight: 1,
      stock: { A: [1, 0], B: [0, 1], C: [1, 1], D: [0, 1] },
    },
    [{ lines: ['A', 'B', 'C'].map((sku) => [sku, 1] as const) }, { lines: [['D', 1]] }],
  );
  expect(decisions[0]!.cost!.total).toBe(3000);
  const [improved, ...others] = improveWindow(window, 100_000);
  expect(others).toEqual([]);
  const { routed } = window.orders[0]!;
  expect(shipmentCosts(routed.costs!, routed.ranked, improved!.route).map(Number)).toEqual([150_000, 50_000]);
});

it('counts orders that lost their better routes also where they have others then', () => {
  const windowOf = (lamps: readonly number[]) =>
    aWindow({ days: [2, 2, 2], stock: { LAMP: lamps, DESK: [1, 0, 0] } }, [
      { lines: [['LAMP', 1]] },
      {
        lines: [
          ['LAMP', 1],
          ['DESK', 1],
        ],
      },
    ]);
  const { window, order_ids } = windowOf([1, 1, 0]);
  const plan = { window, order_ids, improved: improveWindow(window, 100_000) };
  expect(plan.improved.map(({ route }) => route.members)).toEqual([[1], [0]]);
  // Another request took the lamp of the second warehouse; the third has one now.
  const now = windowOf([1, 0, 1]);
  const { improved, redecided } = applyPlan(now.window, now.order_ids, plan);
  expect(improved.map(({ route }) => route.members)).toEqual([[2], [0]]);
  expect(redecided).toEqual([0, 1]);
});
