import { describe, expect, it } from 'vitest';
import { orderRequest } from './order.ts';
import {
  MAX_DATA_DEPTH,
  MAX_DATA_MEMBERS,
  MAX_LINES,
  overLimits,
  refuseOverLimits,
  upToFaults,
} from './order-limits.ts';

const list = (length: number) => Array.from({ length }, (_, index) => index);
const members = (count: number) => Object.fromEntries(list(count).map((key) => [`k${key}`, 1]));
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('overLimits', () => {
  it.each([
    ['lines', { lines: list(MAX_LINES) }, { lines: list(MAX_LINES + 1) }],
    ['items', { items: list(MAX_LINES) }, { items: list(MAX_LINES + 1) }],
    [
      'raw_order_data',
      { raw_order_data: members(MAX_DATA_MEMBERS) },
      { raw_order_data: members(MAX_DATA_MEMBERS + 1) },
    ],
    [
      'raw_order_data',
      { raw_order_data: { a: [members(4000), list(MAX_DATA_MEMBERS - 4003)] } },
      { raw_order_data: { a: [members(4000), list(MAX_DATA_MEMBERS - 4002)] } },
    ],
    [
      'raw_order_data',
      { raw_order_data: nested(MAX_DATA_DEPTH) },
      { raw_order_data: nested(MAX_DATA_DEPTH + 1) },
    ],
  ])('takes what is at the limit of %s, and names it one past it', (path, at, past) => {
    expect(overLimits(at)).toEqual([]);
    expect(overLimits(past)).toEqual([{ path, message: expect.stringMatching(/10000 |32 levels/) }]);
  });

  it.each([null, 7, 'text', [], {}, { lines: {}, items: 'x', raw_order_data: null }])(
    'leaves %j to the schema',
    (sent) => {
      expect(overLimits(sent)).toEqual([]);
    },
  );
});

it('the schema of an order has as many lines', () => {
  const orderOf = (lines: number) => ({
    order_id: 'SO-1',
    destination_zip: '60614',
    lines: list(lines).map(() => ({ sku: 'CHAIR', quantity: 1 })),
  });
  expect(orderRequest.safeParse(orderOf(MAX_LINES)).success).toBe(true);
  expect(orderRequest.safeParse(orderOf(MAX_LINES + 1)).success).toBe(false);
});

describe('refuseOverLimits', () => {
  it('names the orders and ends at a hundred faults', () => {
    const orders = [{}, ...Array.from({ length: 300 }, () => ({ raw_order_data: nested(40) }))];
    const refuse = () => refuseOverLimits(orders, (index) => `orders[${index}]`);
    expect(refuse).toThrow(/orders\[1\]\.raw_order_data: must not be nested .* \(and at least 99 more\)/);
    expect(() => refuseOverLimits([{}, {}], () => '')).not.toThrow();
  });
});

describe('upToFaults', () => {
  it('cuts behind the hundredth fault, and good elements never', () => {
    const good = Array(5000).fill(1);
    const isGood = (element: unknown) => element === 1;
    const sent = [...good, ...Array(300).fill(7), 1];
    expect(upToFaults(sent, isGood)).toEqual(sent.slice(0, 5100));
    const few = [...sent.slice(0, 5100), 1];
    expect(upToFaults(few, isGood)).toBe(few);
  });
});
