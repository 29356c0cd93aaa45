import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../shared/identity/keys.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { aPerson, type Person } from './account/people.ts';
import { anOrder, createTestApi, stock, type TestApi } from './api.ts';

// Whoever asks for a thing of another client by its id gets 404, whatever the route, and nothing changes. The routes are
// those that the application has: a new parameter of a path has to be given a value here.

let api: TestApi;
let acme: TestAccount;
let other: TestAccount;
let member: Person;
/** A value for each parameter of a path: something that acme has. By the parameter, or by the folder before it. */
let ofAcme: Readonly<Record<string, string | number>>;

const HOOK = 'https://acme.example/hook';

beforeAll(async () => {
  api = await createTestApi();
  const { app, db } = api;
  acme = await createTestAccount(db, {
    client: { slug: 'acme' },
    warehouses: [{ warehouse_id: 'ACME1', zip: '08837' }],
    profiles: [{ partner_id: 'acme-shop' }],
    item_controls: [{ sku: 'ACME-LAMP', rule: 'drop_ship' }],
    webhooks: [{ url: HOOK, events: ['run.completed'] }],
  });
  other = await createTestAccount(db, { client: { slug: 'other' } });
  member = await aPerson(db, 'member', acme.client_id);
  const { headers } = await aPerson(db, 'owner', acme.client_id);
  await createKey(db.prisma, acme.client_id, 'account_token', { name: 'acme', role: 'member' });
  await stock(app, acme.keys.test, ['CHAIR', 'ACME1', 5]);
  const post = async (url: string, payload: object, by: Record<string, string>) => {
    const response = await app.inject({ method: 'POST', url, payload, headers: by });
    expect([url, response.statusCode < 300 ? '' : response.body]).toEqual([url, '']);
    return response.json();
  };
  const key = { authorization: `Bearer ${acme.keys.test}` };
  const { routing_run_id, results } = await post(
    '/api/v1/orders/route',
    anOrder({ external_order_id: 'ACME-ORDER' }),
    key,
  );
  const run = await post('/api/v1/runs', { orders: [anOrder({ external_order_id: 'ACME-RUN' })] }, key);
  const whatIf = await post(
    '/api/v1/what-ifs',
    { orders: { routing_run_id }, draft: { settings: { max_shipments: 1 } } },
    key,
  );
  const bulk = await post(
    '/account/v1/bulk-actions?environment=test',
    { action: 'reroute', filter: { q: 'A' } },
    headers,
  );
  const hook = encodeURIComponent(HOOK);
  const { delivery_id } = await post(`/account/v1/webhooks/${hook}/test`, {}, headers);
  const { prisma } = db;
  await prisma.ssoDomain.create({
    data: { client_id: acme.client_id, domain: 'acme.example', token: 'none' },
  });
  const of = { where: { client_id: acme.client_id } };
  ofAcme = {
    routing_run_id: run.routing_run_id,
    routing_decision_id: results[0].routing_decision_id,
    order_id: 'ACME-ORDER',
    sku: 'CHAIR',
    what_if_id: whatIf.what_if_id,
    bulk_action_id: bulk.bulk_action_id,
    delivery_id,
    configuration_id: (await prisma.configuration.findFirstOrThrow(of)).id,
    email: member.email,
    url: hook,
    warehouse_id: 'ACME1',
    'api-keys': (await prisma.accessKey.findFirstOrThrow({ where: { ...of.where, kind: 'api_key' } })).id,
    tokens: (await prisma.accessKey.findFirstOrThrow({ where: { ...of.where, kind: 'account_token' } })).id,
    sessions: (await prisma.session.findFirstOrThrow({ where: { user: { email: member.email } } })).id,
    warehouses: 'ACME1',
    profiles: 'acme-shop',
    'item-controls': 'ACME-LAMP~drop_ship',
    domains: 'acme.example',
  };
}, 120_000);
afterAll(() => api.close());

/** Names of a route that are no client's, and routes of operators, who may read every client. */
const OF_NO_CLIENT = new Set(['name', 'code', 'slug']);

/** Bodies without which a route would not look for the thing. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /account/v1/warehouses/:warehouse_id/move': { after: 'EWR1' },
};

/** What acme itself does not have yet: its what-if and its bulk action have not been worked on, and its run has no floor. */
const NOT_THERE = [
  'GET /api/v1/what-ifs/:what_if_id/changes/:routing_decision_id/why',
  'GET /api/v1/runs/:routing_run_id/certificate',
  'GET /account/v1/runs/:routing_run_id/certificate',
  'GET /account/v1/what-ifs/:what_if_id/changes/:routing_decision_id/why',
];

/** A path of acme's things. */
function urlFor({ url, options: { config } }: RouteEntry): string {
  const path = url.replace(/([\w-]+)\/:(\w+)/g, (_, folder: string, name: string) => {
    const value = ofAcme[folder] ?? ofAcme[name];
    if (value === undefined) throw new Error(`${url}: no thing of acme is known for ${name}.`);
    return `${folder}/${value}`;
  });
  const more = url.endsWith('/history') ? '&warehouse_id=ACME1' : '';
  return config?.ledger ? `${path}?environment=test${more}` : path;
}

/** All rows of acme, by table. */
async function rowsOfAcme(): Promise<Record<string, string>> {
  const { pool } = api.db;
  const { rows } = await pool.query<{ table: string; column: string }>(`
    SELECT table_name AS table, max(column_name) AS column FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name IN ('client_id', 'ledger_id') GROUP BY 1`);
  const found: Record<string, string> = {};
  for (const { table, column } of rows) {
    const owner = column === 'client_id' ? '$1' : 'ANY (SELECT id FROM ledgers WHERE client_id = $1)';
    const { rows: all } = await pool.query<{ text: string }>(
      // When a key was used last is noted some time later.
      `SELECT string_agg(row::text, E'\\n' ORDER BY row::text) AS text
       FROM ${table} t CROSS JOIN LATERAL (SELECT to_jsonb(t) - 'last_used_at' AS row) AS r WHERE ${column} = ${owner}`,
      [acme.client_id],
    );
    if (all[0]!.text !== null) found[table] = all[0]!.text;
  }
  return found;
}

it('every route answers 404 to the ids of another client, and changes nothing', async () => {
  const stranger = await aPerson(api.db, 'owner', other.client_id);
  // Where the key was used is noted some time later.
  const where = { client_id: acme.client_id, environment: 'test' } as const;
  const usedFrom = async () => (await api.db.prisma.accessKey.findFirstOrThrow({ where })).last_used_from;
  await expect.poll(usedFrom, { timeout: 30_000 }).not.toBeNull();
  const before = await rowsOfAcme();
  expect(Object.keys(before).length).toBeGreaterThan(15);
  const parameters = ({ url }: RouteEntry) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const routes = api.app.routeTable.filter(
    (route) =>
      /^\/(api|account)\/v1\//.test(route.url) &&
      parameters(route).length > 0 &&
      !parameters(route).some((name) => OF_NO_CLIENT.has(name)),
  );
  expect(routes.length).toBeGreaterThan(30);
  const strangers: string[] = [];
  const owners: string[] = [];
  for (const route of routes) {
    const place = `${route.method} ${route.url}`;
    const ask = async (key: string, { headers }: Person) => {
      const { statusCode } = await api.app.inject({
        method: route.method as 'GET',
        url: urlFor(route),
        headers: route.url.startsWith('/api/') ? { authorization: `Bearer ${key}` } : headers,
        ...(['POST', 'PUT', 'PATCH'].includes(route.method) && { payload: BODIES[place] ?? {} }),
      });
      return statusCode;
    };
    const isStream = route.url.endsWith('/events');
    if (route.method === 'GET' && !isStream && (await ask(acme.keys.test, member)) === 404)
      owners.push(place);
    const status = await ask(other.keys.test, stranger);
    if (status !== 404) strangers.push(`${place}: ${status}`);
  }
  expect(strangers).toEqual([]);
  expect(await rowsOfAcme()).toEqual(before);
  // Else the 404 of the stranger would prove nothing.
  expect(owners.toSorted()).toEqual(NOT_THERE.toSorted());
});
