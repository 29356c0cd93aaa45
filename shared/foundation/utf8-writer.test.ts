import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import { piece, pieceOf, piecesBy, Utf8Writer } from './utf8-writer.ts';

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
  it('gathers pieces as one UTF-8 text, however little was expected', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }));
    fc.assert(
      fc.property(texts, expectedBytes, (parts, expected) => {
        const text = gathered(expected, (out) => {
          for (const part of parts) out.write(part).put(piece(part));
        });
        expect(text).toBe(parts.map((part) => part + part).join(''));
      }),
    );
  });

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

  it('writes texts and binary integers as a Buffer does, and replaces integers', () => {
    const value = fc.oneof(anyText, fc.integer(), fc.maxSafeInteger());
    fc.assert(
      fc.property(fc.array(value), expectedBytes, (values, expected) => {
        const out = new Utf8Writer(expected).int32(0);
        const parts: Buffer[] = [];
        for (const each of values) {
          const integer = Buffer.alloc(8);
          if (typeof each === 'number') integer.writeBigInt64BE(BigInt(each));
          parts.push(typeof each === 'string' ? Buffer.from(each) : Buffer.concat([integer, Buffer.of(1)]));
          if (typeof each === 'string') out.text(each);
          else out.int64(each).byte(1);
        }
        out.setInt32(0, ~values.length);
        expect(out.bytes().readInt32BE()).toBe(~values.length);
        expect(out.bytes().subarray(4)).toEqual(Buffer.concat(parts));
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
    const twice = piecesBy((key: string) => `<${key}>`);
    const kept = pieceOf((out) => out.put(twice('ä')).json('"'));
    expect(gathered(0, (out) => out.put(kept).put(kept))).toBe('<ä>"\\""<ä>"\\""');
    expect(twice('ä')).toBe(twice('ä'));
  });

  it('have memory of their own, so that a small one keeps no more', () => {
    const kept = pieceOf((out) => out.ascii('short'));
    expect(kept.buffer.byteLength).toBe(5);
  });
});
