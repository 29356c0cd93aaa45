import { describe, expect, it } from 'vitest';
import { date, day, duration, exact, fieldMoment, periodOf, relative, startOfDay } from './times.ts';

describe('duration', () => {
  it.each([
    [340, '340 ms'],
    [1300, '1.3 s'],
    [42_000, '42 s'],
    [240_000, '4 min'],
    [7_500_000, '2 h 5 min'],
    [7_200_000, '2 h'],
    [3 * 86_400_000, '3 days'],
  ])('says %i ms as %s', (ms, text) => expect(duration(ms)).toBe(text));
});

describe('relative', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  it.each([
    ['2026-11-22T11:59:55Z', 'just now'],
    ['2026-11-22T11:59:20Z', '40 s ago'],
    ['2026-11-22T11:56:00Z', '4 min ago'],
    ['2026-11-22T14:00:00Z', 'in 2 h'],
    ['2026-11-19T12:00:00Z', '3 days ago'],
    ['2026-01-01T12:00:00Z', null],
  ])('says %s as %s', (moment, text) => expect(relative(new Date(moment), now)).toBe(text));
});

describe('exact, date and day', () => {
  it("are shown in the reader's zone", () => {
    const moment = new Date('2026-11-22T03:14:22Z');
    expect(exact(moment, 'America/Chicago')).toBe('21 Nov 2026, 21:14:22');
    expect(date(moment, 'America/Chicago')).toBe('21 Nov 2026');
    expect(day(moment, 'America/Chicago')).toBe('2026-11-21');
    expect(day(moment, 'UTC')).toBe('2026-11-22');
  });
});

describe('a period of two filters', () => {
  it('has all of its days, or the exact moments that a figure was counted in', () => {
    const [from, to] = ['2026-11-21T15:00:00.000Z', '2026-11-22T14:22:07.123Z'];
    expect(periodOf({ from, to })).toEqual({ from, to });
    expect(periodOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
      from: startOfDay('2026-11-21'),
      to: startOfDay('2026-11-22'),
    });
    expect(periodOf({ from: undefined, to })).toEqual({ to });
  });

  it('shows a moment in the zone of the reader', () => {
    const moment = new Date(2026, 10, 22, 9, 5).toISOString();
    expect(fieldMoment(moment)).toBe('2026-11-22T09:05');
  });
});
