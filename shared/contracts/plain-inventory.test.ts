import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/long.ts';
import { MAX_INT } from './common.ts';
import { inventorySyncRequest, toInventoryRows } from './inventory.ts';
import { isPlainInventory } from './plain-inventory.ts';

const text = (longest: number) =>
  fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', ' A ', 'x'.repeat(longest), 'x'.repeat(longest + 1), '𝄞'.repeat(longest / 2), null),
  );
const units = fc.oneof(
  fc.nat(50),
  fc.constantFrom(-1, -0, 0.5, MAX_INT, MAX_INT + 1, 2 ** 53, 1e300, Infinity, NaN, '5', true, null),
);
const amount = fc.oneof(
  fc.double({ min: 0, max: 1000, noNaN: true }),
  fc.constantFrom(-0, -0.01, 1e9, 1e9 + 0.01, Infinity, NaN, '5', null),
);
const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined));

/** Mostly ordinary, so that rows of nine fields are taken now and then. */
const mostly = <T>(value: fc.Arbitrary<T>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: other });

const row = fc.record(
  {
    sku: mostly(fc.string({ maxLength: 12 }), fc.oneof(text(200), odd)),
    warehouse_id: mostly(fc.constantFrom('EWR1', 'ATL1'), fc.oneof(text(200), odd)),
    external_warehouse_id: mostly(fc.constantFrom('EWR1', null), fc.oneof(text(200), odd)),
    warehouse_code: mostly(fc.constantFrom('W-1', null), fc.oneof(text(200), odd)),
    quantity_available: mostly(fc.nat(50), fc.oneof(units, odd)),
    available_qty: mostly(fc.nat(50), fc.oneof(units, odd)),
    unit_value: mostly(fc.nat(50), fc.oneof(amount, odd)),
    unit_weight: mostly(fc.nat(50), fc.oneof(amount, odd)),
    sku_description: mostly(fc.string({ maxLength: 12 }), fc.oneof(text(1000), odd)),
    colour: odd,
  },
  { requiredKeys: ['sku'] },
);
const body = mostly(
  fc.record(
    {
      source_name: mostly(fc.constantFrom('erp', null), fc.oneof(text(200), odd)),
      inventory: mostly(fc.array(mostly(row, odd), { maxLength: 4 }), odd),
      note: odd,
    },
    { requiredKeys: ['inventory'] },
  ),
  odd,
);

/** What comes of a body that was let in: its rows, or the faults that are reported. */
function rowsOf(sent: Parameters<typeof toInventoryRows>[0], variant: 'A' | 'B'): unknown {
  try {
    return toInventoryRows(sent, variant);
  } catch (error) {
    return error;
  }
}

describe('isPlainInventory', () => {
  it('takes what the schema takes and nothing else, to the same rows and faults', () => {
    let taken = 0;
    fc.assert(
      fc.property(body, fc.constantFrom('A', 'B'), (sent, variant) => {
        const judged = inventorySyncRequest.safeParse(sent);
        expect(isPlainInventory(sent)).toBe(judged.success);
        if (!judged.success) return;
        taken++;
        const plain = sent as typeof judged.data;
        expect(plain.source_name).toBe(judged.data.source_name);
        expect(rowsOf(plain, variant)).toEqual(rowsOf(judged.data, variant));
      }),
      { numRuns: casesOf(3000) },
    );
    expect(taken).toBeGreaterThan(casesOf(100));
  });
});
