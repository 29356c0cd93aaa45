import { describe, expect, it } from 'vitest';
import { counted, dataSize, duration, percent } from './numbers.ts';
import { localTime } from './times.ts';

describe('counted', () => {
  it('names one of a thing and many', () => {
    expect([0, 1, 3000].map((count) => counted(count, 'order'))).toEqual([
      '0 orders',
      '1 order',
      '3,000 orders',
    ]);
  });
});

describe('numbers', () => {
  it('are written as people say them', () => {
    expect([45, 185, 7800, 360_000].map(duration)).toEqual([
      '45 s',
      '3 min 05 s',
      '2 h 10 min',
      '100 h 00 min',
    ]);
    expect(dataSize(1_234_567_890)).toBe('1,234.6 MB');
    expect(dataSize(12_345)).toBe('12.3 kB');
    expect(percent(0.125)).toBe('12.5 %');
  });
});

describe('localTime', () => {
  it('is on the clock of the zone, and names it', () => {
    const moment = '2026-07-01T23:30:00.000Z';
    expect(localTime(moment, 'UTC')).toBe('2026-07-01 23:30 UTC');
    expect(localTime(moment, 'America/Chicago')).toBe('2026-07-01 18:30 CDT');
    expect(localTime('2026-12-01T12:00:00Z', 'America/Chicago')).toBe('2026-12-01 06:00 CST');
    expect(localTime(new Date(moment), 'Asia/Kolkata')).toBe('2026-07-02 05:00 GMT+5:30');
  });
});
