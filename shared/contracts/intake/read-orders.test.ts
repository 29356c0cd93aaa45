import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, cutAnywhere } from '../../testing/chunks.ts';
import type { RoutingOrder } from '../order.ts';
import { type OrderRecord, toFault } from './intake-record.ts';
import type { IntakeFormat } from './read-elements.ts';
import { readOrders } from './read-orders.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

/** Trimmed, as IDs are. */
const id = word.map((text) => text.replaceAll('\0', '').trim()).filter((text) => text !== '');
const note = word.map((text) => text.replaceAll('\0', '')).filter((text) => text.trim() !== '');

/** Valid orders, some of them with quotes, commas and line ends in their texts; each order ID occurs once. */
const arbitraryOrders: fc.Arbitrary<RoutingOrder[]> = fc.uniqueArray(
  fc.record({
    order_id: fc.oneof(id, fc.constantFrom('"', '""', 'a,b', 'a\nb', 'x"y', "'")),
    destination_zip: fc.constantFrom('60614', '60614-1234', '', 'nowhere'),
    lines: fc.array(
      fc.record(
        {
          sku: id,
          quantity: fc.integer({ min: 1, max: 9 }),
          unit_value: fc.option(fc.constantFrom(0, 0.005, 129.5, 1_000_000_000)),
          unit_weight: fc.constantFrom(0, 0.0005, 22.5, 1_000_000_000),
        },
        { requiredKeys: ['sku', 'quantity', 'unit_value'] },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    is_vip: fc.boolean(),
    priority_level: fc.option(fc.integer({ min: -5, max: 5 })),
    order_created_at: fc.option(fc.constantFrom('2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000001Z')),
    partner_id: fc.option(id),
    carrier: fc.option(note),
    ship_method: fc.option(note),
    raw_order_data: fc.constant(null),
  }),
  { selector: (order) => order.order_id, maxLength: 12 },
);

const COLUMNS = [
  'external_order_id',
  'destination_zip',
  'sku',
  'quantity',
  'unit_value',
  'unit_weight',
  'is_vip',
  'priority_level',
  'order_created_at',
  'partner_id',
  'carrier',
  'ship_method',
] as const;

const WRITERS: Readonly<Record<IntakeFormat, (orders: readonly RoutingOrder[], end: string) => string>> = {
  ndjson: (orders, end) => orders.map((order) => JSON.stringify(order) + end).join(''),
  json: (orders) => JSON.stringify({ source: '{"orders": [1]}', orders, more: [{ orders: [] }] }, null, 1),
  csv: (orders, end) =>
    [
      COLUMNS.join(','),
      ...orders.flatMap((order) =>
        order.lines.map((line) => {
          const cells: Record<string, unknown> = { ...order, ...line, external_order_id: order.order_id };
          return COLUMNS.map((column) => csvCell(cells[column])).join(',');
        }),
      ),
    ]
      .map((row) => row + end)
      .join(''),
};

function csvCell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function read(text: string | Buffer[], format: IntakeFormat): Promise<OrderRecord[]> {
  const chunks = typeof text === 'string' ? [Buffer.from(text)] : text;
  const records: OrderRecord[] = [];
  for await (const batch of readOrders(chunksOf(chunks), format)) records.push(...batch);
  return records;
}

const faultsOf = async (text: string, format: IntakeFormat) =>
  (await read(text, format)).flatMap((record) => record.faults.map(toFault));

const line = (id: string) => JSON.stringify(anOrder(id));
const anOrder = (id: string) => ({
  external_order_id: id,
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity: 1 }],
});

describe('readOrders', () => {
  it.each(['ndjson', 'csv', 'json'] as const)('reads %s as it was written, cut anywhere', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryOrders.filter((orders) => orders.length > 0),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\uFEFF'),
        cutAnywhere,
        async (orders, end, mark, cut) => {
          const records = await read(cut(mark + WRITERS[format](orders, end)), format);
          expect(records.flatMap((record) => record.faults)).toEqual([]);
          expect(records.map((record) => record.value)).toEqual(orders);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('an NDJSON body', () => {
  it('has its faults reported by line, each order by itself', async () => {
    const body = [
      line('SO-1'),
      '',
      '{"external_order_id": ',
      JSON.stringify({ ...anOrder('SO-2'), lines: [{ sku: 'CHAIR', quantity: 0 }] }),
      JSON.stringify({ ...anOrder(''), client_id: 7 }),
      JSON.stringify(anOrder(' ')),
      JSON.stringify({ ...anOrder('SO-3'), lines: [] }),
      '[]',
      JSON.stringify({ ...anOrder('SO-4'), carrier: '\0' }),
      line('SO-5'),
    ].join('\n');
    expect(await faultsOf(body, 'ndjson')).toEqual([
      { path: 'line 3', message: expect.stringMatching(/^is not valid JSON \(column \d+\)$/) },
      { path: 'line 4: lines[0].quantity', message: expect.stringContaining('at least 1') },
      { path: 'line 5: client_id', message: expect.stringContaining('client_id') },
      { path: 'line 6: external_order_id', message: expect.stringContaining('external_order_id') },
      { path: 'line 7: lines', message: expect.stringContaining('lines') },
      { path: 'line 8', message: expect.stringContaining('object') },
      { path: 'line 9: carrier', message: expect.stringContaining('NUL') },
    ]);
  });

  it('is judged by the JSON rules of the synchronous endpoints', async () => {
    const withData = (data: string) => line('SO-1').replace(/}$/, `,"raw_order_data":${data}}`);
    const body = [
      withData('{"a":{"__proto__":1}}'),
      withData('[{"constructor":{"prototype":1}}]'),
      withData('{"\\u0000":1}'),
      withData('{"\\u0000":{"a":"\\u0000"}}'),
      withData('{"constructor":1}'),
    ];
    const faults = [
      ['', expect.stringContaining('__proto__')],
      ['', expect.stringContaining('__proto__')],
      ['raw_order_data', expect.stringContaining('names must not contain NUL')],
      ['raw_order_data', expect.stringContaining('names must not contain NUL')],
      ['raw_order_data.\\u0000.a', expect.stringContaining('NUL')],
    ];
    const places = [0, 1, 2, 3, 3];
    expect(await faultsOf(body.join('\n'), 'ndjson')).toEqual(
      faults.map(([path, message], n) => ({
        path: `line ${places[n]! + 1}${path && `: ${path}`}`,
        message,
      })),
    );
    expect(await faultsOf(`{"orders":[${body}]}`, 'json')).toEqual(
      faults.map(([path, message], n) => ({ path: `orders[${places[n]}]${path && `.${path}`}`, message })),
    );
  });

  it('keeps nothing of a line of more than a mebibyte', async () => {
    const body = [line('SO-1'), 'x'.repeat(1024 * 1024 + 1), line('SO-2')].join('\n');
    expect(await faultsOf(body, 'ndjson')).toEqual([
      { path: 'line 2', message: 'is longer than 1048576 bytes' },
    ]);
  });
});

describe('a JSON body', () => {
  const document = (rest: string) => `{"orders": [${line('SO-1')}], ${rest}}`;

  it('has its faults reported by the place in orders', async () => {
    const orders = [anOrder('SO-1'), { ...anOrder('SO-2'), lines: [{ sku: 7 }] }, 3];
    expect(await faultsOf(JSON.stringify({ orders }), 'json')).toEqual([
      { path: 'orders[1].lines[0].sku', message: expect.any(String) },
      { path: 'orders[1].lines[0].quantity', message: expect.any(String) },
      { path: 'orders[2]', message: expect.any(String) },
    ]);
  });

  it.each([
    ['an empty body', ''],
    ['a document that breaks off', `{"orders": [${line('SO-1')}`],
    ['a document that breaks off after the orders', `{"orders": [${line('SO-1')}]`],
    ['an order that is not JSON', '{"orders": [{"a" 1}]}'],
    ['a comma too many', `{"orders": [${line('SO-1')},]}`],
    ['a comma alone', '{"orders": [,]}'],
    ['a brace for a bracket', `{"orders": [${line('SO-1')}}]}`],
    ['text after the end', `${document('"a": 1')} x`],
    ['orders in an array', `["orders": [${line('SO-1')}]]`],
    ['a faulty value beside the orders', document('"a": [1 2]')],
  ])('is refused as a whole: %s', async (_, text) => {
    await expect(read(text, 'json')).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it.each([
    ['no orders', '{}'],
    ['empty orders', '{"orders": [ ]}'],
    ['orders that are no array', '{"orders": {"orders": [1]}}'],
    ['an array', '[1]'],
    ['orders further in', `{"batch": {"orders": [${line('SO-1')}]}}`],
  ])('is a 422 with %s', async (_, text) => {
    await expect(read(text, 'json')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('may have a mebibyte around its orders and in each, not more', async () => {
    const text = `{"orders": [${line('SO-1')}, {"a": "${'x'.repeat(1024 * 1024)}"}, ${line('SO-2')}]}`;
    expect(await faultsOf(text, 'json')).toEqual([
      { path: 'orders[1]', message: 'is longer than 1048576 bytes' },
    ]);
    const padded = document(`"a": "${'x'.repeat(1024 * 1024)}"`);
    await expect(read(padded, 'json')).rejects.toMatchObject({ code: 'body_too_large' });
  });
});

describe('a CSV body', () => {
  const HEADER = 'external_order_id,destination_zip,sku,quantity,carrier,is_vip';

  it('takes its columns in any order and neighbouring rows of one ID as one order', async () => {
    const body = 'quantity,sku,external_order_id,destination_zip\n2,A,1,60614\n1,B, 1 ,\n3,A,2,10001\n';
    const orders = (await read(body, 'csv')).map((record) => record.value);
    expect(orders).toMatchObject([
      {
        order_id: '1',
        destination_zip: '60614',
        lines: [
          { sku: 'A', quantity: 2 },
          { sku: 'B', quantity: 1 },
        ],
      },
      { order_id: '2', destination_zip: '10001', lines: [{ sku: 'A', quantity: 3 }] },
    ]);
  });

  it.each([
    ['true', true],
    ['YES', true],
    ['1', true],
    ['false', false],
    ['no', false],
    ['0', false],
    ['', false],
  ])('reads is_vip %j as %j', async (cell, is_vip) => {
    const [record] = await read(`${HEADER}\n1,60614,A,1,,${cell}\n`, 'csv');
    expect(record?.value?.is_vip).toBe(is_vip);
  });

  it('has its faults reported by the physical line and the column', async () => {
    const body = [
      HEADER, // 1
      '1,60614,A,1,"two', // 2
      'lines",', // 3
      '2,60614,A,none,,', // 4
      '2,60614,B,1.5,,', // 5
      '', // 6
      '3,60614,A,1,,maybe', // 7
      ',60614,A,1,,', // 8
      '4,60614,A', // 9
      '5,60614,A,1,,', // 10
      '5,60615,B,1,UPS,true', // 11
      '6,60614,A,1,"x"y,', // 12
      '7,60614,A,1,\0,', // 13
      ',,,,,', // 14
    ].join('\n');
    expect(await faultsOf(body, 'csv')).toEqual([
      { path: 'line 4: quantity', message: expect.stringMatching(/whole number of digits.*not "none"/) },
      { path: 'line 5: quantity', message: expect.stringMatching(/whole number of digits.*not "1.5"/) },
      { path: 'line 7: is_vip', message: expect.stringContaining('true or false') },
      { path: 'line 8: external_order_id', message: expect.any(String) },
      { path: 'line 9', message: 'has 3 columns, not 6' },
      { path: 'line 11: destination_zip', message: 'contradicts line 10, where the order begins' },
      { path: 'line 11: is_vip', message: 'contradicts line 10, where the order begins' },
      { path: 'line 11: carrier', message: 'contradicts line 10, where the order begins' },
      { path: 'line 12', message: 'has text after a closing quote' },
      { path: 'line 13', message: 'must not contain NUL characters' },
    ]);
  });

  it('leaves an order out when a row that may be its own cannot be read', async () => {
    const body = `${HEADER}\n1,60614,A,1,,\n1,60614,B\n2,60614,A,1,,\n"2"x,60614,B,1,,\n2,60614,C,1,,\n3,60614,A,1,,\n`;
    const records = await read(body, 'csv');
    expect(records.flatMap((record) => record.value?.order_id ?? [])).toEqual(['3']);
    expect(records.flatMap((record) => record.faults.map(toFault))).toEqual([
      { path: 'line 3', message: 'has 3 columns, not 6' },
      { path: 'line 6', message: expect.stringContaining('may miss a row') },
      { path: 'line 5', message: 'has text after a closing quote' },
    ]);
  });

  it('loses one row to a quote that is not closed, and none after it', async () => {
    const good = Array.from({ length: 6000 }, (_, index) => `${index},60614,A,1,,`);
    const body = [HEADER, 'a,60614,"A,1,,', ...good, 'b,60614,"A,1,,'].join('\n');
    const records = await read(body, 'csv');
    expect(records.flatMap((record) => record.value?.order_id ?? [])).toEqual(
      good.map((_, index) => `${index}`),
    );
    expect(records.flatMap((record) => record.faults.map(toFault))).toEqual([
      { path: 'line 2', message: expect.stringContaining('not closed within') },
      { path: 'line 6003', message: 'has a quote that is not closed' },
    ]);
  });

  it.each([
    ['a column that occurs twice', `${HEADER},sku`, /line 1: column sku appears twice/],
    ['a column missing', 'external_order_id,destination_zip,sku', /line 1: column quantity is missing/],
    ['a header that cannot be read', 'a,"b"c', /line 1: has text after a closing quote/],
  ])('is refused as a whole for %s', async (_, header, message) => {
    await expect(read(`${header}\n1,60614,A,1,,\n`, 'csv')).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(message),
    });
  });
});
