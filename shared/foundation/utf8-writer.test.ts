import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import { memoBytes, ownBytes, Utf8Writer } from './utf8-writer.ts';

/** Long and short texts, because they are written in different ways. */
const anyText = fc.oneof(
  oddText,
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
);
const expectedBytes = fc.integer({ min: 0, max: 100 });

function gathered(expected: number, write: (out: Utf8Writer) => void): string {
  const out = new Utf8Writer(expected);
  write(out);
  return out.bytes().toString('utf8');
}

describe('Utf8Writer', () => {
  it('writes every string as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.array(anyText), expectedBytes, (texts, expected) => {
        const text = gathered(expected, (out) => {
          for (const each of texts) out.json(each);
        });
        expect(text).toBe(texts.map((each) => JSON.stringify(each)).join(''));
      }),
    );
  });

  const integer = fc.oneof(
    fc.nat({ max: 1000 }),
    fc.maxSafeInteger(),
    fc.constantFrom(9, 10, 99, 100, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31, -Number.MAX_VALUE),
  );

  it('writes every integer in decimal digits', () => {
    fc.assert(
      fc.property(fc.array(integer), expectedBytes, (values, expected) => {
        const text = gathered(expected, (out) => {
          for (const value of values) out.integer(value);
        });
        expect(text).toBe(values.join(''));
      }),
    );
  });

  it('writes arrays of integers as PostgreSQL has them', () => {
    fc.assert(
      fc.property(fc.array(fc.array(integer)), expectedBytes, (arrays, expected) => {
        const text = gathered(expected, (out) => {
          for (const values of arrays) out.integers(values);
        });
        expect(text).toBe(arrays.map((values) => `{${values.join(',')}}`).join(''));
      }),
    );
  });
});

describe('pieces', () => {
  it('keep what was written once', () => {
    const twice = memoBytes((key: string) => `<${key}>`);
    const kept = ownBytes((out) => out.put(twice('ä')).json('"'));
    expect(gathered(0, (out) => out.put(kept).put(kept))).toBe('<ä>"\\""<ä>"\\""');
    expect(twice('ä')).toBe(twice('ä'));
  });
});
