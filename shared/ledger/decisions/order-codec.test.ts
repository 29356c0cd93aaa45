import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLines, parseLines } from './order-codec.ts';

const amount = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).filter((v) => !Object.is(v, -0));

const lines = fc.array(
  fc.record(
    {
      sku: fc.string({ unit: 'binary' }),
      quantity: fc.integer({ min: 1 }),
      unit_value: fc.option(amount),
      unit_weight: amount,
    },
    { requiredKeys: ['sku', 'quantity', 'unit_value'] },
  ),
);

describe('order lines', () => {
  it('are stored as compact rows, a value and a weight only where the line has one', () => {
    const text = encodeLines([
      { sku: 'A-1', quantity: 2, unit_value: 12.5 },
      { sku: 'B "2"', quantity: 1, unit_value: null },
      { sku: 'C', quantity: 3, unit_value: null, unit_weight: 0.5 },
    ]);
    expect(text).toBe('[["A-1",2,12.5],["B \\"2\\"",1],["C",3,null,0.5]]');
  });

  it('are read back as they were', () => {
    fc.assert(
      fc.property(lines, (original) => {
        expect(parseLines(encodeLines(original))).toEqual(original);
      }),
    );
  });
});
