import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { lockElsewhere } from '../../shared/testing/lock-elsewhere.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { aPerson, PASSWORD, type Person } from './account/people.ts';
import { anOrder, openApi, type TestApi } from './api.ts';

/** Requests of one client that wait at once. More than the connections of the pool. */
const REQUESTS = 10;

/** Connections of one client that may wait for locks at once (lock-waits.ts). */
const MAX_WAITING = 2;

let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  const db = await createTestDatabase();
  const { databaseTimeouts: timeouts } = loadConfig({});
  const own = openDatabase(db.url, {
    ...{ timeouts, poolSize: 8, applicationName: 'under test', secrets: db.secrets },
  });
  api = await openApi({ ...own, prisma: own.prisma });
  close = async () => {
    await api.close();
    await own.close();
    await db.close();
  };
});
afterAll(() => close());

let account: TestAccount;
let other: TestAccount;
let owner: Person;
beforeEach(async () => {
  [account, other] = [await createTestAccount(api.db), await createTestAccount(api.db)];
  owner = await aPerson(api.db, 'owner', account.client_id);
  const inventory = [{ sku: 'SKU-1', warehouse_id: 'EWR1', quantity_available: 10_000 }];
  for (const each of [account, other]) await ok('POST', '/api/v1/inventory', { inventory }, each.keys.live);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request with an API key, or of the account's owner. */
function ask(method: Method, url: string, payload?: object, key?: string) {
  const headers = key === undefined ? owner.headers : { authorization: `Bearer ${key}` };
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function ok(...asked: Parameters<typeof ask>) {
  const answer = await ask(...asked);
  expect([answer.statusCode, answer.body], asked.slice(0, 2).join(' ')).toEqual([
    expect.toSatisfy((code: number) => code < 300),
    expect.anything(),
  ]);
  return answer.body === '' ? null : answer.json();
}

const v1 = (method: Method, path: string, payload?: object) =>
  ask(method, `/api/v1${path}`, payload, account.keys.live);
const route = (key = account.keys.live) => ask('POST', '/api/v1/orders/route', anOrder(), key);

/** Connections of the application that wait for a lock now. */
async function waiting(): Promise<number> {
  const { rows } = await api.db.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'under test' AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

/** Makes `n` things at once and returns their ids. */
async function made(n: number, path: string, payload: object, id: string): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < n; nth += 1) {
    const url = path.startsWith('/account') ? path : `/api/v1${path}`;
    const key = path.startsWith('/account') ? undefined : account.keys.live;
    ids.push((await ok('POST', url, payload, key))[id]);
  }
  return ids;
}

const runs = (n: number) => made(n, '/runs', { orders: [anOrder()] }, 'routing_run_id');
const failedRuns = async (n: number) => {
  const ids = await runs(n);
  await api.db.pool.query("UPDATE runs SET status = 'failed', failure = 'a fault' WHERE id = ANY($1)", [ids]);
  return ids;
};
const whatIfs = (n: number) =>
  made(
    n,
    '/what-ifs',
    { orders: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }, draft: {} },
    'what_if_id',
  );
const actions = (n: number) =>
  made(
    n,
    '/account/v1/bulk-actions?environment=live',
    { action: 'reroute', filter: { status: 'NONE' } },
    'bulk_action_id',
  );

/** Sends requests that wait for a lock that somebody has. Meanwhile another client notices nothing. */
async function sendWhileHeld(
  hold: () => ReturnType<typeof lockElsewhere>,
  send: (nth: number) => Promise<unknown>,
) {
  const lock = await hold();
  const sent = Array.from({ length: REQUESTS }, (_, nth) => send(nth));
  let most = 0;
  let ended = 0;
  for (const each of sent) void each.then(() => (ended += 1));
  // Several times as long as a try takes; sooner if nothing waits at all.
  for (let round = 0; round < 25 && ended < REQUESTS; round += 1) {
    const answer = await route(other.keys.live);
    expect(answer.statusCode).toBe(200);
    for (let looks = 0; looks < 5; looks += 1) most = Math.max(most, await waiting());
  }
  expect([most, ended]).not.toEqual([0, REQUESTS]);
  await lock.release();
  const answers = (await Promise.all(sent)) as Awaited<ReturnType<typeof ask>>[];
  // Some changes of an account or a person are refused at once, because too many wait.
  const isRefused = (code: string) => code === 'overloaded' || code === 'unavailable';
  const failed = answers.filter((each) => each.statusCode >= 500 && !isRefused(each.json().code));
  expect(failed.map(({ body }) => body)).toEqual([]);
  expect(most).toBeLessThanOrEqual(MAX_WAITING);
}

const LEDGER = 'SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE';
const CLIENT = 'SELECT FROM clients WHERE id = $1 FOR UPDATE';
const AUDIT = 'SELECT FROM audit_heads WHERE client_id = $1 FOR UPDATE';
const ENDPOINTS = 'SELECT FROM webhook_endpoints WHERE client_id = $1 FOR UPDATE';
const USERS =
  'SELECT FROM users WHERE id IN (SELECT user_id FROM memberships WHERE client_id = $1) FOR NO KEY UPDATE';
const ACCOUNT = "SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))";
const RUN = 'SELECT FROM runs WHERE ledger_id = $1 FOR NO KEY UPDATE';
const WHAT_IF = 'SELECT FROM what_ifs WHERE ledger_id = $1 FOR UPDATE';

const settings = (nth: number) =>
  ask('PATCH', '/account/v1/settings/split_shipment', { value: nth % 2 === 0 ? 'block' : 'warn' });

describe('while somebody has', () => {
  const ledger = () => lockElsewhere(api.db.url, LEDGER, account.live.ledger_id);
  const order = (nth: number) => `/orders/SO-${nth}`;
  it.each<[string, (nth: number) => Promise<unknown>]>([
    ['orders', () => route()],
    [
      'batches',
      () =>
        v1('POST', '/orders/batch-route', {
          orders: [1, 2, 3, 4, 5].map((each) => anOrder({ external_order_id: `B-${each}` })),
        }),
    ],
    [
      'syncs',
      (n) =>
        v1('POST', '/inventory', {
          inventory: [{ sku: `S${n}`, warehouse_id: 'EWR1', quantity_available: 1 }],
        }),
    ],
    [
      'changes of stock',
      () =>
        v1('POST', '/inventory/changes', {
          changes: [{ sku: 'SKU-1', warehouse_id: 'EWR1', change: 1 }],
        }),
    ],
    ['releases', (n) => v1('POST', `${order(n)}/release`)],
    ['corrections', (n) => v1('POST', `${order(n)}/reroute`)],
    ['shipments', (n) => v1('POST', `${order(n)}/shipped`)],
    ['erasures', (n) => v1('DELETE', `${order(n)}/raw_order_data`)],
    ['confirmations', (n) => v1('POST', `${order(n)}/confirm`)],
    ['runs', () => v1('POST', '/runs', { orders: [anOrder()] })],
    ['reroutes of many orders', () => v1('POST', '/runs/reroute', { statuses: ['FULL'] })],
  ])('the lock of a ledger, %s take no connections from another client', async (_what, send) => {
    for (let n = 0; n < REQUESTS; n += 1)
      expect(
        (
          await ask(
            'POST',
            '/api/v1/orders/route',
            anOrder({ external_order_id: `SO-${n}`, raw_order_data: {} }),
            account.keys.live,
          )
        ).statusCode,
      ).toBe(200);
    await sendWhileHeld(ledger, send);
  });

  it('the lock of a client, orders and changes of the account take none', async () => {
    const hold = () => lockElsewhere(api.db.url, CLIENT, account.client_id);
    await sendWhileHeld(hold, (nth) => (nth % 2 === 0 ? route() : settings(nth)));
  });

  it('the head of an audit log, changes of the account take none', async () => {
    await ok('PATCH', '/account/v1/settings/split_shipment', { value: 'warn' });
    await sendWhileHeld(() => lockElsewhere(api.db.url, AUDIT, account.client_id), settings);
  });

  it('the lock of an account, changes of it and dry runs take none', async () => {
    const dryRun = () => ask('PATCH', '/account/v1/warehouses/EWR1?dry_run=true', { priority: 7 });
    const hold = () => lockElsewhere(api.db.url, ACCOUNT, account.slug);
    await sendWhileHeld(hold, (nth) => (nth % 2 === 0 ? dryRun() : settings(nth)));
  });

  it('the lock of an account, who applies what-ifs takes none', async () => {
    const ids = await whatIfs(REQUESTS);
    const apply = (nth: number) => ask('POST', `/account/v1/what-ifs/${ids[nth]}/apply?environment=live`);
    await sendWhileHeld(() => lockElsewhere(api.db.url, ACCOUNT, account.slug), apply);
  });

  it('the rows of webhook endpoints, who sends test events takes none', async () => {
    const url = 'https://example.com/hook';
    await ok('POST', '/account/v1/webhooks', { url, events: ['inventory.synced'] });
    const test = () => ask('POST', `/account/v1/webhooks/${encodeURIComponent(url)}/test`);
    await sendWhileHeld(() => lockElsewhere(api.db.url, ENDPOINTS, account.client_id), test);
  });

  it.each([
    ['their own rows, people who change their passwords', USERS, 'PUT', 'session/password'],
    ['the head of an audit log, people who change their passwords', AUDIT, 'PUT', 'session/password'],
    ['the head of an audit log, who signs out', AUDIT, 'DELETE', 'session'],
  ] as const)('%s take none', async (_what, statement, method, path) => {
    await ok('PATCH', '/account/v1/settings/split_shipment', { value: 'warn' });
    const people = await Promise.all(
      Array.from({ length: REQUESTS }, () => aPerson(api.db, 'member', account.client_id)),
    );
    const act = (nth: number) => {
      const payload = { current_password: PASSWORD, new_password: `another password ${nth}` };
      const { headers } = people[nth]!;
      const url = `/account/v1/${path}`;
      return api.app.inject({ method, url, headers, ...(method === 'PUT' && { payload }) });
    };
    await sendWhileHeld(() => lockElsewhere(api.db.url, statement, account.client_id), act);
  });

  it.each([
    [
      'the lock of a run, who cancels it takes',
      RUN,
      runs,
      1,
      (id: number) => v1('POST', `/runs/${id}/cancel`),
    ],
    [
      'the locks of runs, who cancels them takes',
      RUN,
      runs,
      REQUESTS,
      (id: number) => v1('POST', `/runs/${id}/cancel`),
    ],
    [
      'the locks of runs, who retries them takes',
      RUN,
      failedRuns,
      REQUESTS,
      (id: number) => v1('POST', `/runs/${id}/retry`),
    ],
    [
      'the lock of a what-if, who cancels it takes',
      WHAT_IF,
      whatIfs,
      1,
      (id: number) => v1('POST', `/what-ifs/${id}/cancel`),
    ],
    [
      'the locks of what-ifs, who cancels them takes',
      WHAT_IF,
      whatIfs,
      REQUESTS,
      (id: number) => v1('POST', `/what-ifs/${id}/cancel`),
    ],
    [
      'the locks of what-ifs, who deletes them takes',
      WHAT_IF,
      whatIfs,
      REQUESTS,
      (id: number) => v1('DELETE', `/what-ifs/${id}`),
    ],
    [
      'the locks of bulk actions, who cancels them takes',
      RUN,
      actions,
      10,
      (id: number) => ask('POST', `/account/v1/bulk-actions/${id}/cancel?environment=live`),
    ],
  ] as const)('%s none', async (_what, statement, make, n, send) => {
    const ids = await make(n);
    const hold = () => lockElsewhere(api.db.url, statement, account.live.ledger_id);
    await sendWhileHeld(hold, (nth) => send(ids[nth % n]!));
  });
});
