import { describe, expect, it } from 'vitest';
import { aClient, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const RUNS = '/api/v1/runs';
const HEADER = 'external_order_id,destination_zip,sku,quantity';
const MISSING = { line: 2, message: 'a leading zero may be missing: 07030?' };

const postCsv = (key: string, url: string, lines: readonly string[], headers = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', ...headers },
    payload: `${lines.join('\n')}\n`,
  });
const variants = [
  ['A', {}],
  ['B', { client: { contract_variant: 'B' } }],
] as const;

describe.each(variants)('warnings of a CSV body, Variant %s', (_variant, file) => {
  it.each([ROUTE, BATCH])('are the last member of the answer of %s, and again under its key', async (url) => {
    const { live } = await aClient(api.db, file);
    const key = { 'idempotency-key': 'sheet' };
    const first = await postCsv(live, url, [HEADER, 'SO-1,7030,CHAIR,1'], key);
    expect(first.statusCode).toBe(200);
    expect(first.json().warnings).toEqual([MISSING]);
    expect(first.body.endsWith(`,"warnings":${JSON.stringify([MISSING])}}`)).toBe(true);
    const again = await postCsv(live, url, [HEADER, 'SO-1,7030,CHAIR,1'], key);
    expect(again.body).toBe(first.body);
  });

  it.each([ROUTE, BATCH])('are in the answer of a dry run of %s, too', async (url) => {
    const { live } = await aClient(api.db, file);
    const answer = await postCsv(live, `${url}?dry_run=true`, [HEADER, 'SO-1,7030,CHAIR,1']);
    expect(answer.json()).toMatchObject({ dry_run: true, warnings: [MISSING] });
  });

  it('leave the order without a route, and restoring the zeros routes it', async () => {
    const { live } = await aClient(api.db, file);
    await stock(api.app, live, ['CHAIR', 'EWR1', 5]);
    const rows = [HEADER, 'SO-1,7030,CHAIR,1'];
    const resultOf = (answer: { results: { status: string }[] }) => answer.results[0]?.status;
    expect(resultOf((await postCsv(live, BATCH, rows)).json())).toBe('NONE');
    const restored = (await postCsv(live, `${BATCH}?zip_leading_zeros=restore`, rows)).json();
    expect(resultOf(restored)).toBe('FULL');
    expect(restored).not.toHaveProperty('warnings');
  });
});

describe('warnings of a run', () => {
  it('are in its view, when it is accepted and later', async () => {
    const { live } = await aClient(api.db);
    const accepted = await postCsv(live, RUNS, [`${HEADER},Colour`, 'SO-1,7030,CHAIR,1,red']);
    expect(accepted.statusCode).toBe(202);
    const unknown = { line: 1, message: expect.stringContaining('"Colour"') };
    expect(accepted.json().warnings).toEqual([unknown, MISSING]);
    const later = await api.app.inject({
      url: `${RUNS}/${accepted.json().routing_run_id}`,
      headers: { authorization: `Bearer ${live}` },
    });
    expect(later.json().warnings).toEqual([unknown, MISSING]);
  });
});

describe('a snapshot from a spreadsheet', () => {
  it.each(['/api/v1/inventory', '/api/v1/inventory/uploads'])('is taken by %s', async (url) => {
    const { live } = await aClient(api.db);
    const answer = await postCsv(live, url, ['SKU;Warehouse_ID;Quantity_Available;Note', 'CHAIR;EWR1;5;x']);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ rows_inserted: 1, warnings: [{ line: 1 }] });
  });
});

describe.each(variants)('what the service writes, Variant %s', (_variant, file) => {
  const get = async (key: string, url: string) =>
    (await api.app.inject({ url, headers: { authorization: `Bearer ${key}`, accept: 'text/csv' } })).body;
  const SKUS = [
    '=1+1',
    '-5',
    '@home',
    '0017',
    "'60606",
    "'=A",
    '="0018"',
    'A;=B',
    '1E5',
    "O'Neill",
    '"quoted", and',
  ];

  it.each(['', '?for=spreadsheet'])('as a report of stock%s is taken as stock', async (query) => {
    const { live } = await aClient(api.db, file);
    await stock(api.app, live, ...SKUS.map((sku, at): [string, string, number] => [sku, 'EWR1', at + 1]));
    const report = await get(live, `/api/v1/reports/inventory.csv${query}`);
    const again = await postCsv(live, '/api/v1/inventory', [report]);
    expect(again.json()).toMatchObject({ rows_received: SKUS.length, rows_unchanged: SKUS.length });
  });

  it('has apostrophes and text of digits only for a spreadsheet', async () => {
    const { live } = await aClient(api.db, file);
    const sent = await postCsv(live, BATCH, [HEADER, 'SO-1,07030,CHAIR,1', 'SO-2,=1+1,CHAIR,1']);
    const run =
      sent.json().routing_run_id ?? (await get(live, `${RUNS}?limit=1`)).match(/"routing_run_id":(\d+)/)![1];
    for (const url of ['/api/v1/reports/decisions.csv', `${RUNS}/${run}/results`]) {
      const [plain, sheet] = await Promise.all(
        ['', '?for=spreadsheet'].map((query) => get(live, url + query)),
      );
      expect(plain).toContain(',07030,');
      expect(plain).toContain(',=1+1,');
      expect(sheet).toContain(',"=""07030""",');
      expect(sheet).toContain(",'=1+1,");
      expect(sheet!.replace('"=""07030"""', '07030').replace("'=1+1", '=1+1')).toBe(plain);
    }
  });
});

describe.each(['/api/v1/inventory', '/api/v1/inventory/uploads'])('faulty rows of stock at %s', (url) => {
  const STOCK = 'sku,warehouse_id,quantity_available';
  const ROWS = [STOCK, 'CHAIR,EWR1,5', 'LAMP,EWR1,-1', 'DESK,NOWHERE,1', 'SOFA,EWR1,7'];

  it('refuse the file, or are left out and listed with on_invalid=skip', async () => {
    const { live } = await aClient(api.db);
    expect((await postCsv(live, url, ROWS)).statusCode).toBe(422);
    const taken = await postCsv(live, `${url}?on_invalid=skip`, ROWS);
    expect(taken.json()).toMatchObject({
      rows_received: 2,
      rows_inserted: 2,
      fault_count: 2,
      faults: [
        { path: 'line 3: quantity_available', message: expect.any(String) },
        { path: 'line 4', message: expect.stringContaining('"NOWHERE"') },
      ],
    });
    const good = await postCsv(live, `${url}?on_invalid=skip`, [STOCK, 'CHAIR,EWR1,5']);
    expect(good.json()).not.toHaveProperty('fault_count');
  });

  it('are all rows of a SKU that comes more than once at a warehouse, named in either way', async () => {
    const { live } = await aClient(api.db, {
      client: { contract_variant: 'B' },
      warehouses: [{ warehouse_id: 'EWR1', warehouse_code: 'W-1', warehouse_name: 'Edison', zip: '08817' }],
    });
    const rows = [
      'sku,warehouse_id,warehouse_code,quantity_available',
      'CHAIR,EWR1,,5',
      'SOFA,EWR1,,7',
      'CHAIR,,W-1,6',
    ];
    expect((await postCsv(live, url, rows)).json().code).toBe('duplicate_inventory_row');
    const taken = await postCsv(live, `${url}?on_invalid=skip`, rows);
    const message = expect.stringContaining(
      'repeats SKU CHAIR at EWR1; all rows of this SKU and warehouse are ignored',
    );
    const faults = ['line 2', 'line 4'].map((path) => ({ path, message }));
    expect(taken.json()).toMatchObject({ rows_received: 1, rows_inserted: 1, fault_count: 2, faults });
    const [head, chair, , again] = rows;
    const none = await postCsv(live, `${url}?on_invalid=skip`, [head!, chair!, again!]);
    expect([none.statusCode, none.json().errors.length]).toEqual([422, 2]);
  });
});

it.each(['/api/v1/inventory', '/api/v1/inventory/uploads'])(
  'stock in JSON at %s is read without its faulty rows too, each named by its place',
  async (url) => {
    const { live } = await aClient(api.db);
    const row = (sku: string, quantity_available: number) => ({
      sku,
      warehouse_id: 'EWR1',
      quantity_available,
    });
    const answer = await api.app.inject({
      method: 'POST',
      url: `${url}?on_invalid=skip`,
      headers: { authorization: `Bearer ${live}` },
      payload: { inventory: [row('A', -1), row('B', 2), row('C', 1), row('C', 2)] },
    });
    expect(answer.json()).toMatchObject({
      rows_received: 1,
      fault_count: 3,
      faults: [
        { path: 'inventory[0].quantity_available' },
        { path: 'inventory[2]' },
        { path: 'inventory[3]' },
      ],
    });
  },
);
