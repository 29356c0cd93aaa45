import { describe, expect, it } from 'vitest';
import { FloodPauses } from './flood-pauses.ts';

const turn = (key: string, began: number, ended: number, waiting: number) => ({ key, began, ended, waiting });

describe('FloodPauses', () => {
  it('pauses a flood beside another key for as long as its turn took', () => {
    const pauses = new FloodPauses<string>();
    expect(pauses.after(turn('other', 0, 2, 0))).toBe(0);
    expect(pauses.after(turn('flood', 2, 14, 8))).toBe(12);
    expect(pauses.after(turn('flood', 26, 31, 30))).toBe(5);
  });

  it('pauses each of two floods', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(turn('one', 0, 3, 9));
    expect(pauses.after(turn('two', 3, 7, 9))).toBe(4);
    expect(pauses.after(turn('one', 7, 9, 9))).toBe(2);
  });

  it('does not pause a key alone, or one whose neighbours have been silent for a second', () => {
    const pauses = new FloodPauses<string>();
    expect(pauses.after(turn('flood', 0, 5, 100))).toBe(0);
    expect(pauses.after(turn('flood', 5, 10, 100))).toBe(0);
    pauses.after(turn('other', 10, 11, 0));
    expect(pauses.after(turn('flood', 11, 1011, 100))).toBeGreaterThan(0);
    expect(pauses.after(turn('flood', 1011, 1012, 100))).toBe(0);
  });

  it('does not pause a key of few tasks', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(turn('other', 0, 2, 0));
    expect(pauses.after(turn('some', 2, 14, 7))).toBe(0);
  });

  it('does not pause for long after a turn that waited for a lock', () => {
    const pauses = new FloodPauses<string>();
    pauses.after(turn('other', 4_000, 4_999, 0));
    expect(pauses.after(turn('flood', 0, 5_000, 8))).toBe(50);
  });
});
