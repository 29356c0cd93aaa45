import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderState } from '../../shared/contracts/order-state.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { startDueReroutes } from '../../shared/ledger/reroute-run.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { openRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { anAccountFile, createTestAccount } from '../../shared/testing/test-account.ts';
import { workLedger } from '../../shared/testing/work-ledger.ts';
import { workWhatIf } from '../../shared/work/what-if/work-what-if.ts';
import { aPerson } from './account/people.ts';
import { type Asked, anOrder, ask, createTestApi, type TestApi } from './api.ts';

// What every endpoint that acts on stored orders, counts or lists them makes of an order, by what became of it before.

let api: TestApi;
let service: ReturnType<typeof openRoutingFixture>;
beforeAll(async () => {
  api = await createTestApi();
  service = openRoutingFixture(openDatabase(api.db.url));
});
afterAll(async () => {
  await service.close();
  await api.close();
});

/**
 * States, and what else may have happened to a current order. The case `replaced` is an order that was sent again: its first
 * decision is replaced, the order is current.
 */
const CASES = [...orderState.options, 'shipped in part', 'restricted', 'NONE'] as const;
type Case = (typeof CASES)[number];

/** Runs that a change of stock starts: nothing else that the doors do raises a quantity. */
const ON_SYNC = { settings: { reroute_on_sync: { enabled: true, days: 7 } } } as const;

type Shop = Awaited<ReturnType<typeof aShop>>;

/** A client with an order of each case, whose ID is its case. Each asks for 2 units, and that of NONE for what is nowhere. */
async function aShop(
  cases: readonly Case[] = CASES,
  client: Parameters<typeof createTestAccount>[1] = ON_SYNC,
) {
  const account = await createTestAccount(api.db, client);
  const { live, slug, client_id } = { live: account.live, slug: account.slug, client_id: account.client_id };
  const person = await aPerson(api.db, 'member', client_id);
  const call = (method: 'GET' | 'POST', path: string, payload?: object, headers: object = {}) =>
    ask(api, account.keys.live, method, `/api/v1/${path}`, payload, headers);
  const askPerson = (method: 'GET' | 'POST', path: string, payload?: object) => {
    const url = `/account/v1/${path}${path.includes('?') ? '&' : '?'}environment=live`;
    return ask(api, person.headers, method, url, payload);
  };
  const pathOf = (order: string) => `orders/${encodeURIComponent(order)}`;
  const done = async (answer: ReturnType<typeof call>) => {
    const { status, text } = await answer;
    expect([status < 300, text]).toEqual([true, text]);
  };
  const inventory = ['EWR1', 'ATL1'].map((warehouse_id) => ({
    ...{ sku: 'CHAIR', warehouse_id, quantity_available: 100 },
  }));
  await done(call('POST', 'inventory', { inventory }));
  for (const order of cases) {
    const sku = order === 'NONE' ? 'TABLE' : 'CHAIR';
    const more = order === 'held' || order === 'expired' ? { hold_minutes: 60 } : {};
    // What has left of an order that lacks units is not all of it.
    const lacking = order === 'left' ? [{ sku: 'TABLE', quantity: 1 }] : [];
    const lines = [{ sku, quantity: 2 }, ...lacking];
    const sent = anOrder({ external_order_id: order, lines, ...more });
    await done(call('POST', 'orders/route', sent));
    if (order === 'replaced') await done(call('POST', 'orders/route', sent));
  }
  const lines = [{ sku: 'CHAIR', quantity: 1 }];
  const acts: Partial<Record<Case, readonly [path: string, payload: object]>> = {
    released: ['release', {}],
    left: ['release', { left: true }],
    shipped: ['shipped', {}],
    'shipped in part': ['shipped', { shipments: [{ warehouse_id: 'EWR1', lines }] }],
    restricted: ['reroute', { exclude_warehouse_ids: ['EWR1'], note: 'flooded' }],
  };
  for (const order of cases) {
    const [path, payload] = acts[order] ?? [];
    if (path !== undefined) await done(call('POST', `${pathOf(order)}/${path}`, payload));
  }
  // No worker has released it yet.
  await api.db.pool.query(
    `UPDATE order_expiries SET expires_at = now() - interval '1 second' WHERE ledger_id = $1 AND order_id = 'expired'`,
    [live.ledger_id],
  );
  const last = `SELECT max(id) AS id FROM decisions WHERE ledger_id = $1`;
  const { rows } = await api.db.pool.query<{ id: number }>(last, [live.ledger_id]);
  /** What the run decided of each order: units asked for, and warehouses that they were decided to ship from. */
  const decidedSince = async (order: Case) => {
    const { rows: decided } = await api.db.pool.query<{ units: number; warehouses: string }>(
      `SELECT d.units, (SELECT coalesce(string_agg(w.warehouse_id, '+'), 'nowhere') FROM warehouses w WHERE w.id = ANY(d.warehouses)) AS warehouses
       FROM decisions d JOIN orders o ON o.id = d.id WHERE d.ledger_id = $1 AND o.order_id = $2 AND d.id > $3`,
      [live.ledger_id, order, rows[0]!.id],
    );
    return decided.map(({ units, warehouses }) => `${units} from ${warehouses}`).join() || '–';
  };
  return {
    ...{ live, slug, call, ask: askPerson, pathOf, decidedSince },
    work: () => workLedger(service.deps, live.ledger_id),
    stateOf: async (order: Case): Promise<string> => (await call('GET', pathOf(order))).body.state,
  };
}

/** Asks an endpoint once, and says what it made of the order of each case. */
type Door = (shop: Shop) => Promise<(order: Case) => Promise<string>>;

const each =
  (of: (shop: Shop, order: Case) => Promise<string>): Door =>
  async (shop) =>
  (order) =>
    of(shop, order);

const WITH_PLACES = {
  warehouses: anAccountFile().warehouses!.map((each) => ({ ...each, capacity: { shipments_per_day: 9 } })),
};
const aloneShops = new Map<Case, ReturnType<typeof aShop>>();

/** Asks a client with an order of this case alone, for what is told of all orders together. It changes nothing. */
const alone =
  (of: (shop: Shop) => Promise<unknown>): Door =>
  async () =>
  async (order) => {
    const shop = aloneShops.get(order) ?? aShop([order], WITH_PLACES);
    aloneShops.set(order, shop);
    return String(await of(await shop));
  };

const codeOr = ({ body }: Asked, of: (body: never) => unknown) => body.code ?? String(of(body as never));

const reportOf =
  (name: string, query: string, column: string | null): Door =>
  async ({ call }) => {
    const accept = { accept: 'application/x-ndjson' };
    const { text } = await call('GET', `reports/${name}.csv?${query}`, undefined, accept);
    const rows = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    return async (order) =>
      rows
        .filter(({ order_id }) => order_id === order)
        .map((row) => (column === null ? 'a row' : String(row[column])))
        .join() || '–';
  };

const runs =
  (start: (shop: Shop) => Promise<unknown>): Door =>
  async (shop) => {
    await start(shop);
    await shop.work();
    return shop.decidedSince;
  };

const EVERY = { sku: 'CHAIR' } as const;
const rerouted = ({ call, pathOf }: Shop, order: Case, query: string) =>
  call('POST', `${pathOf(order)}/reroute${query}`, {});
const unitsOf = ({ results: [result] }: { results: [{ shipments: { lines: { ship_qty: number }[] }[] }] }) =>
  result.shipments.flatMap(({ lines }) => lines).reduce((sum, { ship_qty }) => sum + ship_qty, 0);

const TODAY = () => new Date().toISOString().slice(0, 10);
const IN_WINDOWS = { settings: { batch_optimization: 'improve' } } as const;

/** Takes all that EWR1 has from its shelf, so that what is reserved there is short. */
const emptied = async ({ call }: Shop) => {
  const { inventory } = (await call('GET', 'inventory')).body;
  const { quantity_available: there } = inventory.find(
    (row: { warehouse_id: string }) => row.warehouse_id === 'EWR1',
  );
  await call('POST', 'inventory/changes', {
    changes: [{ sku: 'CHAIR', warehouse_id: 'EWR1', change: -there }],
  });
};
const shortOf =
  (of: (shop: Shop) => ReturnType<Shop['call']>): Door =>
  async (shop) => {
    await emptied(shop);
    const { body } = await of(shop);
    expect(body.pairs[0].reserved_quantity).toBe(body.pairs[0].short_quantity);
    return async (order) =>
      body.pairs[0].orders
        .filter(({ order_id }: { order_id: string }) => order_id === order)
        .map(({ units }: { units: number }) => units)
        .join() || '–';
  };

const STATES = 'current held current released left shipped expired current current current'.split(' ');
const [EAST, WEST] = ['2 from EWR1', '2 from ATL1'];

/** What each makes of the cases, in the order of `CASES`. */
const DOORS: Readonly<Record<string, readonly [door: Door, expected: readonly string[]]>> = {
  'GET /orders/{order_id}': [each(({ stateOf }, order) => stateOf(order)), STATES],
  'GET /account/v1/orders?state': [
    each(async ({ ask, stateOf }, order) => {
      const state = await stateOf(order);
      const { body } = await ask('GET', `orders?state=${state}&limit=100`);
      const found = body.orders.find(({ order_id }: { order_id: string }) => order_id === order);
      return `${found?.state}${found?.expires_at ? ' until' : ''}`;
    }),
    STATES.map((state) => (state === 'held' ? 'held until' : state)),
  ],
  'GET /account/v1/order-count?state=held': [
    each(async ({ ask }, order) => {
      const { body } = await ask('GET', `order-count?state=held&order_id=${encodeURIComponent(order)}`);
      return String(body.orders);
    }),
    ['0', '1', '0', '0', '0', '0', '0', '0', '0', '0'],
  ],
  'GET /account/v1/reservations': [
    alone(async ({ ask }) => (await ask('GET', 'reservations')).body.orders),
    ['1', '1', '1', '0', '0', '0', '0', '1', '1', '0'],
  ],
  'GET /account/v1/inventory/{sku}': [
    async ({ ask }) => {
      const { reserved_by, reserved_quantity } = (await ask('GET', 'inventory/CHAIR')).body;
      const sum = reserved_by.reduce((all: number, { quantity }: { quantity: number }) => all + quantity, 0);
      expect(sum).toBe(reserved_quantity);
      return async (id) =>
        reserved_by
          .filter(({ order }: { order: { order_id: string } }) => order.order_id === id)
          .map(({ quantity }: { quantity: number }) => quantity)
          .join() || '–';
    },
    ['2', '2', '2', '–', '–', '–', '–', '1', '2', '–'],
  ],
  'GET /inventory/short': [
    shortOf(({ call }) => call('GET', 'inventory/short')),
    ['2', '2', '2', '–', '–', '–', '–', '1', '–', '–'],
  ],
  'GET /account/v1/short-pairs': [
    shortOf(({ ask }) => ask('GET', 'short-pairs')),
    ['2', '2', '2', '–', '–', '–', '–', '1', '–', '–'],
  ],
  'POST /runs/reroute short': [
    runs(async (shop) => {
      await emptied(shop);
      await shop.call('POST', 'runs/reroute', { short: true });
    }),
    [WEST, WEST, WEST, '–', '–', '–', '–', '1 from ATL1', '–', '–'],
  ],
  // Decisions, whatever became of them.
  'GET /account/v1/overview': [
    alone(async ({ ask }) => {
      const { figures } = (await ask('GET', 'overview')).body;
      return `${figures.orders} of ${figures.units_shipped}`;
    }),
    ['1 of 2', '1 of 2', '2 of 4', '1 of 2', '1 of 2', '1 of 2', '1 of 2', '1 of 2', '2 of 4', '1 of 0'],
  ],
  'GET /account/v1/capacity': [
    alone(async ({ ask }) => {
      const { warehouses } = (await ask('GET', 'capacity')).body;
      return warehouses.map(({ days: [{ taken }] }: { days: [{ taken: number }] }) => taken);
    }),
    ['1,0,0', '1,0,0', '1,0,0', '0,0,0', '1,0,0', '1,0,0', '0,0,0', '1,0,0', '0,1,0', '0,0,0'],
  ],
  'GET /account/v1/orders?ships_on': [
    each(async ({ ask }, order) => {
      const { body } = await ask('GET', `orders?ships_on=${TODAY()}&limit=100`);
      const found = body.orders.filter(({ order_id }: { order_id: string }) => order_id === order);
      return found.map(({ state }: { state: string }) => state).join() || '–';
    }),
    ['current', 'held', 'current', '–', 'left', 'shipped', '–', 'current', 'current', '–'],
  ],
  'GET /inventory': [
    alone(async ({ call }) => {
      const { inventory } = (await call('GET', 'inventory')).body;
      return inventory.map(({ reserved_quantity: units }: { reserved_quantity: number }) => units);
    }),
    ['2,0', '2,0', '2,0', '0,0', '0,0', '0,0', '0,0', '1,0', '0,2', '0,0'],
  ],
  // What became of orders in a period, whatever was done about it: those that do not ship in full.
  'GET /account/v1/order-causes': [
    alone(async ({ ask }) => {
      const { causes } = (await ask('GET', 'order-causes')).body;
      return causes.map(({ orders }: { orders: number }) => orders).join() || '–';
    }),
    ['–', '–', '–', '–', '1', '–', '–', '–', '–', '1'],
  ],
  'GET /reports/decisions?current=true': [
    reportOf('decisions', 'current=true', 'state'),
    ['current', 'held', 'current', '–', '–', '–', '–', 'current', 'current', 'current'],
  ],
  'GET /reports/shipments?current=true': [
    reportOf('shipments', 'current=true', 'ship_qty'),
    ['2', '2', '2', '–', '–', '–', '–', '1', '2', '–'],
  ],
  'GET /reports/unfulfilled?current=true': [
    reportOf('unfulfilled', 'current=true', 'unfulfilled_qty'),
    ['–', '–', '–', '–', '–', '–', '–', '–', '–', '2'],
  ],
  'GET /reports/decisions?state=held': [
    reportOf('decisions', 'state=held', null),
    ['–', 'a row', '–', '–', '–', '–', '–', '–', '–', '–'],
  ],
  'POST /runs/reroute': [
    runs(({ call }) => call('POST', 'runs/reroute', { statuses: ['FULL', 'NONE'] })),
    [EAST, EAST, EAST, '–', '–', '–', '–', '1 from EWR1', WEST, '2 from nowhere'],
  ],
  'POST /runs/reroute with a filter': [
    runs(({ call }) => call('POST', 'runs/reroute', { filter: EVERY })),
    [EAST, EAST, EAST, '–', '–', '–', '–', '1 from EWR1', WEST, '–'],
  ],
  'POST /runs/reroute unless_worse': [
    runs(({ call }) =>
      call('POST', 'runs/reroute', { filter: EVERY, exclude_warehouse_ids: ['ATL1'], unless_worse: true }),
    ),
    [EAST, EAST, EAST, '–', '–', '–', '–', '1 from EWR1', '–', '–'],
  ],
  'POST /runs/reroute of improved windows': [
    async () => {
      const shop = await aShop(CASES, IN_WINDOWS);
      await shop.call('POST', 'runs/reroute', { filter: EVERY });
      await shop.work();
      return shop.decidedSince;
    },
    [EAST, EAST, EAST, '–', '–', '–', '–', '1 from EWR1', WEST, '–'],
  ],
  'POST /account/v1/bulk-actions reroute': [
    runs(({ ask }) => ask('POST', 'bulk-actions', { action: 'reroute', filter: { status: 'FULL' } })),
    [EAST, EAST, EAST, '–', '–', '–', '–', '1 from EWR1', WEST, '–'],
  ],
  'POST /account/v1/bulk-actions release': [
    async ({ ask, stateOf }) => {
      await ask('POST', 'bulk-actions', { action: 'release', filter: { from: '2020-01-01' } });
      return stateOf;
    },
    [...Array(4).fill('released'), 'left', 'shipped', 'expired', ...Array(3).fill('released')],
  ],
  'POST /orders/{order_id}/reroute': [
    each(async (shop, order) => codeOr(await rerouted(shop, order, ''), unitsOf)),
    ['2', '2', '2', '2', 'order_has_left', 'nothing_remains', '2', '1', '2', '0'],
  ],
  'POST /orders/{order_id}/reroute?dry_run=true': [
    each(async (shop, order) => codeOr(await rerouted(shop, order, '?dry_run=true'), unitsOf)),
    ['2', '2', '2', '2', 'order_has_left', 'nothing_remains', '2', '1', '2', '0'],
  ],
  'POST /orders/{order_id}/release': [
    each(async ({ call, pathOf }, order) =>
      codeOr(await call('POST', `${pathOf(order)}/release`), ({ released_units: units }) => units),
    ),
    ['2', '2', '2', '0', '0', '0', '2', '1', '2', '0'],
  ],
  'POST /orders/{order_id}/release?dry_run=true': [
    each(async ({ call, pathOf }, order) =>
      codeOr(
        await call('POST', `${pathOf(order)}/release?dry_run=true`),
        ({ released_units: units }) => units,
      ),
    ),
    ['2', '2', '2', '0', '0', '0', '2', '1', '2', '0'],
  ],
  'POST /orders/{order_id}/confirm': [
    each(async ({ call, pathOf }, order) =>
      codeOr(await call('POST', `${pathOf(order)}/confirm`), ({ reserved_units: units }) => units),
    ),
    ['2', '2', '2', 'order_released', '0', '0', 'hold_expired', '1', '2', '0'],
  ],
  'POST /orders/{order_id}/shipped': [
    each(async ({ call, pathOf }, order) =>
      codeOr(await call('POST', `${pathOf(order)}/shipped`), ({ shipped_units: units }) => units),
    ),
    ['2', '2', '2', 'order_released', '0', '0', 'order_released', '1', '2', '0'],
  ],
  'POST /orders/batch-shipped': [
    each(async ({ call }, order_id) => {
      const [of] = (await call('POST', 'orders/batch-shipped', { orders: [{ order_id }] })).body.orders;
      return String(of.code ?? of.shipped_units);
    }),
    ['2', '2', '2', 'order_released', '0', '0', 'order_released', '1', '2', '0'],
  ],
  'POST /what-ifs': [
    each(async ({ call, live, pathOf }, order) => {
      const { routing_run_id } = (await call('GET', pathOf(order))).body.routings.at(-1);
      const asked = { orders: { routing_run_id }, draft: {} };
      const { what_if_id } = (await call('POST', 'what-ifs', asked)).body;
      const key = { what_if_id, ledger_id: live.ledger_id };
      while ((await workWhatIf(service.deps, key))?.status !== 'completed');
      const { baseline } = (await call('GET', `what-ifs/${what_if_id}`)).body;
      return String(baseline.units_shipped + baseline.units_unfulfilled);
    }),
    ['2', '2', '2', '0', '0', '0', '0', '1', '2', '2'],
  ],
  reroute_on_sync: [
    runs(async ({ call, work }) => {
      await work(); // what the first sync has started
      const changes = [{ sku: 'TABLE', warehouse_id: 'EWR1', change: 5 }];
      await call('POST', 'inventory/changes', { changes });
    }),
    ['–', '–', '–', '–', '–', '–', '–', '–', '–', EAST],
  ],
};

/** Operations that name orders and have no line, by the reason. */
const NO_LINE: Readonly<Record<string, readonly string[]>> = {
  'routes what was sent': [
    'POST /orders/route',
    'POST /orders/batch-route',
    'POST /orders/{order_id}/try',
    'POST /runs',
  ],
  'shows one order, or what was decided once, whatever became of it': [
    'GET /orders/{order_id}/decisions',
    'GET /orders/{order_id}/why',
    'GET /orders/{order_id}/webhooks',
    'GET /decisions/{routing_decision_id}',
    'GET /decisions/{routing_decision_id}/why',
    'GET /runs/{routing_run_id}/results',
    'GET /runs/{routing_run_id}/why',
    'GET /runs/{routing_run_id}/decisions',
    'GET /what-ifs/{what_if_id}/changes',
    'GET /what-ifs/{what_if_id}/changes/{routing_decision_id}/why',
    'GET /inventory/{sku}/history',
  ],
  'shows what was asked for': [
    'GET /bulk-actions',
    'GET /bulk-actions/{bulk_action_id}',
    'POST /bulk-actions/{bulk_action_id}/cancel',
  ],
  'is about what was sent, in any state': ['DELETE /orders/{order_id}/raw_order_data', 'POST /known-orders'],
};

/** What names an order in a document. */
const NAMES_ORDERS = /"(order_ids?|external_order_id|filter)"|\{order_id\}/;

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { parameters?: unknown; requestBody?: unknown; responses: unknown }>>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** The text of a part of a document, with that of the schemas that it refers to. */
function textOf(part: unknown, { components }: Document): string {
  const texts = new Map<string, string>();
  const read = (name: string, schema: unknown) => {
    if (texts.has(name)) return;
    const text = JSON.stringify(schema);
    texts.set(name, text);
    for (const [, other] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      read(other!, components.schemas[other!]);
  };
  read('', part);
  return [...texts.values()].join();
}

it('has a line for each operation that names orders, or says why not', async () => {
  const naming = new Set<string>();
  for (const url of ['/openapi.json', '/account/openapi.json']) {
    const document: Document = (await api.app.inject({ method: 'GET', url })).json();
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
        if (!NAMES_ORDERS.test(path + textOf([parameters, requestBody, responses], document))) continue;
        const place = path.replace(/^\/(api|account)\/v1/, '').replace('.csv', '');
        naming.add(`${method.toUpperCase()} ${place}`);
      }
  }
  const lines = Object.keys(DOORS).map((door) =>
    door.replace('/account/v1', '').replace(/\?.*$/, '').split(' '),
  );
  const known = new Set([
    ...lines.map(([method, path]) => `${method} ${path}`),
    ...Object.values(NO_LINE).flat(),
  ]);
  expect([...naming].filter((operation) => !known.has(operation))).toEqual([]);
  expect(
    Object.values(NO_LINE)
      .flat()
      .filter((operation) => !naming.has(operation)),
  ).toEqual([]);
});

it('serves a change within a minute of a run over the orders that wait for stock, when the minute is over', async () => {
  const { call, work, live } = await aShop();
  await work();
  const statusOf = async (order: string) =>
    (await call('GET', `orders/${order}`)).body.routings[0].result.status;
  const raise = (sku: string) =>
    call('POST', 'inventory/changes', { changes: [{ sku, warehouse_id: 'EWR1', change: 5 }] });
  await raise('TABLE');
  await work();
  expect(await statusOf('NONE')).toBe('FULL');
  await call(
    'POST',
    'orders/route',
    anOrder({ external_order_id: 'LATER', lines: [{ sku: 'LAMP', quantity: 1 }] }),
  );
  await raise('LAMP');
  await work();
  expect(await statusOf('LATER')).toBe('NONE');
  expect(await startDueReroutes(service.deps.db)).toEqual([]);
  // Not `now()`: its column rounds to a millisecond, which may be later than what is asked next.
  const { rowCount } = await api.db.pool.query(
    `UPDATE ledgers SET reroute_at = now() - interval '1 second' WHERE id = $1 AND reroute_at > now()`,
    [live.ledger_id],
  );
  expect(rowCount).toBe(1);
  await startDueReroutes(service.deps.db);
  await work();
  expect(await statusOf('LATER')).toBe('FULL');
});

it('has a case for each state, in the order of the lines', () => {
  expect(CASES.join(', ')).toBe(
    'current, held, replaced, released, left, shipped, expired, shipped in part, restricted, NONE',
  );
});

/** Doors that change nothing are asked in one shop. */
const READS = /^GET (?!.*short)|dry_run=true/;
let reading: ReturnType<typeof aShop> | undefined;

it.each(Object.entries(DOORS))('%s heeds what became of an order', async (name, [door, expected]) => {
  if (READS.test(name)) reading ??= aShop();
  const shop = await (READS.test(name) ? reading! : aShop());
  const outcome = await door(shop);
  const found: string[] = [];
  for (const order of CASES) found.push(`${order}: ${await outcome(order)}`);
  expect(found).toEqual(CASES.map((order, place) => `${order}: ${expected[place]}`));
  expect((await reconcile(api.db, { client: shop.slug })).differences).toEqual([]);
});
