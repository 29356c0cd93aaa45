import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';

const PERIOD = { from: '2026-11-21T15:00:00.000Z', to: '2026-11-22T14:22:07.000Z' };

const NOTHING = {
  orders: 0,
  full_count: 0,
  split_count: 0,
  partial_count: 0,
  partial_split_count: 0,
  none_count: 0,
  warned_count: 0,
  units_ordered: 0,
  units_shipped: 0,
  shipments: 0,
};

it('shows six figures with those of before', () => {
  const now = {
    ...NOTHING,
    orders: 120,
    none_count: 20,
    split_count: 15,
    partial_split_count: 5,
    units_ordered: 200,
    units_shipped: 150,
    shipments: 130,
  };
  const figures = figuresOf({ ...PERIOD, figures: now, previous: { ...now, orders: 100 } });
  expect(figures.map(({ label, value }) => [label, value])).toEqual([
    ['Orders routed', '120'],
    ['Cannot ship', '20'],
    ['Split rate', '20.0%'],
    ['Fill rate', '75.0%'],
    ['Shipments', '130'],
    ['Policy warnings', '0'],
  ]);
  expect(figures[0]).toMatchObject({ before: '100', change: '+20.0%', trend: null });
  const later = { ...now, none_count: 30, units_shipped: 151 };
  const compared = figuresOf({ ...PERIOD, figures: later, previous: now });
  expect(compared.map(({ trend }) => trend)).toEqual([null, 'worse', 'worse', 'better', null, null]);
  expect(compared[3]!.change).toBe('+0.5 pts');
});

it('leads to the orders of the same period behind a figure, if there are some', () => {
  const now = { ...NOTHING, orders: 3, none_count: 2 };
  const figures = figuresOf({ ...PERIOD, figures: now, previous: NOTHING });
  expect(figures.flatMap(({ to }) => to ?? [])).toEqual([
    { to: '/orders', search: { status: 'NONE', ...PERIOD } },
  ]);
});

it('gives no rate of nothing', () => {
  expect(figuresOf({ ...PERIOD, figures: NOTHING, previous: NOTHING })[2]!.value).toBe('–');
});

it('shows what orders cost where the account has rates', () => {
  const costs = { total_cost: 12, priced_orders: 2, cost_per_order: 6, cost_per_shipment: 4.5 };
  const figures = figuresOf({ ...PERIOD, figures: { ...NOTHING, costs }, previous: NOTHING }, 'USD');
  expect(figures.slice(6)).toEqual([
    { label: 'Cost per order (USD)', value: '6.00', before: '–', change: null, trend: null },
    { label: 'Cost per shipment (USD)', value: '4.50', before: '–', change: null, trend: null },
  ]);
  const before = { ...NOTHING, costs: { ...costs, cost_per_order: 5 } };
  const compared = figuresOf({ ...PERIOD, figures: { ...NOTHING, costs }, previous: before });
  expect(compared[6]).toMatchObject({ before: '5.00', change: '+20.0%', trend: 'worse' });
});
