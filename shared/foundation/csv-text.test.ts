import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadsheetRow } from './csv-text.ts';

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', ',', '\r', '\n', '\t', ';', ' ', 'é', '=', '-', "'", '0', 'E', '.'),
  }),
  fc.stringMatching(/^'{0,3}=?"?\d{1,4}"?$/),
);
const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 });
const options = { record_delimiter: '\r\n', relax_column_count: true };

describe('readCell', () => {
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
