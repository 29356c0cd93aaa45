import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isSameJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('gives one text to objects that differ in the order of their keys only', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
    expect(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it('has the text whose digest is stored with configurations', () => {
    const asked = (value: unknown) =>
      JSON.stringify(value, (_key, part: unknown) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part,
      );
    const value = fc.object({
      withDate: true,
      values: [fc.jsonValue(), fc.constant(undefined), fc.double()],
    });
    fc.assert(
      fc.property(value, (data) => {
        expect(canonicalJson(data)).toBe(asked(data));
      }),
    );
    const odd = JSON.parse('{"z":1,"__proto__":{"b":2,"a":1},"2":0,"10":0}');
    expect(canonicalJson(odd)).toBe(asked(odd));
  });

  it('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });

  it('keeps all of the data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it('isSameJson compares the texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(isSameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
    }),
  );
  expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(isSameJson({ a: 1, b: [2] }, { b: [3], a: 1 })).toBe(false);
});
