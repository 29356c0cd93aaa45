import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../foundation/csv-text.ts';
import { type ReportType, reportText } from './report-text.ts';

const COLUMNS = ['sku', 'quantity', 'exact', 'note'];

const cell = fc.record({
  sku: fc.string({ unit: 'binary' }),
  quantity: fc.integer(),
  exact: fc.boolean(),
  note: fc.option(fc.string()),
});
const parts = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 });

async function written(type: ReportType, rows: readonly (readonly object[])[]): Promise<string[]> {
  const texts: string[] = [];
  const read = (async function* () {
    yield* rows as never[];
  })();
  for await (const text of reportText(type, COLUMNS, read)) texts.push(text);
  return texts;
}

/** What a cell is after the guard against spreadsheets, which has tests of its own; null and empty text are alike. */
const plain = (value: string | null): string =>
  parse(csvRow('a', value), { record_delimiter: '\r\n' })[0]![1]!;

describe('reportText', () => {
  it('writes CSV that reads back as the same cells, however the rows come', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (rows) => {
        const text = (await written('text/csv', rows)).join('');
        expect(parse(text, { record_delimiter: '\r\n' })).toEqual([
          COLUMNS,
          ...rows
            .flat()
            .map(({ sku, quantity, exact, note }) => [plain(sku), `${quantity}`, `${exact}`, plain(note)]),
        ]);
      }),
    );
  });

  it('writes one JSON array, however the rows come', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (rows) => {
        expect(JSON.parse((await written('application/json', rows)).join(''))).toEqual(rows.flat());
      }),
    );
  });

  it('writes a JSON line a row', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (rows) => {
        const lines = (await written('application/x-ndjson', rows)).join('').split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line))).toEqual(rows.flat());
      }),
    );
  });

  it.each([
    ['text/csv', 'sku,quantity,exact,note\r\n'],
    ['application/json', '[]\n'],
    ['application/x-ndjson', ''],
  ] as const)('writes %s of no rows', async (type, text) => {
    expect((await written(type, [])).join('')).toBe(text);
    expect((await written(type, [[], []])).join('')).toBe(text);
  });

  it('leaves numbers as numbers and defuses text that a spreadsheet would run', async () => {
    const row = { sku: '=HYPERLINK("http://x")', quantity: -5, exact: true, note: '-5' };
    const text = (await written('text/csv', [[row]])).join('');
    expect(text.split('\r\n')[1]).toBe(`"'=HYPERLINK(""http://x"")",-5,true,'-5`);
  });

  it('writes nothing where the first rows cannot be read', async () => {
    const failing = (async function* () {
      yield* [] as never[];
      throw new Error('no database');
    })();
    await expect(reportText('text/csv', COLUMNS, failing).next()).rejects.toThrow('no database');
  });
});
