import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, csvRow } from './csv-text.ts';

describe('csvField', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])('defuses %j', (text) => {
    expect(csvField(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    [' =1+1', " '=1+1"],
    ['\u00a0-1', "\u00a0'-1"],
    ['A;=1+1', "A;'=1+1"],
    ['A; @x ;B;+1', "A; '@x ;B;'+1"],
    ['a\n=1', '"a\n\'=1"'],
    ['a\r\n -1', '"a\r\n \'-1"'],
    ['a\t=1', "a\t'=1"],
    ['A-1; B-2', 'A-1; B-2'],
  ])('defuses %j behind blanks and separators, as %j', (value, text) => {
    expect(csvField(value)).toBe(text);
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
  it('is read back by a CSV parser as what was written, no part of it being a formula', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\r', '\n', '\t', ';', ' ', 'é', '=', '-'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const written = rows.map((row) => csvRow(...row)).join('');
        const read = parse(written, { record_delimiter: '\r\n', relax_column_count: true });
        expect(read.map((row) => row.map((cell) => cell.replaceAll("'", '')))).toEqual(rows);
        const parts = read.flat().flatMap((cell) => cell.split(/[;\t\r\n]/));
        expect(parts.filter((part) => /^\s*[=-]/.test(part))).toEqual([]);
      }),
    );
  });
});
