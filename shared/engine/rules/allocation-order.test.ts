import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocationOrder, priorityGroups } from './allocation-order.ts';

it('numbers groups of equal is_vip and priority_level, as orders are allocated, wherever they stand', () => {
  const order = fc.record({
    is_vip: fc.boolean(),
    priority_level: fc.option(fc.integer({ min: 1, max: 3 })),
    order_created_at: fc.constant(null),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1 }), (orders) => {
      const groups = priorityGroups(orders);
      const allocated = allocationOrder(orders, true);
      for (const [nth, place] of allocated.slice(1).entries()) {
        const [before, after] = [orders[allocated[nth]!]!, orders[place]!];
        const isSame = before.is_vip === after.is_vip && before.priority_level === after.priority_level;
        expect(groups[place]! - groups[allocated[nth]!]!).toBe(isSame ? 0 : 1);
      }
      expect(groups[allocated[0]!]).toBe(0);
    }),
  );
});
