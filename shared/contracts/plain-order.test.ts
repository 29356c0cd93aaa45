import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../foundation/errors/app-error.ts';
import { casesOf } from '../testing/long.ts';
import { MAX_INT } from './common.ts';
import { orderRequest, toRoutingOrder } from './order.ts';
import { MAX_LINES } from './order-limits.ts';
import { isPlainOrder, orderUpToFaults } from './plain-order.ts';

const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined));

/** Mostly ordinary, so that orders of many fields are taken now and then. */
const mostly = <T>(value: fc.Arbitrary<T>, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { weight: 20, arbitrary: value as fc.Arbitrary<unknown> },
    ...[...others, odd].map((arbitrary) => ({ weight: 1, arbitrary })),
  );

const text = (longest: number) =>
  mostly(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', ' A ', 'x'.repeat(longest), 'x'.repeat(longest + 1), '𝄞'.repeat(longest / 2), null),
  );
const numbers = fc.constantFrom(
  -1,
  -0,
  0,
  0.5,
  MAX_INT,
  MAX_INT + 1,
  2 ** 53,
  1e300,
  Infinity,
  NaN,
  '5',
  true,
);

const line = fc.record(
  {
    sku: text(200),
    quantity: mostly(fc.integer({ min: 1, max: 50 }), numbers, fc.constant(MAX_INT)),
    unit_value: mostly(
      fc.double({ min: 0, max: 1000, noNaN: true }),
      numbers,
      fc.constantFrom(1e9, 1e9 + 0.01),
    ),
    colour: odd,
  },
  { requiredKeys: ['sku', 'quantity'] },
);
const lines = mostly(
  fc.array(mostly(line), { maxLength: 3 }),
  fc.constantFrom(
    Array.from({ length: MAX_LINES }, () => ({ sku: 'A', quantity: 1 })),
    Array.from({ length: MAX_LINES + 1 }, () => ({ sku: 'A', quantity: 1 })),
  ),
);
const data = mostly(
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue(), { maxKeys: 3 }),
  fc.constantFrom(JSON.parse('{"__proto__": {"a": 1}, "b": 2}'), [], 'text'),
);

const order = mostly(
  fc.record(
    {
      external_order_id: text(200),
      order_id: text(200),
      destination_zip: text(200),
      lines,
      items: lines,
      is_vip: mostly(fc.boolean()),
      priority_level: mostly(
        fc.integer({ min: -5, max: 5 }),
        numbers,
        fc.constantFrom(-MAX_INT, -MAX_INT - 1),
      ),
      order_created_at: mostly(fc.constantFrom('2026-01-31T09:30:00Z', '2026-01-31', null), text(64)),
      partner_id: text(200),
      carrier: text(200),
      ship_method: text(200),
      raw_order_data: data,
      colour: odd,
    },
    { requiredKeys: ['destination_zip'] },
  ),
);

/** What comes of an order that was let in: the order to route, and its faults. */
function routedAs(sent: Parameters<typeof toRoutingOrder>[0]): unknown {
  const faults: Fault[] = [];
  const routing = toRoutingOrder(sent, '', faults);
  return { faults, json: JSON.stringify(routing), routing };
}

describe('isPlainOrder', () => {
  it('takes nothing that the schema does not take, and to the same order', () => {
    let taken = 0;
    fc.assert(
      fc.property(order, (sent) => {
        const judged = orderRequest.safeParse(sent);
        if (!isPlainOrder(sent)) return;
        taken++;
        expect(judged.success).toBe(true);
        expect(routedAs(sent)).toEqual(routedAs(judged.data!));
      }),
      { numRuns: casesOf(5000) },
    );
    expect(taken).toBeGreaterThan(casesOf(500));
  });

  it('has its faulty lines cut behind the hundredth, and good lines never', () => {
    const good = { sku: 'A', quantity: 1 };
    const lines = [...Array(5000).fill(good), ...Array(300).fill({ sku: 7 }), good];
    expect(orderUpToFaults({ lines, items: [good] })).toEqual({ lines: lines.slice(0, 5100), items: [good] });
    const sent = { lines: [...lines.slice(0, 5100), good] };
    expect(orderUpToFaults(sent)).toBe(sent);
  });

  it('takes every order that the schema takes, but for names that it drops', () => {
    fc.assert(
      fc.property(order, (sent) => {
        const own = (sent as { raw_order_data?: object } | null | undefined)?.raw_order_data;
        fc.pre(typeof own !== 'object' || own === null || !Object.hasOwn(own, '__proto__'));
        if (orderRequest.safeParse(sent).success) expect(isPlainOrder(sent)).toBe(true);
      }),
      { numRuns: casesOf(5000) },
    );
  });
});
