import { describe, expect, it } from 'vitest';
import {
  deadlineWords,
  lineViews,
  resultSentence,
  shipmentViews,
  totalCostWords,
  unitsOrdered,
  unitsShipped,
} from './order-result.ts';

const BASE = { order_id: 'SO-1', routing_decision_id: 1, status: 'SPLIT', reason: '' } as const;

it('reads the same shipments from both variants', () => {
  const a = shipmentViews({
    ...BASE,
    shipments: [
      {
        selected_warehouse: { warehouse_id: 'EWR1', warehouse_name: 'Edison' },
        lines: [
          { sku: 'A', ship_qty: 2 },
          { sku: 'B', ship_qty: 1 },
        ],
      },
      {
        selected_warehouse: { warehouse_id: 'RNO1', warehouse_name: 'Reno' },
        lines: [{ sku: 'A', ship_qty: 1 }],
      },
    ],
  });
  const b = shipmentViews({
    ...BASE,
    lines: [
      {
        sku: 'A',
        allocations: [
          { external_warehouse_id: 'EWR1', warehouse_name: 'Edison', ship_qty: 2 },
          { external_warehouse_id: 'RNO1', warehouse_name: 'Reno', ship_qty: 1 },
        ],
      },
      { sku: 'B', allocations: [{ external_warehouse_id: 'EWR1', warehouse_name: 'Edison', ship_qty: 1 }] },
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

describe('the products of an order', () => {
  const ordered = [
    { sku: 'A', quantity: 2 },
    { sku: 'B', quantity: 3 },
    { sku: 'C', quantity: 4 },
  ];
  const shipments = [
    {
      selected_warehouse: { warehouse_id: 'EWR1', warehouse_name: 'Edison' },
      lines: [
        { sku: 'A', ship_qty: 2 },
        { sku: 'C', ship_qty: 1 },
      ],
    },
  ];

  it('say of each how many ship, how many are missing, and why', () => {
    const unfulfilled_lines = [
      { sku: 'B', reason: 'item_control' },
      { sku: 'C', reason: 'insufficient_inventory' },
    ];
    expect(lineViews(ordered, { ...BASE, shipments, unfulfilled_lines })).toEqual([
      { sku: 'B', ordered: 3, from: [], missing: 3, code: 'item_control', why: 'Item Control' },
      {
        sku: 'C',
        ordered: 4,
        from: [{ warehouse: 'Edison', units: 1 }],
        missing: 3,
        code: 'insufficient_inventory',
        why: 'not enough stock',
      },
      { sku: 'A', ordered: 2, from: [{ warehouse: 'Edison', units: 2 }], missing: 0, code: null, why: null },
    ]);
  });

  it('have the reason of the order if nothing ships, and none where the variant has none', () => {
    const none = { ...BASE, status: 'NONE', shipments: [], unroutable_reason_code: 'no_capacity' } as const;
    expect(lineViews(ordered, none).map(({ why }) => why)).toEqual(Array(3).fill('every warehouse is full'));
    const [first] = lineViews([{ sku: 'A', quantity: 2 }], { ...BASE, lines: [] });
    expect(first).toEqual({ sku: 'A', ordered: 2, from: [], missing: 2, code: null, why: null });
  });
});

it('says by how many days an order is late', () => {
  const words = (result: object) => deadlineWords('2026-12-03', { ...BASE, ...result });
  expect(words({ delivery_date: '2026-12-15' })).toBe('deliver by Thu 3 Dec: 12 days late');
  expect(words({ delivery_date: '2026-12-04' })).toBe('deliver by Thu 3 Dec: 1 day late');
  expect(words({ delivery_date: '2026-12-03' })).toBe('deliver by Thu 3 Dec: on time');
  expect(words({})).toBe('deliver by Thu 3 Dec: no delivery date is known');
  expect(words({ status: 'NONE', delivery_date: null })).toBe('deliver by Thu 3 Dec');
});

it('says in a sentence of at most forty words what becomes of an order', () => {
  const site = (warehouse_name: string, ship_qty: number) => ({
    selected_warehouse: { warehouse_id: warehouse_name, warehouse_name },
    lines: [{ sku: 'A', ship_qty }],
  });
  const say = (quantity: number, more: object, late = 0) =>
    resultSentence([{ sku: 'A', quantity }], { ...BASE, ...more }, late);
  expect(say(2, { shipments: [site('Edison NJ', 2)] }, 3)).toBe(
    'Ships all 2 units from Edison NJ. It arrives 3 days late.',
  );
  expect(say(9, { shipments: [site('Edison NJ', 4), site('Reno NV', 5)] })).toBe(
    'Ships 4 units from Edison NJ and 5 from Reno NV.',
  );
  const unfulfilled_lines = [{ sku: 'A', reason: 'insufficient_inventory' }];
  expect(say(9, { shipments: [site('Edison NJ', 4)], unfulfilled_lines })).toBe(
    'Ships 4 units from Edison NJ. 5 of 9 units missing: not enough stock.',
  );
  const many = Array.from({ length: 30 }, (_, at) => site(`W${at}`, 1));
  const long = say(99, { shipments: many, unfulfilled_lines }, 12);
  expect(long).toContain('and the rest from 27 more.');
  expect(long.split(' ').length).toBeLessThanOrEqual(40);
  // The reason of the order is that of its lines.
  const none = { shipments: [], unroutable_reason_code: 'no_capacity', unfulfilled_lines };
  expect(say(9, none)).toBe('Nothing ships: every warehouse is full.');
  expect(lineViews([{ sku: 'A', quantity: 9 }], { ...BASE, ...none })[0]!.code).toBe('no_capacity');
});
