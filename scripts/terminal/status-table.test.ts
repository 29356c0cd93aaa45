import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { createPaint, type Look } from './look.ts';
import { statusTable } from './status-table.ts';

const COUNTS = {
  full_count: 33_330,
  split_count: 10_001,
  partial_count: 2500,
  partial_split_count: 1,
  none_count: 4168,
};
const plain = (columns: number): Look => ({ columns, paint: createPaint(0) });

describe('statusTable', () => {
  it('shows counts, shares, bars and plain words on 80 columns', () => {
    expect(statusTable(COUNTS, plain(80)).split('\n')).toEqual([
      'STATUS         ORDERS   SHARE',
      'FULL           33,330  66.7 %  █████████████         ships in full',
      'SPLIT          10,001  20.0 %  ████                  ships from several',
      'PARTIAL         2,500   5.0 %  █                     ships in part',
      'PARTIAL_SPLIT       1   0.0 %  █                     in part, from several',
      'NONE            4,168   8.3 %  ██                    cannot ship',
    ]);
  });

  it.each([80, 120, Number.POSITIVE_INFINITY])('fits %i columns', (columns) => {
    for (const line of statusTable(COUNTS, plain(columns)).split('\n')) {
      expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 120));
    }
  });

  it('colours each status in its own way, in the same words', () => {
    const coloured = statusTable(COUNTS, { columns: 80, paint: createPaint(3) });
    const colours = ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE'].map(
      (status) =>
        coloured
          .split('\n')
          .find((line) => line.includes(`m${status}\u001B`))!
          .split(status)[0],
    );
    expect(new Set(colours).size).toBe(5);
  });

  it('has no share of nothing', () => {
    const none = { full_count: 0, split_count: 0, partial_count: 0, partial_split_count: 0, none_count: 0 };
    expect(statusTable(none, plain(80))).toMatch(/FULL +0 +0\.0 %/);
  });
});
