import fc from 'fast-check';
import { expect, it } from 'vitest';
import { previewCsv } from './csv-preview.ts';

it('reads back any table as a spreadsheet writes it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é') });
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (table) => {
      const said = table.filter((row) => row.some((value) => value !== ''));
      const text = table.map((row) => row.map(quote).join(',')).join('\r\n');
      expect(previewCsv(text, 100)).toEqual(said);
    }),
  );
});

it('stops at the rows that are wanted and leaves blank ones out', () => {
  expect(previewCsv('a,b\r\n\r\n1,2\n3,4\n5,6\n', 2)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});
