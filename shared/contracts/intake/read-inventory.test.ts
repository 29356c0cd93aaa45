import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InventoryRow } from '../../ledger/stock/snapshot-rows.ts';
import { chunksOf, cutAnywhere } from '../../testing/chunks.ts';
import { MAX_ROW_BYTES } from '../inventory.ts';
import { type IntakeRecord, toFault } from './intake-record.ts';
import { readInventory } from './read-inventory.ts';
import type { IntakeFormat } from './read-orders.ts';

const COLUMNS = [
  'sku_description',
  'sku',
  'warehouse_id',
  'warehouse_code',
  'available_qty',
  'unit_value',
  'unit_weight',
] as const;

type Sent = Record<(typeof COLUMNS)[number], string | number | null>;

const text = fc.stringMatching(/^[!-~ä€😀][ -~ä€😀]{0,20}[!-~ä€😀]$/u);

const amount = fc.double({ min: 0, max: 1e9, noNaN: true }).map(Math.abs);

/** Rows of Variant B in JSON. */
const arbitraryRows: fc.Arbitrary<Sent[]> = fc.array(
  fc
    .record({
      sku: text,
      warehouse: text,
      byCode: fc.boolean(),
      available_qty: fc.integer({ min: 0, max: 2_147_483_647 }),
      unit_value: fc.option(amount),
      unit_weight: fc.option(amount),
      sku_description: fc.option(fc.oneof(text, fc.constant('two\nlines, "quoted"'))),
    })
    .map(({ warehouse, byCode, ...row }) => ({
      ...row,
      warehouse_id: byCode ? null : warehouse,
      warehouse_code: byCode ? warehouse : null,
    })),
  { minLength: 1, maxLength: 20 },
);

const WRITERS: Readonly<Record<IntakeFormat, (rows: readonly Sent[]) => string>> = {
  ndjson: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  json: (rows) => JSON.stringify({ inventory: rows, source_name: 'ERP' }),
  csv: (rows) => [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))].join('\r\n'),
};

function cell(value: string | number | null): string {
  return value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;
}

async function read(chunks: Buffer[], format: IntakeFormat, names: (string | null)[] = []) {
  const records: IntakeRecord<InventoryRow>[] = [];
  const onSourceName = (name: string | null) => names.push(name);
  for await (const some of readInventory(chunksOf(chunks), format, 'B', onSourceName)) records.push(...some);
  return records;
}

const faultsOf = async (body: string, format: IntakeFormat) =>
  (await read([Buffer.from(body)], format)).flatMap((record) => record.faults.map(toFault));

describe('readInventory', () => {
  it.each(['ndjson', 'csv', 'json'] as const)('reads %s as it was written, cut anywhere', async (format) => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, cutAnywhere, async (rows, cut) => {
        const names: (string | null)[] = [];
        const records = await read(cut(WRITERS[format](rows)), format, names);
        expect(records.flatMap((record) => record.faults)).toEqual([]);
        expect(records.map((record) => record.value)).toEqual(
          rows.map(({ available_qty, ...row }) => ({ ...row, quantity: available_qty })),
        );
        expect(names).toEqual(format === 'json' ? ['ERP'] : []);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [
      'csv',
      'sku,warehouse_id,available_qty\nA,W,1\n\nA,W,1.5\n"A,W,1\n',
      ['line 4: available_qty', 'line 5'],
    ],
    ['csv', 'sku,warehouse_id,available_qty\nA,W\n,,\n,W,\n', ['line 2', 'line 4: sku']],
    ['ndjson', '{"sku":"A","warehouse_id":"W","available_qty":1}\n[]\n{', ['line 2', 'line 3']],
    ['json', '{"inventory":[{"sku":"A","warehouse_id":"W","available_qty":1},7]}', ['inventory[1]']],
  ] as const)('says where the faults of %s are', async (format, body, paths) => {
    expect((await faultsOf(body, format)).map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['csv', 'sku,warehouse_id\n', /line 1: column quantity_available \(or available_qty\) is missing/],
    [
      'csv',
      'available_qty,sku\n',
      /line 1: column warehouse_id \(or external_warehouse_id, warehouse_code\) is/,
    ],
    ['json', '{"inventory":[]}', /inventory/],
    ['json', '{"inventory":[7],"source_name":"\\u0000"}', /source_name/],
  ] as const)('refuses %s as a whole: %s', async (format, body, message) => {
    await expect(read([Buffer.from(body)], format)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(message),
    });
  });

  it('keeps nothing of a row that is too long', async () => {
    const long = `{"sku":"A","colour":"${'x'.repeat(MAX_ROW_BYTES)}"}`;
    const message = `is longer than ${MAX_ROW_BYTES} bytes`;
    expect(await faultsOf(long, 'ndjson')).toEqual([{ path: 'line 1', message }]);
    expect(await faultsOf(`{"inventory":[${long}]}`, 'json')).toEqual([{ path: 'inventory[0]', message }]);
  });
});
