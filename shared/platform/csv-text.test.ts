import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, csvRow } from './csv-text.ts';

describe('csvField', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])('defuses %j', (text) => {
    expect(csvField(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b-c', 'a=b-c'],
    [null, ''],
    [-1.5, '-1.5'],
    [true, 'true'],
  ])('writes %j as %s', (value, text) => {
    expect(csvField(value)).toBe(text);
  });
});

describe('csvRow', () => {
  it('is read back by a CSV parser as what was written', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é', '=') });
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const written = rows.map((row) => csvRow(...row)).join('');
        const read = parse(written, { record_delimiter: '\r\n', relax_column_count: true });
        const defused = rows.map((row) => row.map((cell) => (/^[=\r\n]/.test(cell) ? `'${cell}` : cell)));
        expect(read).toEqual(defused);
      }),
    );
  });
});
