import { describe, expect, it } from 'vitest';
import { nextAttempt } from './retry.ts';

const HOUR = 3_600_000;

describe('nextAttempt', () => {
  it('doubles the wait up to four hours, and tries the last time after 24 hours', () => {
    const [start, expires] = [new Date(0), new Date(24 * HOUR)];
    const waits: number[] = [];
    let now: Date | null = start;
    for (let attempts = 1; now !== null; attempts += 1) {
      const next = nextAttempt(attempts, now, expires);
      if (next !== null) waits.push((next.getTime() - now.getTime()) / 1000);
      now = next;
    }
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(waits.slice(0, -1)).toEqual(waits.slice(0, -1).toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBe(4 * 3600);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(24 * 3600);
  });
});
