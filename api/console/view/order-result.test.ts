import { expect, it } from 'vitest';
import { shipmentViews, totalCostWords, unitsOrdered, unitsShipped } from './order-result.ts';

const BASE = { order_id: 'SO-1', routing_decision_id: 1, status: 'SPLIT', reason: '' } as const;

it('reads the same shipments from both variants', () => {
  const a = shipmentViews({
    ...BASE,
    shipments: [
      {
        selected_warehouse: { warehouse_name: 'Edison' },
        lines: [
          { sku: 'A', ship_qty: 2 },
          { sku: 'B', ship_qty: 1 },
        ],
      },
      { selected_warehouse: { warehouse_name: 'Reno' }, lines: [{ sku: 'A', ship_qty: 1 }] },
    ],
  });
  const b = shipmentViews({
    ...BASE,
    lines: [
      {
        sku: 'A',
        allocations: [
          { warehouse_name: 'Edison', ship_qty: 2 },
          { warehouse_name: 'Reno', ship_qty: 1 },
        ],
      },
      { sku: 'B', allocations: [{ warehouse_name: 'Edison', ship_qty: 1 }] },
    ],
  });
  expect(b).toEqual(a);
  expect(unitsShipped(a)).toBe(4);
});

it('counts the units of an order', () => {
  expect(unitsOrdered([{ quantity: 2 }, { quantity: 3 }])).toBe(5);
  expect(unitsShipped([])).toBe(0);
});

it('says what an order costs only where it ships and the account has rates', () => {
  expect(totalCostWords({ ...BASE, total_cost: 1234.5 }, 'USD')).toBe('costs 1,234.50 USD');
  expect(totalCostWords({ ...BASE, total_cost: 3 }, undefined)).toBe('costs 3.00');
  expect(totalCostWords({ ...BASE, total_cost: null }, 'USD')).toBe('has no price');
  expect(totalCostWords(BASE, 'USD')).toBeNull();
  expect(totalCostWords({ ...BASE, status: 'NONE', total_cost: 0 }, 'USD')).toBeNull();
});
