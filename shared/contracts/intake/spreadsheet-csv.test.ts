import { describe, expect, it } from 'vitest';
import type { ZipLeadingZeros } from '../intake-warning.ts';
import type { RoutingOrder } from '../order.ts';
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

  it('has the names of its header in any case', async () => {
    expect(await read([HEADER.toUpperCase(), ...ROWS].join('\n'))).toEqual(await read(COMMAS));
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
      { line: 2, message: 'a leading zero may be missing: 07030?' },
      { line: 5, message: 'a leading zero may be missing: 07030?' },
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

  it('lists a hundred warnings', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `${index},7030,A,1,`);
    expect((await read([HEADER, ...rows].join('\n'))).warnings).toHaveLength(100);
  });

  it('may be stock, too', async () => {
    const warnings = new IntakeWarnings();
    const csv = 'SKU;Warehouse_ID;Quantity_Available;Note\nA;EWR1;5;x\n';
    const body = onlyChunk(Buffer.from(csv));
    const rows = [];
    for await (const records of readInventory(body, 'csv', 'A', undefined, warnings)) rows.push(...records);
    expect(rows.map(({ value }) => value)).toMatchObject([{ sku: 'A', warehouse_id: 'EWR1', quantity: 5 }]);
    expect(warnings.shown).toMatchObject([{ line: 1, message: expect.stringContaining('"Note"') }]);
  });
});
