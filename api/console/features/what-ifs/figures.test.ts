import { expect, it } from 'vitest';
import {
  COST_FIGURES,
  differenceText,
  FIGURES,
  figureText,
  hasCosts,
  judged,
  MAIN_FIGURES,
  resultOf,
  verdict,
  warehouseRows,
} from './figures.ts';
import type { WhatIfSide } from './use-what-ifs.ts';

const side = (changes: Partial<WhatIfSide>): WhatIfSide => ({
  full_count: 30,
  split_count: 10,
  partial_count: 0,
  partial_split_count: 0,
  none_count: 0,
  shipments: 50,
  units_shipped: 100,
  units_unfulfilled: 0,
  orders_warned: 0,
  search_incomplete_count: 0,
  transit_days: { mean: 2.25, p50: 2, p90: 4, max: 5 },
  by_warehouse: [{ warehouse_id: 'EWR1', shipments: 50, units: 100 }],
  ...changes,
});

const NOW = side({});
const THEN = side({
  full_count: 26,
  none_count: 4,
  units_shipped: 90,
  units_unfulfilled: 10,
  shipments: 46,
  search_incomplete_count: 1,
  transit_days: { mean: 2.5, p50: 2, p90: null, max: 5 },
  by_warehouse: [{ warehouse_id: 'ORD1', shipments: 46, units: 90 }],
});

it('writes each figure of both sides with its difference', () => {
  const rows = FIGURES.map((figure) => [
    figure.name,
    figureText(figure, NOW),
    figureText(figure, THEN),
    differenceText(figure, NOW, THEN),
  ]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Orders', '40', '40', 'same'],
      ['Shipments', '50', '46', '−4'],
      ['Units unfulfilled', '0', '10', '+10'],
      ['Fill rate', '100.0%', '90.0%', '−10.0 points'],
      ['Split rate', '25.0%', '25.0%', 'same'],
      ['Cannot ship', '0', '4', '+4'],
      ['Orders not proven optimal', '0', '1', '+1'],
      ['Days in transit, mean', '2.25', '2.50', '+0.25'],
      ['Days in transit, 90% within', '4', '–', '–'],
    ]),
  );
});

it('writes what orders cost, where the account has rates', () => {
  const costs = { total_cost: 1000, priced_orders: 40, cost_per_order: 25, cost_per_shipment: 20 };
  const draft = side({ costs: { ...costs, total_cost: 900.5, cost_per_order: 22.51 } });
  expect(hasCosts({ baseline: NOW, draft: THEN })).toBe(false);
  expect(hasCosts({ baseline: side({ costs }), draft })).toBe(true);
  expect(
    COST_FIGURES.map((figure) => [figureText(figure, draft), differenceText(figure, side({ costs }), draft)]),
  ).toEqual([
    ['900.50', '−99.50'],
    ['22.51', '−2.49'],
    ['20.00', 'same'],
    ['40', 'same'],
  ]);
});

it('lists each warehouse that ships on a side', () => {
  const nothing = { shipments: 0, units: 0 };
  expect(warehouseRows({ baseline: NOW, draft: THEN })).toEqual([
    { warehouse_id: 'EWR1', now: NOW.by_warehouse[0], drafted: nothing },
    { warehouse_id: 'ORD1', now: nothing, drafted: THEN.by_warehouse[0] },
  ]);
});

it('judges what a draft would do in one sentence, and each main figure', () => {
  const costs = { total_cost: 1000, priced_orders: 40, cost_per_order: 25, cost_per_shipment: 20 };
  const cheaper = { ...THEN, costs: { ...costs, total_cost: 880.5 } };
  expect(verdict(resultOf({ ...NOW, costs }), resultOf(cheaper), 'USD')).toBe(
    '119.50 USD cheaper; 10 fewer units reach customers.',
  );
  expect(verdict(resultOf(THEN), resultOf(NOW), undefined)).toBe(
    '10 more units reach customers; 4 more shipments.',
  );
  expect(verdict(resultOf(NOW), resultOf(NOW), undefined)).toBe('Same cost, units and shipments.');
  expect(MAIN_FIGURES.map((figure) => [figure.name, judged(figure, { ...NOW, costs }, cheaper)])).toEqual([
    ['Shipments', 'better'],
    ['Units that ship', 'worse'],
    ['Cannot ship', 'worse'],
    ['Days in transit, mean', 'worse'],
    ['Cost', 'better'],
  ]);
});
