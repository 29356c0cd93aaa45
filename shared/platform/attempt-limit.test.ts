import { describe, expect, it } from 'vitest';
import { AttemptLimit } from './attempt-limit.ts';

const at = (seconds: number) => seconds * 1000;

describe('AttemptLimit', () => {
  it('admits so many attempts of a key and tells when the next may come', () => {
    const limit = new AttemptLimit(2, 60);
    expect([limit.begin('a', at(0)), limit.begin('a', at(1))]).toEqual([0, 0]);
    expect(limit.begin('a', at(20))).toBe(40);
    expect(limit.begin('b', at(20))).toBe(0);
    expect(limit.begin('a', at(60))).toBe(0);
  });

  it('counts attempts under way, not those that succeeded', () => {
    const limit = new AttemptLimit(1, 60);
    limit.begin('a', at(0));
    expect(limit.begin('a', at(0))).toBe(60);
    limit.succeed('a');
    expect(limit.begin('a', at(1))).toBe(0);
  });

  it('admits nothing more for successes of keys that it does not know', () => {
    const limit = new AttemptLimit(1, 60);
    limit.succeed('a');
    limit.begin('a', at(0));
    expect(limit.begin('a', at(0))).toBe(60);
  });
});
