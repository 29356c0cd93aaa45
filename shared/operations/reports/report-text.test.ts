import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvTable } from '../../contracts/intake/csv-table.ts';
import { IntakeWarnings } from '../../contracts/intake/intake-warnings.ts';
import { type Line, readByLine } from '../../contracts/intake/lines.ts';
import { onlyChunk } from '../../contracts/intake/whole-body.ts';
import { framed } from '../../foundation/answer-slice.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { type ReportForm, reportFrame, writeReportRow } from './report-text.ts';
import { REPORTS } from './reports.ts';

const CSV = ['text/csv', 'text/csv for a spreadsheet'] as const;

const COLUMNS = ['sku', 'quantity', 'exact', 'note'];

const written = (form: ReportForm, rows: readonly (readonly object[])[]) => writtenBy(form, COLUMNS, rows);

/** The report, each of `parts` as a slice of it. */
async function writtenBy(
  form: ReportForm,
  columns: readonly string[],
  parts: readonly (readonly object[])[],
): Promise<string[]> {
  const slices = (async function* () {
    for (const rows of parts) {
      const out = new Utf8Writer(1000);
      for (const row of rows) writeReportRow(form, columns, row as never, out);
      yield out.bytes();
    }
  })();
  const texts: string[] = [];
  for await (const text of framed(reportFrame(form, columns), slices)) texts.push(text.toString());
  return texts;
}

describe('a report', () => {
  it.each([
    ['text/csv', 'sku,quantity,exact,note\r\n'],
    ['application/json', '[]\n'],
    ['application/x-ndjson', ''],
  ] as const)('writes %s of no rows', async (type, text) => {
    expect((await written(type, [])).join('')).toBe(text);
    expect((await written(type, [[], []])).join('')).toBe(text);
  });
});

/** Text as odd as a SKU may be, that a reader of CSV keeps: it trims, and ends lines with LF. */
const odd = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom("'", '=', '"', '-', '+', '@', '0', '1', ';', ',', 'E', '.', ' ', '\n', 'a'),
      maxLength: 8,
    }),
  )
  .map((text) => text.replaceAll(/[\0\r\uFEFF]/g, '').trim());

describe.each(REPORTS)('the report $name', ({ row }) => {
  it.each(CSV)('as %s is read back as it was, whatever its texts are', async (form) => {
    const columns = Object.keys(row.shape);
    const kinds = Object.fromEntries(columns.map((column) => [column, 'text' as const]));
    const rowsOfText = fc.array(fc.record(Object.fromEntries(columns.map((column) => [column, odd]))), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(rowsOfText, async (rows) => {
        const table = new CsvTable({ columns: kinds, required: [] }, new IntakeWarnings());
        const reader = {
          feed: (lines: readonly Line[]) => table.feed(lines).map((read) => table.values(read, columns)),
          end: () => table.end().map((read) => table.values(read, columns)),
        };
        const read = [];
        const text = (await writtenBy(form, columns, [rows])).join('');
        for await (const some of readByLine(onlyChunk(Buffer.from(text)), 65_536, reader)) read.push(...some);
        const filled = rows.map((cells) =>
          Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')),
        );
        expect(read).toEqual(filled.filter((cells) => Object.keys(cells).length > 0));
      }),
    );
  });
});
