import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocationOrder, type OrderPriority } from './allocation-order.ts';

const plain: OrderPriority = { is_vip: false, priority_level: null, order_created_at: null };
const early = '2024-01-01T00:00:00.000Z';
const late = '2024-01-01T00:00:00.001Z';

function orderOf(...orders: Partial<OrderPriority>[]): number[] {
  return allocationOrder(
    orders.map((order) => ({ ...plain, ...order })),
    true,
  );
}

describe('the order of a run', () => {
  it('takes VIP orders first', () => {
    expect(orderOf({}, { is_vip: true })).toEqual([1, 0]);
  });

  it('takes VIP before priority_level and age', () => {
    expect(orderOf({ priority_level: 1, order_created_at: early }, { is_vip: true })).toEqual([1, 0]);
  });

  it('takes lower priority levels first, by number', () => {
    expect(orderOf({ priority_level: 10 }, { priority_level: 2 }, { priority_level: -1 })).toEqual([2, 1, 0]);
    expect(orderOf({ priority_level: -1 }, { priority_level: 2 }, { priority_level: 10 })).toEqual([0, 1, 2]);
  });

  it('takes orders without a priority level last', () => {
    expect(orderOf({}, { priority_level: 1_000_000 })).toEqual([1, 0]);
    expect(orderOf({ priority_level: 1_000_000 }, {})).toEqual([0, 1]);
  });

  it('takes priority level before age', () => {
    expect(
      orderOf({ priority_level: 2, order_created_at: early }, { priority_level: 1, order_created_at: late }),
    ).toEqual([1, 0]);
  });

  it('takes older orders first', () => {
    expect(orderOf({ order_created_at: late }, { order_created_at: early })).toEqual([1, 0]);
    expect(orderOf({ order_created_at: early }, { order_created_at: late })).toEqual([0, 1]);
  });

  it('takes older orders first to the microsecond', () => {
    const times = ['00.001Z', '00.000999Z', '00.000Z', '00.000001Z'];
    const orders = times.map((time) => ({ order_created_at: `2024-01-01T00:00:${time}` }));
    expect(orderOf(...orders)).toEqual([2, 3, 1, 0]);
  });

  it('takes orders without a creation time last', () => {
    expect(orderOf({}, { order_created_at: late })).toEqual([1, 0]);
    expect(orderOf({ order_created_at: late }, {})).toEqual([0, 1]);
  });

  it('takes orders alike in request order', () => {
    const alike = { is_vip: true, priority_level: 1, order_created_at: early };
    expect(orderOf(alike, alike, {}, {}, alike)).toEqual([0, 1, 4, 2, 3]);
    const many = Array.from({ length: 1_000 }, () => alike);
    expect(orderOf(...many)).toEqual([...many.keys()]);
  });

  it('is the request order with priority allocation off', () => {
    const orders = [plain, { ...plain, is_vip: true }, { ...plain, priority_level: 1 }];
    expect(allocationOrder(orders, false)).toEqual([0, 1, 2]);
  });

  it('takes every order once and changes nothing', () => {
    const order = fc.record({
      is_vip: fc.boolean(),
      priority_level: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
      order_created_at: fc.constantFrom(null, early, late),
    });
    fc.assert(
      fc.property(fc.array(order), (orders) => {
        const frozen = Object.freeze(orders.map((each) => Object.freeze(each)));
        const order = allocationOrder(frozen, true);
        expect([...order].sort((left, right) => left - right)).toEqual(orders.map((_, index) => index));
      }),
    );
  });
});
