import { describe, expect, it } from 'vitest';
import { FloodPauses } from './flood-pauses.ts';

const task = (key: string, began: number, ended: number, waiting: number) => ({ key, began, ended, waiting });

describe('FloodPauses', () => {
  it('pauses a flood beside another key for as long as its task took', () => {
    const pauses = new FloodPauses<string>();
    expect(pauses.after(task('other', 0, 2, 0))).toBe(0);
    expect(pauses.after(task('flood', 2, 14, 8))).toBe(12);
    expect(pauses.after(task('flood', 26, 31, 30))).toBe(5);
  });

  it('pauses each of two floods', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(task('one', 0, 3, 9));
    expect(pauses.after(task('two', 3, 7, 9))).toBe(4);
    expect(pauses.after(task('one', 7, 9, 9))).toBe(2);
  });

  it('does not pause a key alone, or one if no other key has had a task for a second', () => {
    const pauses = new FloodPauses<string>();
    expect(pauses.after(task('flood', 0, 5, 100))).toBe(0);
    expect(pauses.after(task('flood', 5, 10, 100))).toBe(0);
    pauses.after(task('other', 10, 11, 0));
    expect(pauses.after(task('flood', 11, 1011, 100))).toBeGreaterThan(0);
    expect(pauses.after(task('flood', 1011, 1012, 100))).toBe(0);
  });

  it('does not pause a key of few tasks', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(task('other', 0, 2, 0));
    expect(pauses.after(task('some', 2, 14, 7))).toBe(0);
  });

  it('does not pause for long after a task that waited for a lock', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(task('other', 4_000, 4_999, 0));
    expect(pauses.after(task('flood', 0, 5_000, 8))).toBe(50);
  });
});
