import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { shorten, tableText } from './table.ts';

const COLUMNS = [
  { title: 'ORDER', narrow: 'shorten' },
  { title: 'UNITS', align: 'right' },
  { title: 'REASON', narrow: 'wrap' },
] as const;

describe('tableText', () => {
  it('aligns numbers to the right and ends no line with blanks', () => {
    expect(
      tableText(COLUMNS, [
        ['SO-1', '2', 'ships'],
        ['SO-10', '1,200', ''],
      ]),
    ).toBe(['ORDER  UNITS  REASON', 'SO-1       2  ships', 'SO-10  1,200'].join('\n'));
  });

  it('wraps words and shortens ids where the line is too narrow', () => {
    const id = `SO-${'1234567890'.repeat(6)}`;
    expect(tableText(COLUMNS, [[id, '2', 'It ships from Joliet IL and from Fort Worth TX.']], 40)).toBe(
      [
        'ORDER            UNITS  REASON',
        'SO-1234…4567890      2  It ships from',
        '                        Joliet IL and',
        '                        from Fort Worth',
        '                        TX.',
      ].join('\n'),
    );
  });

  it.each([80, 120])('fits %i columns, whatever is in it', (width) => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 90 }).map((text) => text.replaceAll(/\s+/g, ' '));
    const row = fc.tuple(cell, fc.nat({ max: 9_999_999 }).map(String), cell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        for (const line of tableText(COLUMNS, rows, width).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

describe('shorten', () => {
  it('keeps both ends', () => {
    expect(shorten('SO-1234567890-EU', 9)).toBe('SO-1…0-EU');
    expect(shorten('SO-1', 9)).toBe('SO-1');
  });
});
