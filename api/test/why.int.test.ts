import { afterAll, describe, expect, it } from 'vitest';
import { type Why, why } from '../../shared/contracts/why.ts';
import type { Destination } from '../../shared/engine/types.ts';
import { whyDecision } from '../../shared/runs/why.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { startCarrierServer } from '../../shared/testing/carrier-server.ts';
import { anOrder as aRoutingOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();
const lanes = createLaneResolver(api.db);
afterAll(async () => {
  await lanes.close();
});

const route = async (key: string, fields: Record<string, unknown> = {}) => {
  const answered = (
    await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: anOrder(fields) })
  ).json();
  return (answered.results?.[0] ?? answered) as { routing_decision_id: number; status: string };
};
const whyOf = async (key: string, path: string): Promise<Why> => {
  const response = await api.app.inject({
    url: `/api/v1/${path}/why`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.statusCode).toBe(200);
  return read(response.body);
};
/** Parsed in the order of the schema: the answer has the same. */
const read = (answer: string): Why => {
  const parsed = why.parse(JSON.parse(answer));
  expect(JSON.stringify(parsed)).toBe(answer);
  return parsed;
};
const whyLines = async (key: string, runId: number): Promise<Why[]> => {
  const response = await api.app.inject({
    url: `/api/v1/runs/${runId}/why`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.headers['content-type']).toMatch(/^application\/x-ndjson/);
  const lines = response.body.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map(read);
};
const figures = ({ warehouses }: Why) =>
  warehouses.map(({ warehouse_id, verdict, lines }) => [
    warehouse_id,
    verdict,
    ...lines.map(({ available_qty, reserved_qty, ship_qty }) => [available_qty, reserved_qty, ship_qty]),
  ]);

const two = { lines: [{ sku: 'CHAIR', quantity: 2 }] };

describe('why', () => {
  it('has the stock less what others reserve in Variant A, and keeps it whatever is synced since', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 3], ['CHAIR', 'ATL1', 9]);
    await route(live, { external_order_id: 'SO-1', ...two });
    const { routing_decision_id } = await route(live, { external_order_id: 'SO-2', ...two });
    const seen = [
      ['EWR1', 'short', [1, 2, 0]],
      ['ATL1', 'ships_all', [9, 0, 2]],
    ];
    const first = await whyOf(live, `decisions/${routing_decision_id}`);
    expect(figures(first)).toEqual(seen);
    expect(first).toMatchObject({
      order_id: 'SO-2',
      status: 'FULL',
      stock_as_seen: true,
      search_complete: true,
    });
    expect(first.left_out).toEqual([
      { warehouse_id: 'ONT1', warehouse_name: 'Ontario CA', because: 'disabled' },
    ]);
    await stock(api.app, live, ['CHAIR', 'EWR1', 50], ['CHAIR', 'ATL1', 50]);
    expect(await whyOf(live, 'orders/SO-2')).toEqual(first);
  });

  it.each([
    [true, [1, 2, 0]],
    [false, [3, 0, 2]],
  ])(
    'has in Variant B what earlier orders of the run left, where they consume: %s',
    async (consume, seen) => {
      const { live } = await aClient(api.db, {
        client: { contract_variant: 'B' },
        settings: { consume_inventory_during_batch: consume },
      });
      await stock(api.app, live, ['CHAIR', 'EWR1', 3], ['CHAIR', 'ATL1', 1], ['LAMP', 'ATL1', 9]);
      const lamp = { sku: 'LAMP', quantity: 1 };
      const payload = {
        orders: [
          anOrder({ external_order_id: 'SO-1', ...two }),
          anOrder({ external_order_id: 'SO-2', lines: [...two.lines, lamp] }),
        ],
      };
      const { routing_run_id } = (
        await send(api.app, live, 'POST', '/api/v1/orders/batch-route', { payload })
      ).json();
      const [, second] = await whyLines(live, routing_run_id);
      expect(second!.warehouses[0]!.lines[0]).toMatchObject({
        available_qty: seen[0],
        reserved_qty: seen[1],
      });
    },
  );

  it.each(['http', 'zone'])(
    'has the lanes that the provider %s gave then, and asks for none',
    async (provider) => {
      const carrier = await startCarrierServer();
      try {
        const transit =
          provider === 'http'
            ? { provider: 'http' as const, adapter: 'json' as const, url: carrier.url }
            : undefined;
        const account = await createTestAccount(api.db, transit && { transit });
        const { routing_decision_id } = await route(account.keys.live);
        const asked = carrier.calls.length;
        const nobody = {
          resolve: () => Promise.reject(new Error('no lane is asked for')),
          price: async (_: unknown, destinations: readonly Destination[]) => destinations,
        };
        const explained = await whyDecision(
          { db: api.db, lanes: nobody },
          account.live.ledger_id,
          routing_decision_id,
        );
        const [nearest] = explained.warehouses;
        expect(nearest).toMatchObject({
          warehouse_id: 'EWR1',
          transit_days: 1,
          distance_miles: expect.any(Number),
        });
        expect(explained).toEqual(await whyOf(account.keys.live, 'orders/SO-1'));
        expect(carrier.calls).toHaveLength(asked);
      } finally {
        await carrier.close();
      }
    },
  );

  it('of an order is that of the latest request, not of the highest id', async () => {
    const account = await createTestAccount(api.db);
    const managed = await createAcceptedRun(api.db, account.live, [aRoutingOrder({ order_id: 'SO-1' })], 10);
    const { routing_decision_id } = await route(account.keys.live);
    // As if the run had been received only now.
    await api.db.pool.query(`UPDATE runs SET request_number = nextval('runs_id_seq') WHERE id = $1`, [
      managed,
    ]);
    expect((await whyOf(account.keys.live, 'orders/SO-1')).routing_decision_id).toBe(routing_decision_id);
    await workRun({ db: api.db, lanes }, managed);
    const [ofRun] = await whyLines(account.keys.live, managed);
    expect(ofRun!.routing_decision_id).toBeLessThan(routing_decision_id);
    expect(await whyOf(account.keys.live, 'orders/SO-1')).toEqual(ofRun);
  });
});
