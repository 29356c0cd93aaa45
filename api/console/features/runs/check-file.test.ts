import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFault } from '../../../../shared/contracts/intake/intake-record.ts';
import { readOrders } from '../../../../shared/contracts/intake/read-orders.ts';
import { checkFile, formatByName, textOf } from './check-file.ts';

const HEADER = 'external_order_id,destination_zip,sku,quantity';

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** What the service finds in the same file. */
async function serviceFaults(text: string, format: 'csv' | 'ndjson') {
  const faults = [];
  async function* bytes() {
    yield Buffer.from(text);
  }
  for await (const records of readOrders(bytes(), format)) {
    for (const record of records) faults.push(...record.faults.map(toFault));
  }
  return faults;
}

describe('checkFile', () => {
  it('counts good orders, whose rows are neighbours, and shows the first lines', async () => {
    const text = `${HEADER}\nA,60614,X,1\nA,60614,Y,2\nB,10001,X,3\n`;
    expect(await checkFile(inPieces(text, 7), 'csv')).toEqual({
      orders: 2,
      faulty: 0,
      faults: [],
      orderIds: ['A', 'B'],
      firstLines: text.trimEnd().split('\n'),
    });
  });

  it('names the line of each fault', async () => {
    const text = `${HEADER}\nA,60614,X,none\nB,60614,X,1\nB2,60614,X\nB,60614,X,1`;
    const { orders, faulty, faults } = await checkFile(inPieces(text, 11), 'csv');
    expect([orders, faulty]).toEqual([0, 3]);
    expect(faults.map(({ path }) => path.slice(0, 6))).toEqual(['line 2', 'line 4', 'line 5']);
    expect(faults[2]!.message).toBe('duplicate order ID B, first seen on line 3');
  });

  it('counts no order whose rows are apart, and every other once', async () => {
    const text = `${HEADER}\nA,60614,X,1\nB,60614,X,1\nA,60614,Y,1\nC,60614,X,1\nA,60614,Z,1\n`;
    const { orders, faulty } = await checkFile(inPieces(text, 11), 'csv');
    expect([orders, faulty]).toEqual([2, 2]);
  });

  it('refuses a file without the columns that are needed', async () => {
    const { orders, faults } = await checkFile(inPieces('a,b\n1,2\n', 3), 'csv');
    expect(orders).toBe(0);
    expect(faults.map(({ message }) => message)).toContain('column sku is missing');
  });

  it('reads a file that a spreadsheet saved as UTF-16', async () => {
    const bytes = Buffer.from(`\uFEFF${HEADER}\r\nA,60614,É,1\r\n`, 'utf16le');
    const file = new File([new Uint8Array(bytes)], 'orders.csv');
    expect(await checkFile(textOf(file), 'csv')).toMatchObject({
      orders: 1,
      firstLines: [HEADER, 'A,60614,É,1'],
    });
  });

  it('finds what the service finds, in whatever pieces the file comes', async () => {
    const cell = fc.constantFrom('60614', '1', 'X', '', '-2', '"q"', 'yes');
    const row = fc.array(cell, { minLength: 3, maxLength: 5 }).map((cells) => cells.join(','));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (rows, size) => {
          const text = [HEADER, ...rows.map((line, index) => `O${index},${line}`)].join('\n');
          expect((await checkFile(inPieces(text, size), 'csv')).faults).toEqual(
            await serviceFaults(text, 'csv'),
          );
        },
      ),
    );
  });

  it('reads NDJSON by the same rules', async () => {
    const good = { order_id: 'A', destination_zip: '60614', items: [{ sku: 'X', quantity: 1 }] };
    const text = `${JSON.stringify(good)}\n\n{"order_id": 1\n{"order_id": "C"}\n`;
    const checked = await checkFile(inPieces(text, 9), 'ndjson');
    expect([checked.orders, checked.faulty]).toEqual([1, 2]);
    expect(checked.faults).toEqual(await serviceFaults(text, 'ndjson'));
  });
});

describe('formatOf', () => {
  it.each([
    ['orders.csv', 'csv'],
    ['ORDERS.CSV', 'csv'],
    ['orders.ndjson', 'ndjson'],
    ['orders.jsonl', 'ndjson'],
    ['orders.xlsx', null],
  ])('takes %s for %s', (name, format) => expect(formatByName(name)).toBe(format));
});
