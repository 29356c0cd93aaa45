import { describe, expect, it } from 'vitest';
import { aClient, send, sharedApi, stock } from './api.ts';
import { callsOf, faultsOf, VARIANT_B } from './contract/calls.ts';

const api = await sharedApi();
const call = callsOf(api.app);
/** For what is refused. */
const { live: anybody } = await aClient(api.db);
const { live: anybodyB } = await aClient(api.db, { client: VARIANT_B });

const aRow = (fields: Record<string, unknown> = {}) => ({
  sku: 'CHAIR',
  warehouse_id: 'EWR1',
  quantity_available: 4,
  ...fields,
});
const list = (key: string, query: Record<string, string> = {}) =>
  send(api.app, key, 'GET', '/api/v1/inventory', { query });
const stockOf = async (key: string) => (await list(key)).json().inventory;

/** Syncs one row for a new client and reads the stock back. */
async function synced(row: object, client: object = {}) {
  const { live } = await aClient(api.db, { client });
  expect((await call.sync(live, [row])).statusCode).toBe(200);
  return stockOf(live);
}

describe('POST /api/v1/inventory', () => {
  it('counts what became of its rows, and keeps what is not sent', async () => {
    const { live, client_id } = await aClient(api.db);
    await call.sync(live, [aRow(), aRow({ sku: 'DESK' }), aRow({ sku: 'LAMP' })]);
    const rows = [aRow(), aRow({ sku: 'DESK', quantity_available: 1 }), aRow({ sku: 'RUG' })];
    const answer = (await call.sync(live, [...rows, aRow({ sku: 'VASE' })])).json();
    expect(answer).toMatchObject({
      client_id,
      rows_received: 4,
      rows_upserted: 4,
      rows_inserted: 2,
      rows_updated: 1,
      rows_unchanged: 1,
      rows_deleted: 0,
    });
    const found: { sku: string; quantity_available: number; ingest_run_id: number }[] = await stockOf(live);
    expect(found.map(({ sku, quantity_available: units }) => `${units} ${sku}`)).toEqual([
      ...['4 CHAIR', '1 DESK', '4 LAMP', '4 RUG', '4 VASE'],
    ]);
    const changed = found.filter(({ ingest_run_id }) => ingest_run_id === answer.ingest_run_id);
    expect(changed.map(({ sku }) => sku)).toEqual(['DESK', 'RUG', 'VASE']);
  });

  it('keeps test and live stock apart', async () => {
    const client = await aClient(api.db);
    await call.sync(client.test, [aRow()]);
    expect(await stockOf(client.live)).toEqual([]);
  });

  it.each<[what: string, client: object, sent: object, kept: object]>([
    ['a SKU without the blanks around it', {}, { sku: ' LAMP ' }, { sku: 'LAMP' }],
    ['external_warehouse_id', {}, { external_warehouse_id: 'ATL1' }, { warehouse_id: 'ATL1' }],
    ['external_warehouse_id', VARIANT_B, { external_warehouse_id: 'ATL1' }, { warehouse_id: 'ATL1' }],
    ['warehouse_code alone', VARIANT_B, { warehouse_code: 'W-002' }, { warehouse_id: 'ATL1' }],
    [
      'warehouse_code of the same',
      VARIANT_B,
      { external_warehouse_id: 'ATL1', warehouse_code: 'W-002' },
      { warehouse_id: 'ATL1' },
    ],
    [
      'an unknown warehouse_code in Variant A',
      {},
      { external_warehouse_id: 'ATL1', warehouse_code: 'nowhere' },
      { warehouse_id: 'ATL1' },
    ],
    ['available_qty', {}, { available_qty: 7 }, { quantity_available: 7 }],
    ['available_qty', VARIANT_B, { available_qty: 7 }, { quantity_available: 7 }],
  ])('takes %s', async (_what, client, sent, kept) => {
    const row = {
      sku: 'CHAIR',
      ...(!JSON.stringify(sent).includes('warehouse') && { warehouse_id: 'EWR1' }),
      ...(!('available_qty' in sent) && { quantity_available: 4 }),
      ...sent,
    };
    expect(await synced(row, client)).toMatchObject([kept]);
  });

  it('has a value that counts where an order line has none', async () => {
    const { live } = await aClient(api.db);
    await call.sync(live, [aRow({ unit_value: 12.25 })]);
    const worth = async (line: object) =>
      (await call.route(live, { lines: [{ sku: 'CHAIR', quantity: 2, ...line }] })).json().results[0]
        .total_shipment_value;
    expect([await worth({}), await worth({ unit_value: 3 })]).toEqual([24.5, 6]);
  });

  it('names every unknown warehouse of a request once, and at most twenty', async () => {
    const unknownOf = async (ids: readonly string[]) => {
      const rows = ids.map((id, n) => aRow({ sku: `S${n}`, warehouse_id: id }));
      return (await call.sync(anybody, rows)).json().detail;
    };
    expect(await unknownOf(['LAX9', 'EWR1', 'ONT1', 'LAX9', 'ewr1'])).toMatch(
      /^Unknown Warehouse IDs "LAX9" \(inventory\[0\]\), "ONT1" \(inventory\[2\]\), "ewr1" \(inventory\[4\]\)\. Each must be set up/,
    );
    const many = await unknownOf(Array.from({ length: 21 }, (_, n) => `X${n}`));
    expect(many).toContain('"X19" (inventory[19]) and more. Each');
    expect(many).not.toContain('X20');
  });

  it('answers 400 to a client_id beside the rows and in one', async () => {
    for (const refused of [
      await call.sync(anybody, [aRow()], { client_id: 1 }),
      await call.sync(anybody, [aRow(), aRow({ sku: 'DESK', client_id: 1 })]),
    ])
      expect([refused.statusCode, refused.json().detail]).toEqual([
        400,
        expect.stringContaining('client_id'),
      ]);
  });

  it.each([
    ['inventory', undefined],
    ['inventory', []],
    ['inventory', {}],
    ['inventory[0]', [5]],
    ['inventory[0]', [null]],
    ['inventory[0].sku', [aRow({ sku: undefined })]],
    ['inventory[0].sku', [aRow({ sku: ' ' })]],
    ['inventory[0].warehouse_id', [aRow({ warehouse_id: undefined })]],
    ['inventory[0].warehouse_id', [aRow({ warehouse_id: undefined, warehouse_code: 'W-002' })]],
    ['inventory[1].quantity_available', [aRow(), aRow({ quantity_available: -1 })]],
    ['inventory[0].quantity_available', [aRow({ quantity_available: undefined })]],
    ['inventory[0].quantity_available', [aRow({ quantity_available: '4' })]],
    ['inventory[0].quantity_available', [aRow({ quantity_available: 1.5 })]],
    ['inventory[0].available_qty', [aRow({ available_qty: 5 })]],
    ['inventory[0].unit_value', [aRow({ unit_value: -1 })]],
    ['inventory[0].sku', [aRow({ sku: 'A\0B' })]],
    ['inventory[0].sku_description', [aRow({ sku_description: 'x\ud800' })]],
  ])('answers 422 and names %s', async (path, inventory) => {
    const response = await call.sync(anybody, inventory);
    expect([response.statusCode, faultsOf(response)]).toEqual([422, [path]]);
  });

  it('answers 422 in Variant B by its names, and to a code of another warehouse than the ID', async () => {
    const faults = async (row: object) => faultsOf(await call.sync(anybodyB, [row]));
    const nowhere = aRow({ warehouse_id: undefined });
    expect(await faults(nowhere)).toEqual(['inventory[0].external_warehouse_id']);
    for (const warehouse_code of ['W-001', 'nowhere', 'ATL1'])
      expect(await faults({ ...nowhere, external_warehouse_id: 'ATL1', warehouse_code })).toEqual([
        'inventory[0].warehouse_code',
      ]);
  });
});

describe('GET /api/v1/inventory', () => {
  it('shows what was synced, with where it came from', async () => {
    const { live } = await aClient(api.db);
    const row = aRow({ unit_value: 129.5, sku_description: 'Oak chair' });
    const { ingest_run_id } = (await call.sync(live, [row], { source_name: 'ERP nightly' })).json();
    expect((await list(live)).json()).toEqual({
      inventory: [
        {
          sku: 'CHAIR',
          sku_description: 'Oak chair',
          warehouse_id: 'EWR1',
          warehouse_name: 'Edison NJ',
          quantity_available: 4,
          reserved_quantity: 0,
          effective_quantity: 4,
          unit_value: 129.5,
          ingest_run_id,
          source_name: 'ERP nightly',
          synced_at: expect.stringMatching(/Z$/),
          changed_at: expect.stringMatching(/Z$/),
        },
      ],
      next_cursor: null,
    });
  });

  it('filters by SKU and by warehouse, page by page', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 1], ['CHAIR', 'ATL1', 2], ['DESK', 'EWR1', 3]);
    const quantities = async (query: Record<string, string>) =>
      (await list(live, query))
        .json()
        .inventory.map((row: { quantity_available: number }) => row.quantity_available);
    expect((await quantities({ sku: 'CHAIR' })).sort()).toEqual([1, 2]);
    expect((await quantities({ warehouse_id: 'EWR1' })).sort()).toEqual([1, 3]);
    expect(await quantities({ sku: 'DESK', warehouse_id: 'ATL1' })).toEqual([]);
    const first = (await list(live, { limit: '2' })).json();
    const rest = (await list(live, { limit: '2', cursor: first.next_cursor })).json();
    expect([...first.inventory, ...rest.inventory]).toEqual(await stockOf(live));
    expect(rest.next_cursor).toBeNull();
  });

  it.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '1001' }],
    ['limit', { limit: 'all' }],
    ['cursor', { cursor: 'nonsense' }],
    ['sku', { sku: 'A\0B' }],
  ])('answers 422 to a wrong %s', async (path, query) => {
    const response = await list(anybody, query);
    expect([response.statusCode, faultsOf(response)]).toEqual([422, [path]]);
  });
});
