import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../shared/db/migrate.ts';
import { createKey } from '../../shared/identity/keys.ts';
import { authenticate } from '../../shared/identity/principal.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { type DatabaseDump, dumpDatabase, restoreDatabase } from '../../shared/testing/database-dump.ts';
import { anOrder as aRoutingOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aPerson, headersOf } from './account/people.ts';
import { aClient, anOrder, createTestApi, openApi, stock, type TestApi } from './api.ts';

/** A database of the last release, and what that release answered about it. */
interface LastRelease {
  readonly version: string;
  readonly client_id: number;
  readonly waiting_run: number;
  readonly database: DatabaseDump;
  /** By path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Made once for each release, with `RELEASE_DUMP=1`, from the commit that is tagged. Nothing else may change it. */
const FILE = new URL('golden/last-release.json', import.meta.url);

const PATHS = [
  '/api/v1/orders/SO-FULL',
  '/api/v1/orders/SO-FULL/why',
  '/api/v1/orders/SO-SPLIT/why',
  '/api/v1/orders/SO-NONE/why',
  '/api/v1/orders/SO-AGAIN',
  '/api/v1/orders/SO-SHIPPED',
  '/api/v1/runs/RUN',
  '/api/v1/runs/RUN/results',
  '/account/v1/account',
  '/account/v1/orders?environment=live',
  '/account/v1/configurations',
  '/account/v1/audit',
];

const CHAIR = { sku: 'CHAIR', unit_value: 40, unit_weight: 2 };

/** Uses each thing that is stored of a client at least once. */
async function aUsedDatabase(
  api: TestApi,
): Promise<Pick<LastRelease, 'client_id' | 'waiting_run'> & { run: number }> {
  const { app, db } = api;
  const { client_id, live } = await aClient(db, {
    client: { slug: 'upgraded' },
    settings: { partial_shipment: 'warn', stock_counts: 'on_hand' },
    item_controls: [{ sku: 'HELD', rule: 'hold' }],
    webhooks: [{ url: 'https://shop.example/hooks', events: ['order.rerouted', 'run.completed'] }],
  });
  const post = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${live}` };
    const response = await app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
  };
  await aPerson(db, 'owner', client_id);
  await stock(app, live, ['CHAIR', 'EWR1', 20], ['TABLE', 'ATL1', 20]);
  await post('orders/batch-route', {
    orders: [
      anOrder({ external_order_id: 'SO-FULL', lines: [{ ...CHAIR, quantity: 2 }] }),
      anOrder({
        external_order_id: 'SO-SPLIT',
        lines: [
          { ...CHAIR, quantity: 1 },
          { sku: 'TABLE', quantity: 1 },
        ],
      }),
      anOrder({ external_order_id: 'SO-NONE', lines: [{ sku: 'GONE', quantity: 1 }] }),
      anOrder({ external_order_id: 'SO-RELEASED' }),
      anOrder({ external_order_id: 'SO-SHIPPED' }),
    ],
  });
  await post('orders/route', anOrder({ external_order_id: 'SO-AGAIN', hold_minutes: 60 }));
  await post('orders/SO-AGAIN/confirm', {});
  await post('orders/SO-AGAIN/reroute', { exclude_warehouse_ids: ['ATL1'] });
  await post('orders/SO-RELEASED/release', {});
  await post('orders/SO-SHIPPED/shipped', {});
  const counted = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 18 };
  await post('inventory', { counted_at: new Date().toISOString(), inventory: [counted] });
  const orders = Array.from({ length: 4 }, (_, n) =>
    aRoutingOrder({ order_id: `RUN-${n}`, lines: [{ sku: 'CHAIR', quantity: 1, unit_value: 5 }] }),
  );
  const principal = await authenticate(db, `Bearer ${live}`);
  const run = await createAcceptedRun(db, principal, orders, 2);
  await work(api, run);
  const waiting = orders.map((order) => ({ ...order, order_id: `WAITING-${order.order_id}` }));
  return { client_id, run, waiting_run: await createAcceptedRun(db, principal, waiting, 2) };
}

async function work({ db }: TestApi, run: number): Promise<void> {
  const lanes = createLaneResolver(db);
  await workRun({ db, lanes }, run).finally(() => lanes.close());
}

/** What is answered about the client, by path, to a new key and in a new session of its owner. */
async function answersOf({ app, db }: TestApi, client_id: number, paths: readonly string[]) {
  const { secret } = await createKey(db.prisma, client_id, 'api_key', { name: 'after', environment: 'live' });
  const owner = await db.prisma.user.findFirstOrThrow({ where: { memberships: { some: { client_id } } } });
  const session = headersOf((await startSession(db, owner, new Date())).token);
  const answers: Record<string, unknown> = {};
  for (const url of paths) {
    const key = { authorization: `Bearer ${secret}` };
    const response = await app.inject({ url, headers: url.startsWith('/api/') ? key : session });
    expect([url, response.statusCode]).toEqual([url, 200]);
    answers[url] = response.json();
  }
  return { secret, answers };
}

async function makeDump(): Promise<void> {
  const api = await createTestApi();
  const { run, ...used } = await aUsedDatabase(api);
  const database = await dumpDatabase(api.db);
  const paths = PATHS.map((path) => path.replace('RUN', String(run)));
  const { answers } = await answersOf(api, used.client_id, paths);
  await api.close();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const release: LastRelease = { version, ...used, database, answers };
  // A line for each row and answer.
  writeFileSync(FILE, `${JSON.stringify(release).replace(/([[{,])(?=\{"|"\/)/g, '$1\n')}\n`);
}

let release: LastRelease;
let api: TestApi;
beforeAll(async () => {
  if (process.env.RELEASE_DUMP === '1') await makeDump();
  release = JSON.parse(readFileSync(FILE, 'utf8'));
  const db = await createTestDatabase();
  await restoreDatabase(db, release.database);
  await migrate(db.url);
  api = await openApi(db);
});
afterAll(async () => {
  await api.close();
  await api.db.close();
});

describe('a database of the last release', () => {
  it('is read as that release read it, goes on with what waited, and adds up', async () => {
    const { client_id, waiting_run, answers } = release;
    const now = await answersOf(api, client_id, Object.keys(answers));
    // What is added stays out of the comparison; what was removed stands in the changelog.
    const { shadow: _, ...account } = answers['/account/v1/account'] as { readonly shadow?: null };
    expect(now.answers).toMatchObject({ ...answers, '/account/v1/account': account });
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${now.secret}` };
      const url = `/api/v1/${path}`;
      return (await api.app.inject({ method, url, headers, ...(payload && { payload }) })).json();
    };
    await work(api, waiting_run);
    expect(await ask('GET', `runs/${waiting_run}`)).toMatchObject({ status: 'completed', orders_routed: 4 });
    const again = anOrder({ external_order_id: 'SO-FULL', lines: [{ ...CHAIR, quantity: 3 }] });
    expect((await ask('POST', 'orders/route', again)).results).toMatchObject([{ status: 'FULL' }]);
    expect((await reconcile(api.db)).differences).toEqual([]);
  });
});
