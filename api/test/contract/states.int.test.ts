import { expect, it } from 'vitest';
import { aClient, sharedApi, stock } from '../api.ts';
import { callsOf, VARIANT_B } from './calls.ts';

/** Order statuses, and the life of a reservation. */
const api = await sharedApi();
const call = callsOf(api.app);

type Units = readonly [ewr: number, atl: number];

/** Stocks EWR1 and ATL1 and routes four chairs; what ships and lacks, by units. */
async function routed([ewr, atl]: Units) {
  const { live } = await aClient(api.db);
  await stock(api.app, live, ['CHAIR', 'EWR1', ewr], ['CHAIR', 'ATL1', atl]);
  const response = await call.route(live, { lines: [{ sku: 'CHAIR', quantity: 4 }] });
  const { status, shipment_count, shipments, unfulfilled_lines } = response.json().results[0];
  const units = (shipments as { lines: { ship_qty: number }[] }[]).map(({ lines }) => lines[0]!.ship_qty);
  const lacking = (unfulfilled_lines as { unfulfilled_qty: number }[]).map((line) => line.unfulfilled_qty);
  return { statusCode: response.statusCode, status, shipment_count, units, lacking };
}

it.each<readonly [string, string, Units, number[], number[]]>([
  ['FULL', 'all units ship from one warehouse', [4, 4], [4], []],
  ['SPLIT', 'all units ship from several', [3, 1], [3, 1], []],
  ['PARTIAL', 'some units ship from one', [0, 3], [3], [1]],
  ['PARTIAL_SPLIT', 'some units ship from several', [1, 2], [1, 2], [1]],
  ['NONE', 'no unit ships, and that is no error', [0, 0], [], [4]],
])('[status] %s: %s', async (status, _, stocked, units, lacking) => {
  expect(await routed(stocked)).toEqual({
    statusCode: 200,
    status,
    shipment_count: units.length,
    units,
    lacking,
  });
});

const ALL = { lines: [{ sku: 'CHAIR', quantity: 3 }] };
const statusOf = async (key: string, external_order_id: string, fields: Record<string, unknown> = ALL) => {
  const answer = (await call.route(key, { external_order_id, ...fields })).json();
  return (answer.results?.[0] ?? answer).status;
};
const reserved = async (key: string) =>
  (await call.get(key, 'inventory'))
    .json()
    .inventory.map((row: Record<string, number>) => [
      row.quantity_available,
      row.reserved_quantity,
      row.effective_quantity,
    ]);
async function stocked(file: Parameters<typeof aClient>[1] = {}) {
  const client = await aClient(api.db, file);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 3]);
  return client.live;
}

it('[reservation] none, routed: what an order is promised is not there for later ones', async () => {
  const key = await stocked();
  expect(await reserved(key)).toEqual([[3, 0, 3]]);
  await statusOf(key, 'SO-1', { lines: [{ sku: 'CHAIR', quantity: 2 }] });
  expect(await reserved(key)).toEqual([[3, 2, 1]]);
  expect([await statusOf(key, 'SO-2'), await statusOf(key, 'SO-3')]).toEqual(['PARTIAL', 'NONE']);
});

it.each([
  ['where Use Inventory Availability is disabled', { settings: { use_inventory_availability: false } }],
  ['in Variant B, whose stock stays as it was synced', { client: VARIANT_B }],
])('[reservation] none, routed: nothing is reserved %s', async (_, file) => {
  const key = await stocked(file);
  expect([await statusOf(key, 'SO-1'), await statusOf(key, 'SO-2')]).toEqual(['FULL', 'FULL']);
  expect(await reserved(key)).toEqual([[3, 0, 3]]);
});

it('[reservation] active, inventory sync: a sync of anything releases all, a sync that fails none', async () => {
  const key = await stocked();
  await statusOf(key, 'SO-1');
  const refused = await call.sync(key, [{ sku: 'LAMP', warehouse_id: 'LAX9', quantity_available: 1 }]);
  expect(refused.statusCode).toBe(400);
  expect(await statusOf(key, 'SO-2')).toBe('NONE');
  await stock(api.app, key, ['LAMP', 'EWR1', 1]);
  expect(await reserved(key)).toEqual([
    [3, 0, 3],
    [1, 0, 1],
  ]);
  expect(await statusOf(key, 'SO-2')).toBe('FULL');
});

it('[reservation] active, rerouted: the order gives up what it had, and no other does', async () => {
  const key = await stocked();
  await statusOf(key, 'SO-1', { lines: [{ sku: 'CHAIR', quantity: 2 }] });
  await statusOf(key, 'SO-2', { lines: [{ sku: 'CHAIR', quantity: 1 }] });
  expect(await statusOf(key, 'SO-1', { lines: [{ sku: 'CHAIR', quantity: 2 }] })).toBe('FULL');
  expect(await reserved(key)).toEqual([[3, 3, 0]]);
  await statusOf(key, 'SO-1', { destination_zip: '00000' });
  expect(await reserved(key)).toEqual([[3, 1, 2]]);
});
