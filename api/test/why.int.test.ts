import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Why, why } from '../../shared/contracts/why.ts';
import type { Destination } from '../../shared/engine/types.ts';
import type { Principal } from '../../shared/identity/principal.ts';
import { whyDecision } from '../../shared/runs/why.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { startCarrierServer } from '../../shared/testing/carrier-server.ts';
import { casesOf } from '../../shared/testing/long.ts';
import { anOrder as aRoutingOrder, linesOf } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
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

  it('has no stock in routing-only mode, and what could ship is all that is not barred', async () => {
    const { live } = await aClient(api.db, {
      settings: { use_inventory_availability: false },
      item_controls: [{ sku: 'CHAIR', rule: 'exclude', warehouse_ids: ['EWR1'] }],
    });
    await route(live, { lines: [...two.lines, { sku: 'LAMP', quantity: 1 }] });
    const explained = await whyOf(live, 'orders/SO-1');
    expect(figures(explained)).toEqual([
      ['EWR1', 'short', [null, null, 0], [null, null, 0]],
      ['ATL1', 'ships_all', [null, null, 2], [null, null, 1]],
    ]);
    expect(explained.warehouses.map(({ could_ship_units }) => could_ship_units)).toEqual([1, 3]);
    expect(explained.stock_as_seen).toBe(true);
  });

  it('has no warehouse where the destination ZIP is invalid', async () => {
    const { live } = await aClient(api.db);
    await route(live, { destination_zip: 'nowhere' });
    expect(await whyOf(live, 'orders/SO-1')).toMatchObject({
      status: 'NONE',
      warehouses: [],
      alternatives: [],
    });
  });

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

describe('why of a managed run', { timeout: 120_000 }, () => {
  const order = fc.record({
    destination_zip: fc.constantFrom('10001', '30301', '90001', 'nowhere'),
    lines: fc
      .dictionary(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 1, max: 4 }), { minKeys: 1 })
      .map(linesOf),
  });

  it('is that of a synchronous batch of the same orders on the same state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('A' as const, 'B' as const),
        fc.record({ aware: fc.boolean(), consume: fc.boolean() }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }),
        fc.array(order, { minLength: 1, maxLength: 12 }),
        async (contract_variant, { aware, consume }, units, drawn) => {
          const orders = drawn.map((each, i) => aRoutingOrder({ ...each, order_id: `o${i}` }));
          const accounts: TestAccount[] = [];
          for (let i = 0; i < 2; i++) {
            const account = await createTestAccount(api.db, {
              client: { contract_variant },
              settings: { use_inventory_availability: aware, consume_inventory_during_batch: consume },
            });
            const places = ['EWR1', 'ATL1', 'ONT1'].flatMap((w, at) =>
              ['A', 'B', 'C'].map((sku, n) => [sku, w, units[at * 3 + n]!] as const),
            );
            await stock(api.app, account.keys.live, ...places);
            accounts.push(account);
          }
          const [managed, sync] = accounts as [TestAccount, TestAccount];
          const runId = await runManaged(managed.live, orders);
          const payload = { orders: orders.map((each) => ({ ...each, external_order_id: each.order_id })) };
          const batch = await send(api.app, sync.keys.live, 'POST', '/api/v1/orders/batch-route', {
            payload,
          });
          const explained = [
            await whyLines(managed.keys.live, runId),
            await whyLines(sync.keys.live, batch.json().routing_run_id),
          ];
          const [one, other] = explained.map((whys) =>
            whys.map((each) => ({ ...each, routing_decision_id: 0, decided_at: '' })),
          );
          expect(one).toHaveLength(orders.length);
          expect(one).toEqual(other);
        },
      ),
      { numRuns: casesOf(12) },
    );
  });

  async function runManaged(principal: Principal, orders: Parameters<typeof createAcceptedRun>[2]) {
    const runId = await createAcceptedRun(api.db, principal, orders, 5);
    await workRun({ db: api.db, lanes }, runId);
    return runId;
  }
});
