import { expect, it } from 'vitest';
import { why } from '../../shared/contracts/why.ts';
import { zipsOfPrefix } from '../../shared/transit/zip-codes.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const STORES = 130;

const api = await sharedApi();
// By priority S001 ranks first, wherever an order goes.
const zips = zipsOfPrefix('100');
const client = await aClient(api.db, {
  settings: { ranking: 'priority' },
  warehouses: Array.from({ length: STORES }, (_, n) => {
    const id = `S${String(n + 1).padStart(3, '0')}`;
    const names = { warehouse_id: id, warehouse_code: id, warehouse_name: `Store ${n + 1}` };
    return { ...names, zip: zips[n % zips.length]!, priority: n + 1 };
  }),
});
await stock(
  api.app,
  client.live,
  ['CHAIR', 'S001', 5],
  ['LAMP', 'S120', 5],
  ['LAMP', 'S125', 2],
  ['RUG', 'S090', 1],
);

async function routed(order_id: string, lines: object[]) {
  const payload = anOrder({ external_order_id: order_id, lines });
  const answer = await send(api.app, client.live, 'POST', '/api/v1/orders/route', { payload });
  const [result] = answer.json().results;
  const explained = await send(
    api.app,
    client.live,
    'GET',
    `/api/v1/decisions/${result.routing_decision_id}/why`,
  );
  const { rows } = await api.db.pool.query<{ bytes: number }>(
    'SELECT length(data::text) + length(evidence::text) AS bytes FROM decisions WHERE id = $1',
    [result.routing_decision_id],
  );
  return { result, why: why.parse(explained.json()), bytes: rows[0]!.bytes };
}

it.each([
  ['all ships from rank 1', [{ sku: 'CHAIR', quantity: 1 }], [1], { not_needed: 30 }],
  ['all ships from rank 120', [{ sku: 'LAMP', quantity: 4 }], [120], { no_stock: 28, short: 1 }],
  [
    'some ships, from two',
    [
      { sku: 'LAMP', quantity: 9 },
      { sku: 'RUG', quantity: 1 },
    ],
    [90, 120, 125],
    { no_stock: 28 },
  ],
  ['nothing ships', [{ sku: 'SOFA', quantity: 1 }], [], { no_stock: 30 }],
])(
  'of 130 candidates answers list the first hundred and those that ship: %s',
  async (name, lines, ranks, by_verdict) => {
    const { result, why, bytes } = await routed(`SO ${name}`, lines);
    const { ranked_warehouses, warehouses_not_listed } = result.explanation;
    const further = ranks.filter((rank) => rank > 100);
    const listed = [...Array.from({ length: 100 }, (_, n) => n + 1), ...further];
    expect(ranked_warehouses.map(({ rank }: { rank: number }) => rank)).toEqual(listed);
    expect(ranked_warehouses.at(-1).warehouse_name).toBe(`Store ${listed.at(-1)}`);
    expect(warehouses_not_listed).toEqual({ count: STORES - listed.length, by_verdict });
    expect(why.warehouses.map(({ rank }) => rank)).toEqual(listed);
    expect(why.warehouses.filter(({ chosen }) => chosen).map(({ rank }) => rank)).toEqual(ranks);
    expect(why.warehouses_not_listed).toEqual(warehouses_not_listed);
    for (const { warehouse_name, transit_days } of why.warehouses) {
      expect([warehouse_name, transit_days]).toEqual([warehouse_name, expect.any(Number)]);
    }
    expect(bytes).toBeLessThanOrEqual(2048);
  },
);
