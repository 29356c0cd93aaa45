import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, readCell, spreadsheetRow } from './csv-text.ts';

const cellOf = (row: string) => row.replace(/\r\n$/, '');

describe('spreadsheetRow', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])('defuses %j', (text) => {
    expect(spreadsheetRow(text).replace(/^"/, '')).toMatch(/^'/);
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
    expect(cellOf(spreadsheetRow(value))).toBe(text);
  });

  it.each(['0017', '60614-1234', '12-05', '1.50', '1E5', '4006381333931'])(
    'keeps the text %s a text',
    (text) => {
      expect(cellOf(spreadsheetRow(text))).toBe(`"=""${text}"""`);
    },
  );

  it.each(['2026-11-26', '2026-11-26T10:00:00.000Z', 'SO-1'])('leaves %s as it is', (text) => {
    expect(cellOf(spreadsheetRow(text))).toBe(text);
  });
});

describe('csvRow', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b-c', 'a=b-c'],
    ['=1+1', '=1+1'],
    ['-A;@B', '-A;@B'],
    ['0017', '0017'],
    [null, ''],
    [-1.5, '-1.5'],
    [true, 'true'],
  ])('writes %j as %s', (value, text) => {
    expect(cellOf(csvRow(value))).toBe(text);
  });
});

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', ',', '\r', '\n', '\t', ';', ' ', 'é', '=', '-', "'", '0', 'E', '.'),
  }),
  fc.stringMatching(/^'{0,3}=?"?\d{1,4}"?$/),
);
const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 });
const options = { record_delimiter: '\r\n', relax_column_count: true };

describe('readCell', () => {
  it.each([
    ['="0017"', '0017'],
    ["'60606", '60606'],
    ["'60606-1234", '60606-1234'],
    ["'=1+1", '=1+1'],
    ["'-A;'@B", '-A;@B'],
    ["''=A", "'=A"],
    ["'90s", "'90s"],
    ["O'Neill", "O'Neill"],
    ['=A1', '=A1'],
  ])('reads %s as %s', (cell, meant) => {
    expect(readCell(cell)).toBe(meant);
  });

  it.each([
    ['csvRow', csvRow],
    ['spreadsheetRow', spreadsheetRow],
  ])('reads back whatever %s writes', (_, row) => {
    fc.assert(
      fc.property(rows, (values) => {
        const read = parse(values.map((cells) => row(...cells)).join(''), options);
        expect(read.map((cells) => cells.map(readCell))).toEqual(values);
      }),
    );
  });

  it('reads what was written for a spreadsheet, in which nothing runs', () => {
    fc.assert(
      fc.property(rows, (values) => {
        const read = parse(values.map((cells) => spreadsheetRow(...cells)).join(''), options);
        const parts = read
          .flat()
          .filter((cell) => !/^="[^"]*"$/.test(cell))
          .flatMap((cell) => cell.split(/[;\t\r\n]/));
        expect(parts.filter((part) => /^\s*[=-]/.test(part))).toEqual([]);
      }),
    );
  });
});
