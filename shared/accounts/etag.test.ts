import { describe, expect, it } from 'vitest';
import { assertMatches, etagOf } from './etag.ts';

describe('etagOf', () => {
  it('is one for equal content, whatever the order of its keys, and another for other content', () => {
    expect(etagOf({ a: 1, b: [2] })).toBe(etagOf({ b: [2], a: 1 }));
    expect(etagOf({ a: 1 })).not.toBe(etagOf({ a: 2 }));
    expect(etagOf({})).toMatch(/^"[\w-]{22}"$/);
  });
});

describe('assertMatches', () => {
  const etag = etagOf('content');
  it.each([undefined, '*', etag, `"other", ${etag}`, `W/${etag}`])('takes %s', (ifMatch) => {
    expect(() => assertMatches(ifMatch, etag)).not.toThrow();
  });

  it.each(['"other"', '', 'W/"other"'])('refuses %s', (ifMatch) => {
    expect(() => assertMatches(ifMatch, etag)).toThrow(/This was changed after you read it/);
  });
});
