import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

const none = () => {
  throw new Error('The value should be there.');
};

describe('RecentlyUsed', () => {
  it('makes a value once, and drops the one that was used longest ago', () => {
    const texts = new RecentlyUsed<number, string>(2);
    texts.get(1, () => 'one');
    texts.get(2, () => 'two');
    expect(texts.get(1, none)).toBe('one');
    texts.get(3, () => 'three');
    expect(texts.values()).toEqual(['one', 'three']);
    expect(texts.get(2, () => 'two again')).toBe('two again');
    expect(texts.values()).toEqual(['three', 'two again']);
  });

  it('keeps all without a limit, until they are dropped one by one', () => {
    const texts = new RecentlyUsed<number, string>();
    for (let n = 0; n < 300; n++) texts.get(n, () => `text ${n}`);
    texts.get(0, none);
    expect(texts.size).toBe(300);
    expect([texts.dropLeast(), texts.dropLeast()]).toEqual(['text 1', 'text 2']);
    expect(texts.size).toBe(298);
    expect(new RecentlyUsed().dropLeast()).toBeUndefined();
  });

  it('drops a key only if it has the given value', () => {
    const texts = new RecentlyUsed<number, string>();
    texts.get(1, () => 'one');
    texts.drop(1, 'another');
    expect(texts.values()).toEqual(['one']);
    texts.drop(1, 'one');
    expect(texts.values()).toEqual([]);
  });
});
