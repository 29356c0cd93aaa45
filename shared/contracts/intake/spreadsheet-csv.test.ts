import { describe, expect, it } from 'vitest';
import type { ZipLeadingZeros } from '../intake-warning.ts';
import type { RoutingOrder } from '../order.ts';
import { toFault } from './intake-record.ts';
import { IntakeWarnings } from './intake-warnings.ts';
import { readInventory } from './read-inventory.ts';
import { readOrders } from './read-orders.ts';
import { onlyChunk } from './whole-body.ts';

async function read(csv: string, zip_leading_zeros: ZipLeadingZeros = 'keep') {
  const warnings = new IntakeWarnings();
  const orders: (RoutingOrder | null)[] = [];
  for await (const records of readOrders(onlyChunk(Buffer.from(csv)), 'csv', { warnings, zip_leading_zeros }))
    for (const { value } of records) orders.push(value);
  return { orders, warnings: warnings.shown };
}

async function readStock(csv: string) {
  const warnings = new IntakeWarnings();
  const rows = [];
  for await (const records of readInventory(onlyChunk(Buffer.from(csv)), 'csv', 'A', undefined, warnings))
    rows.push(...records);
  return { rows, warnings: warnings.shown };
}

async function faultsOf(csv: string) {
  const faults = [];
  for await (const records of readOrders(onlyChunk(Buffer.from(csv)), 'csv'))
    for (const record of records) faults.push(...record.faults.map(toFault));
  return faults;
}

const HEADER = 'external_order_id,destination_zip,sku,quantity,ship_method';
const ROWS = ['1,60614,"A, or ""B""",2,"by\nair; or\tsea"', '1,,C,1,', '2,10001,A,1,'];
const COMMAS = [HEADER, ...ROWS].join('\n');

/** The same file with another separator between its fields. */
const separatedBy = (separator: string) =>
  [
    HEADER.replaceAll(',', separator),
    ['1', '60614', '"A, or ""B"""', '2', '"by\nair; or\tsea"'].join(separator),
    ['1', '', 'C', '1', ''].join(separator),
    ['2', '10001', 'A', '1', ''].join(separator),
  ].join('\n');

describe('CSV of a spreadsheet', () => {
  it.each([';', '\t'])('is read the same if %j separates its fields', async (separator) => {
    const expected = await read(COMMAS);
    expect(expected.orders).toHaveLength(2);
    expect(await read(separatedBy(separator))).toEqual(expected);
  });

  it('loses unknown columns, with a warning for each', async () => {
    const { orders, warnings } = await read(
      'Colour,external_order_id,destination_zip,sku,quantity,\nred,1,60614,A,2,\n',
    );
    expect(orders).toMatchObject([{ order_id: '1', lines: [{ sku: 'A', quantity: 2 }] }]);
    expect(warnings).toEqual([
      { line: 1, message: expect.stringMatching(/^unknown column "Colour" is left out; known are/) },
      { line: 1, message: expect.stringMatching(/^unknown column "" is left out/) },
    ]);
  });

  it('is warned of ZIPs that may have lost a zero, once an order, which stay as they are', async () => {
    const { orders, warnings } = await read(
      `${HEADER}\n1,7030,A,1,\n1,7030,B,1,\n2,60614,A,1,\n3,7030.0,A,1,\n4,6.0614E+04,A,1,\n`,
    );
    expect(orders.map((order) => order?.destination_zip)).toEqual(['7030', '60614', '7030.0', '6.0614E+04']);
    expect(warnings).toEqual([
      { line: 2, message: 'a leading zero may be missing: 07030?', count: 2 },
      { line: 6, message: 'the ZIP 6.0614E+04 looks like a number of a spreadsheet: 60614?' },
    ]);
  });

  it('gets the zeros of its ZIPs back if they are to be restored', async () => {
    const { orders, warnings } = await read(
      `${HEADER}\n1,7030,A,1,\n1,7030.0,B,1,\n2,501,A,1,\n3,60614,A,1,\n`,
      'restore',
    );
    expect(orders.map((order) => order?.destination_zip)).toEqual(['07030', '00501', '60614']);
    expect(warnings).toBeNull();
  });

  it('is read without what a spreadsheet put around text, with a warning', async () => {
    const rows = [`="0017",="07030",'60606,2,'=x`, `0018,'07030,O'Neill,1,`];
    const { orders, warnings } = await read([HEADER, ...rows].join('\n'));
    expect(orders).toMatchObject([
      { order_id: '0017', destination_zip: '07030', lines: [{ sku: '60606' }], ship_method: '=x' },
      { order_id: '0018', destination_zip: '07030', lines: [{ sku: "O'Neill" }] },
    ]);
    expect(warnings).toEqual([{ line: 2, message: `"=\\"0017\\"" is read as "0017"`, count: 5 }]);
  });

  it('knows by such text too which order misses a row that cannot be read', async () => {
    const rows = ['="0017",60614,A,1,', '="0017",60614', "'0018,60614,A,1,", '\'0018,60614,A,1,"x"y'];
    expect(await faultsOf([HEADER, ...rows].join('\n'))).toEqual([
      { path: 'line 3', message: 'has 2 columns, not 5' },
      { path: 'line 5', message: 'has text after a closing quote' },
    ]);
    expect((await read([HEADER, ...rows].join('\n'))).orders).toEqual([null, null]);
  });

  it('may name its separator in a line of its own', async () => {
    const { orders, warnings } = await read(`sep=;\r\n${separatedBy(';')}`);
    expect(orders).toEqual((await read(COMMAS)).orders);
    expect(warnings).toBeNull();
  });

  it.each(['1.23457E+12', '4E+05'])('is warned of the ID %s, which a spreadsheet has rounded', async (id) => {
    const { orders, warnings } = await read(`${HEADER}\n${id},60614,${id},1,\n`);
    expect(orders).toMatchObject([{ order_id: id, lines: [{ sku: id }] }]);
    const message = `${id} looks like a number that a spreadsheet has rounded`;
    expect(warnings).toEqual([
      { line: 2, message: `external_order_id ${message}` },
      { line: 2, message: `sku ${message}` },
    ]);
    const stock = await readStock(`sku,warehouse_id,quantity_available\n${id},EWR1,5\n`);
    expect(stock.warnings).toEqual([{ line: 2, message: `sku ${message}` }]);
  });
});

describe('a number in CSV', () => {
  const stockOf = async (separator: string, cells: readonly string[]) => {
    const lines = [
      ['sku', 'warehouse_id', 'quantity_available', 'unit_value'],
      ['A', 'EWR1', ...cells],
    ];
    const { rows } = await readStock(lines.map((line) => line.join(separator)).join('\n'));
    return { row: rows[0]!.value, faults: rows[0]!.faults.map(({ path, message }) => `${path} ${message}`) };
  };

  it.each([
    [';', '12,5', 12.5],
    [';', ',5', 0.5],
    [';', '12.5', 12.5],
    [';', '0.250', 0.25],
    [',', '1.250', 1.25],
    ['\t', '1e3', 1000],
  ])('between %j may be %s: %d', async (separator, cell, unit_value) => {
    expect((await stockOf(separator, ['1000', cell])).row).toMatchObject({ quantity: 1000, unit_value });
  });

  it.each([
    [';', '1.000', '1', 'quantity_available must be a whole number of digits alone'],
    [',', '1.0', '1', 'quantity_available must be a whole number of digits alone'],
    ['\t', '1,000', '1', 'quantity_available must be a whole number of digits alone'],
    [',', '1E+05', '1', 'quantity_available must be a whole number of digits alone'],
    [';', '1', '1.250', 'unit_value must be a number without thousands separators'],
    [';', '1', '1.250,50', 'unit_value must be a number without thousands separators'],
    ['\t', '1', '12,50', 'unit_value must be a number without thousands separators'],
  ])('between %j is a fault that says what to do: %s and %s', async (separator, quantity, value, message) => {
    const { row, faults } = await stockOf(separator, [quantity, value]);
    expect(row).toBeNull();
    expect(faults).toEqual([expect.stringContaining(message)]);
  });

  it('of an order is judged alike', async () => {
    const faults = await faultsOf(
      'external_order_id;destination_zip;sku;quantity;unit_value\n1;60614;A;1.000;1.250\n',
    );
    expect(faults).toEqual([
      { path: 'line 2: quantity', message: expect.stringMatching(/such as 1000, not "1.000"$/) },
      { path: 'line 2: unit_value', message: expect.stringMatching(/such as 1250.5 or 0.25, not "1.250"$/) },
    ]);
  });
});

it.each(['11/30/2026', '30.11.2026 10:00', '11-30-26'])(
  'the date %s is a fault that says how to write it',
  async (date) => {
    const header = 'external_order_id,destination_zip,sku,quantity,order_created_at,deliver_by';
    const message = expect.stringMatching(/^must be year, month and day, such as 2026-11-30/);
    expect(await faultsOf(`${header}\n1,60614,A,1,${date},\n2,60614,A,1,,${date}\n`)).toEqual([
      { path: 'line 2: order_created_at', message },
      { path: 'line 3: deliver_by', message },
    ]);
  },
);

it('stock may be CSV of a spreadsheet, too', async () => {
  const { rows, warnings } = await readStock('SKU;Warehouse_ID;Quantity_Available;Note\nA;EWR1;5;x\n');
  expect(rows.map(({ value }) => value)).toMatchObject([{ sku: 'A', warehouse_id: 'EWR1', quantity: 5 }]);
  expect(warnings).toMatchObject([{ line: 1, message: expect.stringContaining('"Note"') }]);
});
