import { describe, expect, it } from 'vitest';
import { QueueThrottle } from './queue-throttle.ts';

const task = (key: string, began: number, ended: number, waiting: number) => ({ key, began, ended, waiting });

describe('QueueThrottle', () => {
  it('pauses a flood beside another key for as long as its task took', () => {
    const throttle = new QueueThrottle<string>();
    expect(throttle.pauseAfter(task('other', 0, 2, 0))).toBe(0);
    expect(throttle.pauseAfter(task('flood', 2, 14, 8))).toBe(12);
    expect(throttle.pauseAfter(task('flood', 26, 31, 30))).toBe(5);
  });

  it('pauses each of two floods', () => {
    const throttle = new QueueThrottle<string>();
    throttle.pauseAfter(task('one', 0, 3, 9));
    expect(throttle.pauseAfter(task('two', 3, 7, 9))).toBe(4);
    expect(throttle.pauseAfter(task('one', 7, 9, 9))).toBe(2);
  });

  it('does not pause a key alone, or one if no other key has had a task for a second', () => {
    const throttle = new QueueThrottle<string>();
    expect(throttle.pauseAfter(task('flood', 0, 5, 100))).toBe(0);
    expect(throttle.pauseAfter(task('flood', 5, 10, 100))).toBe(0);
    throttle.pauseAfter(task('other', 10, 11, 0));
    expect(throttle.pauseAfter(task('flood', 11, 1011, 100))).toBeGreaterThan(0);
    expect(throttle.pauseAfter(task('flood', 1011, 1012, 100))).toBe(0);
  });

  it('does not pause a key of few tasks', () => {
    const throttle = new QueueThrottle<string>();
    throttle.pauseAfter(task('other', 0, 2, 0));
    expect(throttle.pauseAfter(task('some', 2, 14, 7))).toBe(0);
  });

  it('does not pause for long after a task that waited for a lock', () => {
    const throttle = new QueueThrottle<string>();
    throttle.pauseAfter(task('other', 4_000, 4_999, 0));
    expect(throttle.pauseAfter(task('flood', 0, 5_000, 8))).toBe(50);
  });
});
