import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import { jsonText } from './json-text.ts';

describe('jsonText', () => {
  it('writes every string as JSON.stringify does', () => {
    fc.assert(
      fc.property(oddText, (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});
