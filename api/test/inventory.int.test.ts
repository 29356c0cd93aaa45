import { describe, expect, it } from 'vitest';
import { aClient, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const aRow = (fields: Record<string, unknown> = {}) => ({
  sku: 'CHAIR',
  warehouse_id: 'EWR1',
  quantity_available: 4,
  ...fields,
});

const sync = (key: string, inventory: unknown, fields: Record<string, unknown> = {}) =>
  send(api.app, key, 'POST', '/api/v1/inventory', { payload: { inventory, ...fields } });
const list = (key: string, query: Record<string, string> = {}) =>
  send(api.app, key, 'GET', '/api/v1/inventory', { query });
const rows = (count: number) => Array.from({ length: count }, (_, n) => aRow({ sku: `SKU-${n}` }));

describe('POST /api/v1/inventory', () => {
  it('keeps test and live stock apart', async () => {
    const client = await aClient(api.db);
    await sync(client.test, [aRow()]);
    expect((await list(client.live)).json().inventory).toEqual([]);
  });

  it('names every unknown warehouse of a request once, and at most twenty', async () => {
    const { live } = await aClient(api.db);
    const unknownOf = async (ids: readonly string[]) =>
      (
        await sync(
          live,
          ids.map((id, n) => aRow({ sku: `S${n}`, warehouse_id: id })),
        )
      ).json().detail;
    expect(await unknownOf(['LAX9', 'EWR1', 'ONT1', 'LAX9', 'ewr1'])).toMatch(
      /^Unknown Warehouse IDs "LAX9" \(inventory\[0\]\), "ONT1" \(inventory\[2\]\), "ewr1" \(inventory\[4\]\)\. Each must be set up/,
    );
    const many = await unknownOf(Array.from({ length: 21 }, (_, n) => `X${n}`));
    expect(many).toContain('"X19" (inventory[19]) and more. Each');
    expect(many).not.toContain('X20');
  });

  it.each([
    ['beside the rows', [aRow()], { client_id: 1 }],
    ['in a row', [aRow(), aRow({ sku: 'DESK', client_id: 1 })], {}],
  ])('answers 400 to a client_id %s', async (_case, inventory, fields) => {
    const { live } = await aClient(api.db);
    const response = await sync(live, inventory, fields);
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toContain('client_id');
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
    ['inventory[1].quantity_available', [aRow(), aRow({ quantity_available: -1 })]],
    ['inventory[0].quantity_available', [aRow({ quantity_available: undefined })]],
    ['inventory[0].quantity_available', [aRow({ quantity_available: '4' })]],
    ['inventory[0].available_qty', [aRow({ available_qty: 5 })]],
    ['inventory[0].unit_value', [aRow({ unit_value: -1 })]],
    ['inventory[0].sku', [aRow({ sku: 'A\0B' })]],
    ['inventory[0].sku_description', [aRow({ sku_description: 'x\ud800' })]],
  ])('answers 422 and names %s', async (path, inventory) => {
    const { live } = await aClient(api.db);
    const response = await sync(live, inventory);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map((fault: { path: string }) => fault.path)).toEqual([path]);
  });
});

describe('GET /api/v1/inventory', () => {
  it('shows what was synced, with where it came from', async () => {
    const { live } = await aClient(api.db);
    const row = aRow({ unit_value: 129.5, sku_description: 'Oak chair' });
    const synced = await sync(live, [row], { source_name: 'ERP nightly' });
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
          ingest_run_id: synced.json().ingest_run_id,
          source_name: 'ERP nightly',
          synced_at: expect.stringMatching(/Z$/),
          changed_at: expect.stringMatching(/Z$/),
        },
      ],
      next_cursor: null,
    });
  });

  it('filters by SKU and by warehouse', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 1], ['CHAIR', 'ATL1', 2], ['DESK', 'EWR1', 3]);
    const quantities = async (query: Record<string, string>) =>
      (await list(live, query))
        .json()
        .inventory.map((row: { quantity_available: number }) => row.quantity_available);
    expect((await quantities({ sku: 'CHAIR' })).sort()).toEqual([1, 2]);
    expect((await quantities({ warehouse_id: 'EWR1' })).sort()).toEqual([1, 3]);
    expect(await quantities({ sku: 'DESK', warehouse_id: 'ATL1' })).toEqual([]);
  });

  it('goes through all rows once, page by page', async () => {
    const { live } = await aClient(api.db);
    await sync(live, [...rows(7), ...rows(7).map((row) => ({ ...row, warehouse_id: 'ATL1' }))]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { inventory: { sku: string; warehouse_id: string }[]; next_cursor: string | null } = (
        await list(live, { limit: '4', ...(cursor ? { cursor } : {}) })
      ).json();
      seen.push(...page.inventory.map((row) => `${row.sku} ${row.warehouse_id}`));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(14);
    expect(new Set(seen).size).toBe(14);
  });

  it.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '1001' }],
    ['limit', { limit: 'all' }],
    ['cursor', { cursor: 'nonsense' }],
    ['sku', { sku: 'A\0B' }],
  ])('answers 422 to a wrong %s', async (path, query) => {
    const { live } = await aClient(api.db);
    const response = await list(live, query);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ path }]);
  });
});
