import { describe, expect, it } from 'vitest';
import { aClient, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const INVENTORY = '/api/v1/inventory';

const postCsv = (key: string, url: string, lines: readonly string[] | Buffer, headers = {}) =>
  send(api.app, key, 'POST', url, {
    headers: { 'content-type': 'text/csv; charset=utf-8', ...headers },
    payload: Buffer.isBuffer(lines) ? lines : lines.map((line) => `${line}\r\n`).join(''),
  });
const postJson = (key: string, url: string, payload: object) => send(api.app, key, 'POST', url, { payload });

/** An answer without the numbers that differ from one request to the next. */
const comparable = (body: string) =>
  body.replace(
    /"(routing_run_id|client_run_number|client_id|routing_decision_id|ingest_run_id)":\d+/g,
    '"$1":0',
  );

const HEADER = 'external_order_id,destination_zip,sku,quantity';
const FULL_HEADER = `${HEADER},unit_value,is_vip,priority_level,order_created_at,partner_id,carrier,ship_method`;
const orderRows = (count: number) => Array.from({ length: count }, (_, index) => `SO-${index},10001,CHAIR,1`);

const CSV = [
  FULL_HEADER,
  'SO-1,10001,CHAIR,4,12.5,no,,2026-01-31T09:30:00Z,,UPS,Ground',
  'SO-1,,"LAMP ""big"", red",1,,,,,,,',
  ',,,,,,,,,,',
  'SO-2,nowhere,CHAIR,1,,,,,,,',
  'SO-3,30301,CHAIR,3,,YES,2,,acme,,',
];
const JSON_ORDERS = [
  {
    external_order_id: 'SO-1',
    destination_zip: '10001',
    lines: [
      { sku: 'CHAIR', quantity: 4, unit_value: 12.5 },
      { sku: 'LAMP "big", red', quantity: 1 },
    ],
    is_vip: false,
    order_created_at: '2026-01-31T09:30:00Z',
    carrier: 'UPS',
    ship_method: 'Ground',
  },
  { external_order_id: 'SO-2', destination_zip: 'nowhere', lines: [{ sku: 'CHAIR', quantity: 1 }] },
  {
    external_order_id: 'SO-3',
    destination_zip: '30301',
    lines: [{ sku: 'CHAIR', quantity: 3 }],
    is_vip: true,
    priority_level: 2,
    partner_id: 'acme',
  },
];

async function stockedPair(contract_variant: 'A' | 'B' = 'A') {
  const pair = [
    await aClient(api.db, { client: { contract_variant } }),
    await aClient(api.db, { client: { contract_variant } }),
  ] as const;
  for (const { live } of pair) await stock(api.app, live, ['CHAIR', 'EWR1', 5], ['CHAIR', 'ATL1', 2]);
  return pair;
}

describe('CSV on POST /api/v1/orders/batch-route', () => {
  it.each(['A', 'B'] as const)('is answered as the equal JSON is, in Variant %s', async (variant) => {
    const [byCsv, byJson] = await stockedPair(variant);
    const csv = await postCsv(byCsv.live, BATCH, CSV);
    const json = await postJson(byJson.live, BATCH, { orders: JSON_ORDERS });
    expect([csv.statusCode, json.statusCode]).toEqual([200, 200]);
    expect(comparable(csv.body)).toBe(comparable(json.body));
    const kept = async ({ live }: { live: string }) => {
      const [routing] = (await send(api.app, live, 'GET', '/api/v1/orders/SO-1')).json().routings;
      return routing.order;
    };
    expect(await kept(byCsv)).toEqual(await kept(byJson));
  });

  it('has the cap of its variant, whatever is wrong with the orders', async () => {
    const { live } = await aClient(api.db, { client: { contract_variant: 'B' } });
    const response = await postCsv(live, BATCH, [HEADER, ...orderRows(250), ',,nonsense,']);
    expect([response.statusCode, response.json().detail]).toEqual([
      413,
      expect.stringContaining('251 orders'),
    ]);
  });

  it.each([
    ['an order ID that comes again later', [...orderRows(2), 'SO-0,10001,LAMP,1'], /SO-0 .*again at line 4/],
    [
      'a row without order ID',
      ['SO-1,10001,CHAIR,1', ' ,10001,CHAIR,0'],
      /^line 3: external_order_id: Each order/,
    ],
  ])('answers 400 to %s, naming the line', async (_case, rows, detail) => {
    const { live } = await aClient(api.db);
    const response = await postCsv(live, BATCH, [HEADER, ...rows]);
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toMatch(detail);
  });
});

describe('CSV on POST /api/v1/orders/route', () => {
  it.each(['A', 'B'] as const)('is answered as the equal JSON is, in Variant %s', async (variant) => {
    const [byCsv, byJson] = await stockedPair(variant);
    const csv = await postCsv(byCsv.live, ROUTE, CSV.slice(0, 3));
    const json = await postJson(byJson.live, ROUTE, JSON_ORDERS[0]!);
    expect([csv.statusCode, json.statusCode]).toEqual([200, 200]);
    expect(comparable(csv.body)).toBe(comparable(json.body));
  });

  it('answers 422 to more orders than one, naming the line where the second begins', async () => {
    const { live } = await aClient(api.db);
    const response = await postCsv(live, ROUTE, CSV);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ path: 'line 5' }]);
  });
});

const listStock = async (key: string) => (await send(api.app, key, 'GET', INVENTORY)).json().inventory;

describe('CSV on POST /api/v1/inventory', () => {
  it('is answered and kept as the equal JSON is', async () => {
    const [byCsv, byJson] = [await aClient(api.db), await aClient(api.db)];
    const csv = await postCsv(byCsv.live, `${INVENTORY}?source_name=ERP`, [
      'warehouse_id,sku,unit_value,quantity_available,sku_description',
      'EWR1, CHAIR ,129.5,4,"Oak chair, brown"',
      ',,,,',
      'ATL1,CHAIR,,0,',
    ]);
    const json = await postJson(byJson.live, INVENTORY, {
      source_name: 'ERP',
      inventory: [
        {
          sku: ' CHAIR ',
          warehouse_id: 'EWR1',
          quantity_available: 4,
          unit_value: 129.5,
          sku_description: 'Oak chair, brown',
        },
        { sku: 'CHAIR', warehouse_id: 'ATL1', quantity_available: 0 },
      ],
    });
    expect([csv.statusCode, json.statusCode]).toEqual([200, 200]);
    expect(comparable(csv.body)).toBe(comparable(json.body));
    const kept = async (key: string) =>
      (await listStock(key)).map((row: object) => ({
        ...row,
        ingest_run_id: 0,
        synced_at: '',
        changed_at: '',
      }));
    expect(await kept(byCsv.live)).toEqual(await kept(byJson.live));
  });
});
