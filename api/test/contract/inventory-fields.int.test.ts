import { beforeAll, expect, it } from 'vitest';
import { aClient, type SharedApi, sharedApi, type TestClient } from '../api.ts';
import { type Calls, callsOf, faultsOf, VARIANT_B } from './calls.ts';

/** What an inventory sync takes and answers. */
let api: SharedApi;
let call: Calls;
beforeAll(async () => {
  api = await sharedApi();
  call = callsOf(api.app);
});

const aRow = (fields: Record<string, unknown> = {}) => ({
  sku: 'CHAIR',
  warehouse_id: 'EWR1',
  quantity_available: 4,
  ...fields,
});
const stockOf = async (key: string) => (await call.get(key, 'inventory')).json().inventory;

/** Syncs one row for a new client and reads the stock back. */
async function synced(row: object, fields: object = {}, client: object = {}) {
  const { live } = await aClient(api.db, { client });
  expect((await call.sync(live, [row], fields)).statusCode).toBe(200);
  return stockOf(live);
}

/** The paths of the 422 that one row gets. */
async function faults(row: unknown, client: object = {}) {
  const response = await call.sync((await aClient(api.db, { client })).live, [row]);
  expect(response.statusCode).toBe(422);
  return faultsOf(response);
}

it('[inventory] source_name: is kept as the origin of the rows, and may be left out', async () => {
  expect(await synced(aRow(), { source_name: 'ERP nightly' })).toMatchObject([
    { source_name: 'ERP nightly' },
  ]);
  expect(await synced(aRow())).toMatchObject([{ source_name: null }]);
});

it('[inventory] inventory: is required, and its rows are upserted', async () => {
  const { live } = await aClient(api.db);
  const missing = await call.sync(live, undefined);
  expect([missing.statusCode, faultsOf(missing)]).toEqual([422, ['inventory']]);
  await call.sync(live, [aRow(), aRow({ sku: 'DESK' })]);
  await call.sync(live, [aRow({ quantity_available: 9 })]);
  expect(await stockOf(live)).toMatchObject([
    { sku: 'CHAIR', quantity_available: 9 },
    { sku: 'DESK', quantity_available: 4 },
  ]);
});

it('[inventory] inventory[].sku: is required and names the SKU that orders match', async () => {
  expect(await synced(aRow({ sku: ' LAMP ' }))).toMatchObject([{ sku: 'LAMP' }]);
  expect(await faults(aRow({ sku: undefined }))).toEqual(['inventory[0].sku']);
});

it('[inventory] inventory[].warehouse_id: is the warehouse of the stock, and one of its names is required', async () => {
  expect(await synced(aRow({ warehouse_id: 'ATL1' }))).toMatchObject([{ warehouse_id: 'ATL1' }]);
  expect(await faults(aRow({ warehouse_id: undefined }))).toEqual(['inventory[0].warehouse_id']);
});

it.each([
  ['A', {}],
  ['B', VARIANT_B],
])(
  '[inventory] inventory[].external_warehouse_id: is an alias of warehouse_id in Variant %s',
  async (_, client) => {
    const row = aRow({ warehouse_id: undefined, external_warehouse_id: 'ATL1' });
    expect(await synced(row, {}, client)).toMatchObject([{ warehouse_id: 'ATL1' }]);
  },
);

it('[inventory] inventory[].external_warehouse_id: is the name that Variant B misses', async () => {
  expect(await faults(aRow({ warehouse_id: undefined }), VARIANT_B)).toEqual([
    'inventory[0].external_warehouse_id',
  ]);
});

it("[inventory] inventory[].warehouse_code: is the service's own code in Variant B, and nothing in Variant A", async () => {
  const row = aRow({ warehouse_id: undefined, warehouse_code: 'W-002' });
  expect(await synced(row, {}, VARIANT_B)).toMatchObject([{ warehouse_id: 'ATL1' }]);
  expect(await faults(row)).toEqual(['inventory[0].warehouse_id']);
});

it('[inventory] inventory[].warehouse_code: is that of the warehouse that an ID beside it names', async () => {
  const row = { sku: 'CHAIR', external_warehouse_id: 'ATL1', available_qty: 4 };
  expect(await synced({ ...row, warehouse_code: 'W-002' }, {}, VARIANT_B)).toMatchObject([
    { warehouse_id: 'ATL1' },
  ]);
  for (const warehouse_code of ['W-001', 'nowhere', 'ATL1'])
    expect(await faults({ ...row, warehouse_code }, VARIANT_B)).toEqual(['inventory[0].warehouse_code']);
  expect(await synced({ ...row, warehouse_code: 'nowhere' })).toMatchObject([{ warehouse_id: 'ATL1' }]);
});

it('[inventory] inventory[].quantity_available: is the integer that can be promised; 0 is out of stock', async () => {
  const { live } = await aClient(api.db);
  const statusAt = async (quantity_available: number) => {
    await call.sync(live, [aRow({ quantity_available })]);
    const order = { lines: [{ sku: 'CHAIR', quantity: 3 }] };
    return (await call.route(live, order)).json().results[0].status;
  };
  expect([await statusAt(3), await statusAt(2), await statusAt(0)]).toEqual(['FULL', 'PARTIAL', 'NONE']);
  for (const quantity_available of [undefined, 1.5, '4', -1]) {
    expect(await faults(aRow({ quantity_available }))).toEqual(['inventory[0].quantity_available']);
  }
});

it('[inventory] inventory[].available_qty: is an alias of quantity_available', async () => {
  const row = { sku: 'CHAIR', warehouse_id: 'EWR1', available_qty: 7 };
  expect(await synced(row)).toMatchObject([{ quantity_available: 7 }]);
  expect(await synced(row, {}, VARIANT_B)).toMatchObject([{ quantity_available: 7 }]);
});

it('[inventory] inventory[].unit_value: counts where an order line has no unit_value', async () => {
  const { live } = await aClient(api.db);
  await call.sync(live, [aRow({ unit_value: 12.25 })]);
  const worth = async (line: object) =>
    (await call.route(live, { lines: [{ sku: 'CHAIR', quantity: 2, ...line }] })).json().results[0]
      .total_shipment_value;
  expect([await worth({}), await worth({ unit_value: 3 })]).toEqual([24.5, 6]);
});

it('[inventory] inventory[].sku_description: is kept for display and reporting', async () => {
  const { live } = await aClient(api.db);
  await call.sync(live, [aRow({ sku_description: 'Oak chair' })]);
  expect(await stockOf(live)).toMatchObject([{ sku_description: 'Oak chair' }]);
  const headers = { authorization: `Bearer ${live}`, accept: 'application/json' };
  const report = await api.app.inject({ url: '/api/v1/reports/inventory.csv', headers });
  expect(report.json()).toMatchObject([{ sku: 'CHAIR', sku_description: 'Oak chair' }]);
});

let client: TestClient;
let answer: Record<string, number>;

/** A sync of one row that is the same, one that changes and two that are new, over one that is not sent. */
beforeAll(async () => {
  client = await aClient(api.db);
  await call.sync(client.live, [aRow(), aRow({ sku: 'DESK' }), aRow({ sku: 'LAMP' })]);
  const rows = [
    aRow(),
    aRow({ sku: 'DESK', quantity_available: 1 }),
    aRow({ sku: 'RUG' }),
    aRow({ sku: 'VASE' }),
  ];
  answer = (await call.sync(client.live, rows)).json();
});

it.each([
  ['rows_received', 'counts the rows of the request', 4],
  ['rows_upserted', 'counts the rows that are now as they were sent', 4],
  ['rows_inserted', 'counts the rows that were not there', 2],
  ['rows_updated', 'counts the rows that changed', 1],
  ['rows_unchanged', 'counts the rows that were the same', 1],
])('[sync] %s: %s', (field, _, expected) => {
  expect(answer[field]).toBe(expected);
});

it('[sync] rows_deleted: is 0, for a row that is not sent stays', async () => {
  expect(answer.rows_deleted).toBe(0);
  expect(await stockOf(client.live)).toMatchObject(
    ['CHAIR', 'DESK', 'LAMP', 'RUG', 'VASE'].map((sku) => ({ sku })),
  );
});

it('[sync] client_id: is the client of the key', async () => {
  expect(answer.client_id).toBe(client.client_id);
});

it('[sync] ingest_run_id: is the sync that the changed rows come from', async () => {
  const rows: { sku: string; ingest_run_id: number }[] = await stockOf(client.live);
  const changed = rows.filter(({ ingest_run_id }) => ingest_run_id === answer.ingest_run_id);
  expect(changed.map(({ sku }) => sku)).toEqual(['DESK', 'RUG', 'VASE']);
});
