import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { failDecisions } from '../../../../shared/testing/fail-decisions.ts';
import type { CallKind } from '../../harness/callers.ts';
import { inParts, OrderSource, syncOf } from '../../harness/orders.ts';
import { type Ask, type Attack, type Attacker, atOnce, together } from './attacker.ts';
import type { Scenario } from './play.ts';
import {
  BUSY,
  batchToNewZips,
  CHAIN,
  DEMO,
  DOCUMENTS,
  FAILING,
  HARD,
  HISTORY,
  hardOrder,
  LARGE_ORDER,
  LIMITED,
  MUTE_ENDPOINTS,
  PROXIED,
  SLOW_ENDPOINTS,
  type Stage,
} from './stages.ts';

const orders = new OrderSource('attack');
const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const NDJSON = 'application/x-ndjson';

/** Twenty-six requests of one owner: an account file that invites sixty people, and small changes. */
const accountChanges = (query: string, change: (n: number) => Pick<Ask, 'path' | 'body'>): Attack =>
  together(
    atOnce(1, (n, { client }) => {
      const users = Array.from({ length: 60 }, (_, nth) => ({
        ...{ email: `p${nth}-${n}@${client.slug}.example`, role: 'owner' },
      }));
      const body = { client: { slug: client.slug }, users };
      return { method: 'PUT', path: `/account/v1/account${query}`, body, as: 'owner' };
    }),
    atOnce(25, (n) => ({ method: 'PATCH', ...change(n), as: 'owner' })),
  );

/** 150 events with a test key, which are free. */
const events = atOnce(
  10,
  (n) => ({ path: '/api/v1/inventory', body: syncOf([`SKU-${n}`], 5), as: 'test' }),
  150,
);

const DOWNLOADS = 20;
const downloads = (path: string, more: object = {}): Attack => atOnce(DOWNLOADS, () => ({ path, ...more }));

/** The run with the most orders. */
const largestRun = async (attacker: Attacker) => {
  const { runs } = await attacker.json<{
    runs: readonly { routing_run_id: number; orders_considered: number }[];
  }>({ path: '/api/v1/runs' });
  const [largest] = runs.toSorted((a, b) => b.orders_considered - a.orders_considered);
  return `/api/v1/runs/${largest!.routing_run_id}`;
};
const downloadsOfRun =
  (part: string): Attack =>
  async (attacker, end) => {
    const run = await largestRun(attacker);
    await downloads(`${run}/${part}`, { headers: { accept: NDJSON } })(attacker, end);
  };

/** Callers of one order at a time, and some with batches. */
const orderFlood = (query: string, as: 'live' | 'owner', prefix = '/api/v1'): Attack =>
  together(
    atOnce(24, () => ({ path: `${prefix}/orders/route${query}`, body: orders.single(), as })),
    atOnce(8, () => ({ path: `${prefix}/orders/batch-route${query}`, body: orders.batch(1000), as })),
  );

const cart = (n: number) => ({ lines: [{ sku: `SKU-${n % 50}`, quantity: 2 }] });
const promises = atOnce(32, (n) => ({
  path: '/api/v1/promise',
  body: { destination_zip: '60614', carts: Array.from({ length: 200 }, (_, nth) => cart(n + nth)) },
}));

const wrongPasswords = (addressOf: (n: number) => string): Attack =>
  atOnce(80, (n) => ({
    path: '/account/v1/session',
    body: { email: `nobody-${n}@example.com`, password: `a wrong password ${n}` },
    as: 'nobody',
    headers: { 'x-forwarded-for': addressOf(n) },
  }));

/** Runs none of whose decisions can be saved. */
const failingRuns: Attack = async (attacker, end) => {
  const mend = await failDecisions(attacker.db, '53100');
  const submit = atOnce(1, () => ({ path: '/api/v1/runs', body: orders.run(2000), type: NDJSON }), 5);
  await submit(attacker, end);
  if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve));
  await mend();
};

const PIECE_BYTES = 16 * 1024;
const PIECE_MS = 100;

/** Opens a connection, does with the answer what `take` does, and resolves when it is closed. */
const openAnswer = (
  attacker: Attacker,
  path: string,
  end: AbortSignal,
  take: (answer: IncomingMessage) => unknown,
  accept: { readonly accept?: string } = {},
) =>
  new Promise<void>((resolve) => {
    const headers = { authorization: `Bearer ${attacker.secret()}`, ...accept };
    const sent = request(new URL(path, attacker.url), { agent: false, headers, signal: end });
    sent.on('close', resolve).on('error', () => {});
    sent.on('response', (answer) => {
      attacker.count(answer.statusCode!);
      answer.on('error', () => {}).on('close', () => sent.destroy());
      void take(answer);
    });
    sent.end();
  });

/** Reads long answers at 160 KB a second. */
const slowReaders: Attack = async (attacker, end) => {
  const path = `${await largestRun(attacker)}/results`;
  const takeSlowly = async (answer: IncomingMessage) => {
    while (!answer.readableEnded && !answer.destroyed) {
      answer.read(PIECE_BYTES);
      await pause(PIECE_MS);
    }
  };
  const again = async () => {
    while (!end.aborted) await openAnswer(attacker, path, end, takeSlowly, { accept: NDJSON });
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, again));
};

/** Callers who read what is made anew for each: searches, counts and pages. */
const searches = (callers: number): Attack => {
  const live = 'environment=live';
  const paths = [
    `/account/v1/orders?${live}&limit=100`,
    `/account/v1/orders?${live}&q=history-1&limit=100`,
    `/account/v1/order-count?${live}`,
    `/account/v1/overview?${live}`,
    `/account/v1/reservations?${live}`,
  ];
  return async (attacker, end) => {
    const run = await largestRun(attacker);
    const pages = [`${run}/results?limit=1000`, `/api/v1/orders/${LARGE_ORDER}/decisions`];
    const read = (path: string): Ask => ({ path, as: path.startsWith('/account/') ? 'owner' : 'live' });
    const ids = Array.from({ length: 200 }, (_, n) => `history-${n}`);
    const known = {
      path: `/account/v1/known-orders?${live}`,
      body: { order_ids: ids },
      as: 'owner',
    } as const;
    const asks = [...[...paths, ...pages].map(read), known];
    await atOnce(callers, (n) => asks[n % asks.length]!)(attacker, end);
  };
};

/** Callers who cancel a what-if while it is prepared; one begins the next. */
const cancels =
  (callers: number): Attack =>
  async (attacker, end) => {
    const draft = { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] };
    const body = { orders: { from: '2020-01-01', to: '2100-01-01' }, draft };
    const path = '/api/v1/what-ifs';
    const begin = async () => (await attacker.json<{ what_if_id: number }>({ path, body })).what_if_id;
    let id = await begin();
    const cancel = atOnce(callers - 1, () => ({ method: 'POST', path: `${path}/${id}/cancel` }));
    const beginAgain = async () => {
      while (!end.aborted) {
        id = await begin().catch(() => id);
        await pause(PIECE_MS);
      }
    };
    await Promise.all([cancel(attacker, end), beginAgain()]);
  };

/** Opens connections and reads nothing of their answers. */
const mute =
  (callers: number, pathOf: (attacker: Attacker) => Promise<string>): Attack =>
  async (attacker, end) => {
    const path = await pathOf(attacker);
    const readRefusal = (answer: IncomingMessage) => answer.statusCode! >= 400 && answer.resume();
    const open = () => openAnswer(attacker, path, end, readRefusal);
    await Promise.all(Array.from({ length: callers }, open));
  };

/** A run that is not worked on: it stays open. */
const openRun = async (attacker: Attacker) => {
  const body = orders.run(30_000);
  const { routing_run_id } = await attacker.json<{ routing_run_id: number }>({
    ...{ path: '/api/v1/runs', body, type: NDJSON },
  });
  return `/api/v1/runs/${routing_run_id}/events`;
};

const stockPages = (callers: number) => atOnce(callers, () => ({ path: '/api/v1/inventory?limit=1000' }));

const muteReaders = mute(40, async () => '/api/v1/reports/decisions.csv');

const largeRuns = atOnce(1, () => ({ path: '/api/v1/runs', body: orders.run(30_000), type: NDJSON }));

const UPLOADED = 500_000;
/** Stock of many SKUs, all of which change each time. */
function* stockLines(quantity: number): Generator<string> {
  yield 'sku,warehouse_id,quantity_available\n';
  for (let row = 0; row < UPLOADED; row++) yield `UP-${row},EWR1,${quantity}\n`;
}

const SHIPPED = 2500;
const SINGLES = ['single orders'] as const;
/** Whoever needs a thread and a place. */
const LONG = ['single orders', 'batches', 'reports'] as const;
const OF_ENDPOINTS = ['webhooks', 'small runs', 'single orders'] as const;

/** What is attacked with, and how it is otherwise than the scenarios beside it. */
type Attacked = readonly [about: string, attack: Attack, otherwise?: Partial<Scenario>];

/** Scenarios on one stage with the same victims. */
const on = (
  stage: Stage,
  victims: Scenario['victims'],
  attacks: Readonly<Record<string, Attacked>>,
): Record<string, Scenario> =>
  Object.fromEntries(
    Object.entries(attacks).map(([name, [about, attack, otherwise]]) => [
      name,
      { about, stage, attack, victims, ...otherwise },
    ]),
  );

/** Scenarios whose only victim is the attacker's own live key. */
const own = (...sends: CallKind[]) => ({ victims: [], own: sends });

const tooManyRows = (n: number) => Readable.from(inParts(stockLines(5 + n)));
const shippedOrders = (n: number) => ({
  orders: Array.from({ length: SHIPPED }, (_, at) => ({
    order_id: `history-${(n * SHIPPED + at) % 20_000}`,
  })),
});

/** By name. Those on one stage stand together. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...on(DEMO, ['single orders', 'changes of settings'], {
    account: [
      'PUT account with 60 invitations, and 25 PATCH settings at once',
      accountChanges('', (n) => ({ path: '/account/v1/settings', body: { max_shipments: 1 + (n % 9) } })),
    ],
    'account-dry-run': [
      'the same as dry runs, with 25 PATCH warehouses',
      accountChanges('?dry_run=true', (n) => ({
        path: '/account/v1/warehouses/EWR1?dry_run=true',
        body: { safety_stock: n % 9 },
      })),
    ],
    settings: [
      '30 changes of settings at once, again and again',
      atOnce(30, (n) => ({
        ...{
          method: 'PATCH',
          path: '/account/v1/settings',
          body: { max_shipments: 1 + (n % 9) },
          as: 'owner',
        },
      })),
      { callers: 30 },
    ],
  }),
  ...on(DEMO, LONG, {
    'dry-runs': ['32 callers with dry runs of orders and batches', orderFlood('?dry_run=true', 'live')],
    tries: [
      'the same in the account API, as the console tries orders',
      orderFlood('?dry_run=true&environment=live', 'owner', '/account/v1'),
    ],
    promises: ['32 callers with 200 carts', promises],
    orders: ['32 callers with orders and batches', orderFlood('', 'live')],
  }),
  ...on(DEMO, SINGLES, {
    documents: [
      '60 callers without a key read the OpenAPI documents',
      atOnce(60, (n) => ({ path: DOCUMENTS[n % DOCUMENTS.length]!, as: 'nobody' })),
      { callers: 60 },
    ],
    'own-test-key': [
      'its own test key sends batches of 1,000 orders, 8 at once',
      atOnce(8, () => ({ path: BATCH, body: orders.batch(1000), as: 'test' })),
      { ...own('single orders'), callers: 8 },
    ],
    'own-uploads': [
      `its own uploads of ${UPLOADED} rows of stock, one after another`,
      atOnce(1, (n) => ({ path: '/api/v1/inventory/uploads', type: 'text/csv', body: tooManyRows(n) })),
      { ...own('orders of a unit', 'GET /me'), callers: 1 },
    ],
  }),
  ...on(HARD, LONG, {
    'hard-orders': [
      '32 callers with orders that are hard to decide',
      atOnce(32, (n) => ({ path: ROUTE, body: hardOrder(n) })),
    ],
  }),
  ...on(CHAIN, LONG, {
    'new-zips': [
      '4 batches at once of 700 orders to 700 new ZIPs, 1,200 warehouses',
      atOnce(4, (n) => ({ path: BATCH, body: batchToNewZips(n) })),
    ],
  }),
  ...on(MUTE_ENDPOINTS, OF_ENDPOINTS, {
    'mute-endpoints': ['150 events to each of up to 1,000 endpoints that do not answer', events],
  }),
  ...on(SLOW_ENDPOINTS, OF_ENDPOINTS, {
    'slow-endpoints': ['the same to endpoints that answer after 5 s', events],
  }),
  ...on(HISTORY, LONG, {
    reports: [`${DOWNLOADS} downloads at once of a report`, downloads('/api/v1/reports/decisions.csv')],
    results: [`${DOWNLOADS} of a run's results`, downloadsOfRun('results')],
    'run-why': [`${DOWNLOADS} of a run's why`, downloadsOfRun('why')],
    audit: [
      `${DOWNLOADS} of the audit log as CSV`,
      downloads('/account/v1/audit', { as: 'owner', headers: { accept: 'text/csv' } }),
    ],
    'order-why': [
      `${DOWNLOADS} of the why of an order of 10,000 lines`,
      downloads(`/api/v1/orders/${LARGE_ORDER}/why`),
    ],
    'slow-readers': [`${DOWNLOADS} callers that read a run's results slowly`, slowReaders],
  }),
  ...on(HISTORY, SINGLES, {
    cancels: ['60 callers begin what-ifs and cancel each again and again', cancels(60), { callers: 60 }],
    'stock-pages-12': ['12 callers with pages of 1,000 rows of stock', stockPages(12), { callers: 12 }],
    'stock-pages-40': ['40 of them', stockPages(40)],
    searches: [
      '40 callers with searches, counts, overviews, known orders, reservations, pages of decisions and results',
      searches(40),
    ],
    'shipped-files': [
      `batch-shipped of ${SHIPPED} orders, one after another`,
      atOnce(2, (n) => ({ path: '/api/v1/orders/batch-shipped', body: shippedOrders(n) })),
      { callers: 2 },
    ],
    'mute-readers': [
      'two clients with 40 readers of reports each that read nothing',
      (attacker, end) => Promise.all([attacker, attacker.second!].map((each) => muteReaders(each, end))),
      { victims: ['single orders', 'reports'] },
    ],
  }),
  ...on(BUSY, SINGLES, {
    streams: ['200 open streams of a run, without further requests', mute(200, openRun)],
    'own-window': [
      'a window of its own is saved: its runs of 30,000 orders, one after another',
      largeRuns,
      { ...own('single orders'), callers: 1 },
    ],
    'large-runs': [
      'runs of 30,000 orders, one after another',
      largeRuns,
      { victims: ['what-ifs', 'small runs', 'single orders'] },
    ],
  }),
  ...on(PROXIED, ['sign-ins', 'single orders'], {
    'sign-in': [
      '80 connections with wrong passwords of many accounts, from one network',
      wrongPasswords(() => '203.0.113.1'),
    ],
    'sign-in-networks': ['the same from many networks', wrongPasswords((n) => `203.0.${n % 200}.${n % 250}`)],
  }),
  ...on(LIMITED, SINGLES, {
    'rate-limit': [
      '32 callers of one key beyond its rate limit',
      atOnce(32, () => ({ path: ROUTE, body: orders.single() })),
    ],
  }),
  ...on(FAILING, ['what-ifs'], {
    'failing-runs': ['5 runs whose decisions cannot be saved, which wait for their next try', failingRuns],
  }),
};
