import { expect, it } from 'vitest';
import { orderOf } from './tried-order.ts';

it('leaves out what was not given', () => {
  const form = {
    destination_zip: '08837',
    partner_id: '',
    is_vip: false,
    deliver_by: '',
    lines: [{ sku: 'A', quantity: 2, unit_value: '' as const }],
  };
  expect(orderOf(form)).toEqual({
    order_id: 'TRY',
    destination_zip: '08837',
    is_vip: false,
    lines: [{ sku: 'A', quantity: 2 }],
  });
});
