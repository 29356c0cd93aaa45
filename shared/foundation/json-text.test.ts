import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import { jsonText, jsonTextArray } from './json-text.ts';

describe('jsonText', () => {
  it('writes every string as JSON.stringify does', () => {
    fc.assert(
      fc.property(oddText, (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('writes arrays as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.array(oddText), (values) => {
        expect(jsonTextArray(values)).toBe(JSON.stringify(values));
      }),
    );
  });
});
