import { expect, it } from 'vitest';
import { orderOf } from './tried-order.ts';

it('leaves out what was not given', () => {
  const form = {
    destination_zip: '08837',
    partner_id: '',
    is_vip: false,
    deliver_by: '',
    lines: [
      { sku: 'A', quantity: 2, unit_value: '' as const, unit_weight: '' as const },
      { sku: 'B', quantity: 1, unit_value: 0, unit_weight: 1.5 },
    ],
  };
  expect(orderOf(form)).toEqual({
    order_id: 'TRY',
    destination_zip: '08837',
    is_vip: false,
    lines: [
      { sku: 'A', quantity: 2 },
      { sku: 'B', quantity: 1, unit_value: 0, unit_weight: 1.5 },
    ],
  });
});
