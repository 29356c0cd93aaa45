import { describe, expect, it } from 'vitest';
import { unstorableText } from './storable-text.ts';

const pathsIn = (json: string) => unstorableText(json, JSON.parse(json)).map((fault) => fault.path);

describe('unstorableText', () => {
  it('finds NUL characters and lone surrogates wherever they are, in values and in names', () => {
    const json = '{"a":["x","\\u0000"],"b":{"c":"\\ud800!"},"d":{"e\\u0000":1},"f":"\\uDC00"}';
    expect(pathsIn(json)).toEqual(['a[1]', 'b.c', 'd', 'f']);
  });

  it('names places by names that can be stored, however long', () => {
    const json = JSON.stringify({ 'a\0\ud800': { ['b'.repeat(101)]: 'x' } }).replace('"x"', '"\\u0000"');
    expect(pathsIn(json)).toEqual(['body', `a\\u0000\\ud800.${'b'.repeat(100)}…`]);
  });

  it('accepts surrogate pairs and escapes that only look like a NUL', () => {
    expect(pathsIn('{"a":"\\ud83d\\ude00","b":"\\\\u0000"}')).toEqual([]);
  });

  it('names the body where it is the text itself', () => {
    expect(pathsIn('"\\u0000"')).toEqual(['body']);
  });

  it('walks a body however deep it is', () => {
    const deep = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`;
    expect(pathsIn(deep)).toHaveLength(1);
  });
});
