import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { ERRORS, type ErrorCode } from '../../shared/foundation/errors/catalogue.ts';
import type { CallerRole } from '../../shared/identity/actor.ts';
import { createKey } from '../../shared/identity/keys.ts';
import { placeOfClientSecret } from '../../shared/identity/sso/sso-state.ts';
import { openTcpProxy } from '../../shared/testing/tcp-proxy.ts';
import { aPerson, PASSWORD, type Person } from './account/people.ts';
import { aClient, anOrder, ask, BODY_LIMIT, createTestApi, openApi, stock, type TestApi } from './api.ts';
import { answerTo, begin } from './sent-in-parts.ts';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const STOCK = '/api/v1/inventory';
const RUNS = '/api/v1/runs';

const closing: (() => Promise<void>)[] = [];
const api = await createTestApi();
const client = await aClient(api.db);
await api.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await api.close();
});

interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Record<string, string>;
  /** null: none is sent. */
  readonly key?: string | null;
  readonly of?: TestApi;
}

async function refusal(url: string, payload?: object | string, sent: Sent = {}): Promise<Refusal> {
  const { method = 'POST', headers = {}, key = client.live, of = api } = sent;
  const { status, body } = await ask(of, key ?? {}, method, url, payload, headers);
  return { status, ...body };
}

const csv = (rows: readonly string[]) => ({
  payload: rows.join('\n'),
  headers: { 'content-type': 'text/csv' },
});
const orders = (count: number) =>
  Array.from({ length: count }, (_, n) => anOrder({ external_order_id: `SO-${n}` }));
const stockRows = (count: number) => [
  'sku,warehouse_id,quantity_available',
  ...Array.from({ length: count }, (_, n) => `S${n},EWR1,1`),
];

const sent = (begun: ClientRequest): Promise<Refusal> =>
  answerTo(begun).then(({ status, body }) => ({ status, ...body }));

/** Another application on the same database, with other settings. */
async function openWith(settings: Parameters<typeof openApi>[1]): Promise<TestApi> {
  const other = await openApi(api.db, settings);
  closing.push(() => other.close());
  return other;
}

/** Sends bytes to the service as they are; `withConnection` gets the service's end of their connection. */
async function sendBytes(
  bytes: string,
  withConnection: (socket: Socket) => void = () => {},
): Promise<Refusal> {
  const { port } = api.app.server.address() as AddressInfo;
  const connected = once(api.app.server, 'connection');
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => {}); // it may break once it is answered
  const [serverSide] = await connected;
  withConnection(serverSide);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}(\r|$)/);
  return { status: Number(head.split(' ')[1]), ...JSON.parse(body) };
}

/** An owner of an account with single sign-on. */
async function ownerWithSso(more: {
  readonly issuer?: string;
  readonly required?: boolean;
}): Promise<Person> {
  const { client_id } = await aClient(api.db);
  const issuer = more.issuer ?? 'https://login.example.com';
  const client_secret = api.db.secrets.seal('secret', placeOfClientSecret({ client_id, issuer }));
  await api.db.prisma.ssoConnection.create({
    data: {
      client_id,
      oidc_client_id: 'wrs',
      client_secret,
      break_glass_user: 'other@example.com',
      ...more,
      issuer,
    },
  });
  return aPerson(api.db, 'owner', client_id);
}

/** A request of the account API by a person of the client. */
async function byPerson(
  role: CallerRole,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  more: Record<string, string> = {},
): Promise<Refusal> {
  const person = await aPerson(api.db, role, role === 'operator' ? null : client.client_id);
  const headers = { ...person.headers, ...more };
  return refusal(`/account/v1/${path}`, payload, { method, key: null, headers });
}

/** What causes each error of the catalogue. */
const CAUSES: Readonly<Record<ErrorCode, () => Promise<Refusal>>> = {
  bad_request: () => refusal('/api/v1/orders/%zz', undefined, { method: 'GET' }),
  invalid_json: () =>
    refusal(ROUTE, '{"external_order_id":', { headers: { 'content-type': 'application/json' } }),
  missing_order_id: () => refusal(ROUTE, anOrder({ external_order_id: '' })),
  missing_lines: () => refusal(ROUTE, anOrder({ lines: [] })),
  client_id_in_body: () => refusal(ROUTE, anOrder({ client_id: 7 })),
  unknown_warehouse: () =>
    refusal(STOCK, { inventory: [{ sku: 'A', warehouse_id: 'NOWHERE', quantity_available: 1 }] }),
  counted_too_long_ago: () =>
    refusal(STOCK, {
      counted_at: '2020-01-01T00:00:00Z',
      inventory: [{ sku: 'A', warehouse_id: 'EWR1', quantity_available: 1 }],
    }),
  not_allocated: async () => {
    await refusal(STOCK, { inventory: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 9 }] });
    await refusal(ROUTE, anOrder({ external_order_id: 'SHIPS' }));
    return refusal('/api/v1/orders/SHIPS/shipped', {
      shipments: [{ warehouse_id: 'EWR1', lines: [{ sku: 'CHAIR', quantity: 99 }] }],
    });
  },
  nothing_reserved: async () => {
    const recommending = await aClient(api.db, { settings: { use_inventory_availability: false } });
    await refusal(ROUTE, anOrder(), { key: recommending.live });
    return refusal('/api/v1/orders/SO-1/shipped', {}, { key: recommending.live });
  },
  order_released: async () => {
    await refusal(ROUTE, anOrder({ external_order_id: 'RELEASED' }));
    await refusal('/api/v1/orders/RELEASED/release', {});
    return refusal('/api/v1/orders/RELEASED/shipped', {});
  },
  hold_expired: async () => {
    await refusal(ROUTE, anOrder({ external_order_id: 'HELD', hold_minutes: 1 }));
    await api.db.pool.query(
      `UPDATE order_expiries SET expires_at = date_trunc('milliseconds', clock_timestamp()) WHERE order_id = 'HELD'`,
    );
    return refusal('/api/v1/orders/HELD/confirm', {});
  },
  nothing_remains: async () => {
    await refusal(ROUTE, anOrder({ external_order_id: 'SHIPPED' }));
    await refusal('/api/v1/orders/SHIPPED/shipped', {});
    return refusal('/api/v1/orders/SHIPPED/reroute', {});
  },
  quantity_changed: () =>
    refusal('/api/v1/inventory/changes', {
      changes: [{ sku: 'NEW', warehouse_id: 'EWR1', change: 1, expected_quantity: 7 }],
    }),
  quantity_below_zero: () =>
    refusal('/api/v1/inventory/changes', { changes: [{ sku: 'NEW', warehouse_id: 'EWR1', change: -1 }] }),
  duplicate_inventory_row: () => {
    const row = { sku: 'A', warehouse_id: 'EWR1', quantity_available: 1 };
    return refusal(STOCK, { inventory: [row, row] });
  },
  duplicate_order_id: () => refusal(BATCH, { orders: [anOrder(), anOrder()] }),
  unknown_query_parameter: () => refusal('/api/v1/me?colour=red', undefined, { method: 'GET' }),
  incompatible_options: () => refusal(`${ROUTE}?explain=true`, anOrder()),
  client_required: () => byPerson('operator', 'GET', 'warehouses'),
  sign_in_failed: () =>
    refusal('/account/v1/session', { email: 'nobody@example.com', password: 'wrong' }, { key: null }),
  invalid_account_token: () => refusal('/account/v1/session', undefined, { method: 'GET' }), // by an API key
  forbidden: () => byPerson('member', 'DELETE', 'transit'),
  confirm_again: async () => {
    const { email, headers } = await aPerson(api.db, 'owner', client.client_id);
    const long_ago = new Date(Date.now() - 16 * 60_000);
    await api.db.prisma.session.updateMany({ where: { user: { email } }, data: { confirmed_at: long_ago } });
    const key = { name: 'unconfirmed', environment: 'test' };
    return refusal('/account/v1/api-keys', key, { key: null, headers });
  },
  csrf_token: () => byPerson('owner', 'DELETE', 'transit', undefined, { 'x-csrf-token': 'none' }),
  already_exists: () => byPerson('owner', 'POST', 'api-keys', { name: 'ci', environment: 'test' }),
  missing_scope: async () => {
    const account = await aClient(api.db, {
      api_keys: [
        { name: 'store', environment: 'live', scopes: ['promise'] },
        { name: 'ci', environment: 'test' },
      ],
    });
    return refusal(ROUTE, anOrder(), { key: account.live });
  },
  address_not_allowed: async () => {
    const account = await aClient(api.db, {
      api_keys: [
        { name: 'store', environment: 'live', allowed_addresses: ['192.0.2.1'] },
        { name: 'ci', environment: 'test' },
      ],
    });
    return refusal(ROUTE, anOrder(), { key: account.live });
  },
  account_limit: () => {
    vi.stubEnv('ACCOUNT_KEYS_LIMIT', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    return byPerson('owner', 'POST', 'api-keys', { name: 'one more', environment: 'test' });
  },
  second_factor_required: async () => {
    const { email } = await aPerson(api.db, 'member', client.client_id);
    await api.db.prisma.user.update({ where: { email }, data: { second_factor_at: new Date() } });
    return refusal('/account/v1/session', { email, password: PASSWORD }, { key: null });
  },
  enrol_second_factor: async () => {
    const { client_id } = await aClient(api.db, { client: { require_second_factor: true } });
    const { headers } = await aPerson(api.db, 'owner', client_id);
    return refusal('/account/v1/users', undefined, { method: 'GET', key: null, headers });
  },
  no_sso: () => refusal('/account/v1/session/sso', { email: 'a@example.com' }, { key: null }),
  sso_provider: async () => {
    const person = await ownerWithSso({ issuer: 'https://127.0.0.1' });
    return refusal('/account/v1/sso/test', {}, { key: null, headers: person.headers });
  },
  sso_required: async () => {
    const { headers } = await ownerWithSso({ required: true });
    return refusal('/account/v1/users', undefined, { method: 'GET', key: null, headers });
  },
  person_required: async () => {
    const wanted = { name: 'lasting', role: 'owner' } as const;
    const { secret } = await createKey(api.db.prisma, client.client_id, 'account_token', wanted);
    return refusal('/account/v1/sessions', undefined, { method: 'GET', key: secret });
  },
  password_required: async () => {
    const person = await ownerWithSso({});
    const { id: user_id } = await api.db.prisma.user.findUniqueOrThrow({ where: { email: person.email } });
    const { client_id } = await api.db.prisma.membership.findFirstOrThrow({ where: { user_id } });
    const identity = { user_id, client_id, issuer: 'https://login.example.com', sub: 'x' };
    const { id } = await api.db.prisma.ssoIdentity.create({ data: identity });
    const now = { sso_identity_id: id, sso_checked_at: new Date() };
    await api.db.prisma.session.updateMany({ where: { user_id }, data: now });
    return refusal('/account/v1/second-factor', undefined, {
      method: 'GET',
      key: null,
      headers: person.headers,
    });
  },
  key_expired: async () => {
    const { id } = await createKey(api.db.prisma, client.client_id, 'api_key', {
      name: 'expired',
      environment: 'test',
    });
    await api.db.pool.query(`UPDATE access_keys SET expires_at = now() WHERE kind = 'api_key' AND id = $1`, [
      id,
    ]);
    return byPerson('owner', 'POST', `api-keys/${id}/roll`, {});
  },
  link_ended: () => refusal('/account/v1/session/link', { token: 'none', kind: 'reset' }, { key: null }),
  no_mail: () => refusal('/account/v1/session/forgot', { email: 'a@example.com' }, { key: null }),
  no_public_url: async () => {
    const offline = await openApi(api.db, { publicUrl: null });
    onTestFinished(() => offline.close());
    const { headers } = await aPerson(api.db, 'owner', client.client_id);
    const payload = { email: 'new@example.com', role: 'viewer' };
    const answer = await offline.app.inject({ method: 'POST', url: '/account/v1/users', headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  },
  last_owner: async () => {
    const owner = await aPerson(api.db, 'owner', (await aClient(api.db)).client_id);
    const path = `/account/v1/users/${owner.email}`;
    return refusal(path, undefined, { method: 'DELETE', key: null, headers: owner.headers });
  },
  precondition_failed: () =>
    byPerson('owner', 'PATCH', 'warehouses/EWR1', { priority: 9 }, { 'if-match': '"old"' }),
  not_signed_in: () => refusal('/ops/queues', undefined, { method: 'GET' }),
  other_site: () =>
    refusal('/account/v1/session', undefined, { headers: { 'sec-fetch-site': 'cross-site' } }),
  request_timeout: () =>
    sendBytes('', (socket) => {
      // as Node does after headersTimeout, a minute
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      api.app.server.emit('clientError', late, socket);
    }),
  headers_too_large: () => sendBytes(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
  invalid_api_key: () => refusal('/api/v1/me', undefined, { method: 'GET', key: 'wrs_live_nobody' }),
  subscription_inactive: async () => {
    const { live } = await aClient(api.db, { client: { subscription_status: 'paused' } });
    return refusal('/api/v1/me', undefined, { method: 'GET', key: live });
  },
  usage_limit: async () => {
    const { live } = await aClient(api.db, { client: { plan: 'trial' } });
    return refusal(BATCH, { orders: orders(16) }, { key: live });
  },
  upload_limit: async () => {
    const { live } = await aClient(api.db, { client: { plan: 'trial' } });
    const { payload, headers } = csv(stockRows(50_001));
    return refusal(`${STOCK}/uploads`, payload, { headers, key: live });
  },
  not_found: () => refusal('/api/v1/nothing', undefined, { method: 'GET' }),
  method_not_allowed: () => refusal('/api/v1/me', {}),
  body_timeout: async () => {
    const begun = begin(api, client.live, ROUTE);
    const answer = sent(begun);
    begun.write('{');
    let isAnswered = false;
    const settle = () => (isAnswered = true);
    answer.then(settle, settle);
    while (!isAnswered) {
      api.app.bodies.pace.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    begun.destroy();
    return answer;
  },
  idempotency_conflict: async () => {
    const headers = { 'idempotency-key': 'conflict' };
    await refusal(ROUTE, anOrder(), { headers });
    return refusal(ROUTE, anOrder({ external_order_id: 'SO-OTHER' }), { headers });
  },
  reroute_worse: async () => {
    const { live: key } = await aClient(api.db);
    const sync = () => stock(api.app, key, ['CHAIR', 'EWR1', 2], ['CHAIR', 'ATL1', 1]);
    await sync();
    await refusal(ROUTE, anOrder({ lines: [{ sku: 'CHAIR', quantity: 2 }] }), { key });
    await sync();
    const worse = { exclude_warehouse_ids: ['EWR1'], unless_worse: true };
    return refusal('/api/v1/orders/SO-1/reroute', worse, { key });
  },
  order_has_left: async () => {
    const { live: key } = await aClient(api.db);
    await refusal(ROUTE, anOrder(), { key });
    await refusal('/api/v1/orders/SO-1/release', { left: true }, { key });
    return refusal('/api/v1/orders/SO-1/reroute', {}, { key });
  },
  run_ended: async () => {
    const begun = begin(api, client.live, RUNS, { 'content-type': 'application/x-ndjson' });
    const answer = sent(begun);
    begun.write(
      orders(2500)
        .map((order) => `${JSON.stringify(order)}\n`)
        .join(''),
    );
    const authorization = `Bearer ${client.live}`;
    const receiving = async () => {
      const { runs } = (await api.app.inject({ url: RUNS, headers: { authorization } })).json();
      return runs.find((run: { progress: { phase: string } }) => run.progress.phase === 'receiving');
    };
    await expect.poll(receiving).toBeDefined();
    const { routing_run_id } = await receiving();
    await api.app.inject({
      method: 'POST',
      url: `${RUNS}/${routing_run_id}/cancel`,
      headers: { authorization },
    });
    begun.end();
    return answer;
  },
  run_not_failed: async () => {
    const { live: key } = await aClient(api.db);
    await refusal(ROUTE, anOrder(), { key });
    const headers = { authorization: `Bearer ${key}` };
    const { routing_run_id } = (await api.app.inject({ url: RUNS, headers })).json().runs[0];
    return refusal(`${RUNS}/${routing_run_id}/retry`, undefined, { key });
  },
  too_many_orders: () => refusal(BATCH, { orders: orders(5001) }),
  too_many_rows: () => {
    const { payload, headers } = csv(stockRows(10_001));
    return refusal(STOCK, payload, { headers });
  },
  body_too_large: () => refusal(BATCH, { orders: [], note: 'x'.repeat(BODY_LIMIT) }),
  unsupported_media_type: () => refusal(ROUTE, 'x', { headers: { 'content-type': 'text/plain' } }),
  expectation_failed: () => refusal('/healthz', undefined, { method: 'GET', headers: { expect: 'tea' } }),
  validation_failed: () => refusal(ROUTE, anOrder({ destination_zip: 7 })),
  rate_limited: async () => {
    const of = await openWith({ rateLimitPerMinute: 1 });
    await refusal('/api/v1/me', undefined, { method: 'GET', of });
    return refusal('/api/v1/me', undefined, { method: 'GET', of });
  },
  internal: async () => {
    const broken = await createTestApi();
    onTestFinished(() => broken.close());
    const { live } = await aClient(broken.db);
    await broken.db.pool.query('DROP VIEW active_reservations, shipments; DROP TABLE decisions');
    const answer = await refusal(ROUTE, anOrder(), { of: broken, key: live });
    return answer;
  },
  overloaded: async () => {
    const of = await openWith({ bodiesMemoryBytes: 4096 });
    return refusal(ROUTE, anOrder({ raw_order_data: { note: 'x'.repeat(10_000) } }), { of });
  },
  unavailable: async () => {
    const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
    onTestFinished(() => db.close());
    const away = await openApi(db);
    onTestFinished(() => away.close());
    const answer = await refusal('/api/v1/me', undefined, { method: 'GET', of: away });
    return answer;
  },
  outcome_unknown: async () => {
    const proxy = await openTcpProxy(api.db.url);
    onTestFinished(() => proxy.close());
    const db = openDatabase(proxy.url);
    onTestFinished(() => db.close());
    const through = await openApi(db);
    onTestFinished(() => through.close());
    const { live } = await aClient(api.db);
    await refusal('/api/v1/me', undefined, { method: 'GET', of: through, key: live }); // so that connections are there
    const sent = proxy.holdAnswersAfter('INSERT INTO runs'); // COMMIT is right behind it
    const answer = refusal(ROUTE, anOrder({ external_order_id: 'SO-CUT' }), { of: through, key: live });
    await sent;
    const isSaved = async () =>
      (await api.db.pool.query(`SELECT FROM orders WHERE order_id = 'SO-CUT'`)).rowCount;
    await expect.poll(isSaved).toBe(1);
    proxy.cut();
    proxy.restore();
    const cut = await answer;
    return cut;
  },
};

/** What a sentence says that has more to say than the catalogue's. */
const SENTENCES: Readonly<Partial<Record<ErrorCode, RegExp>>> = {
  sso_provider: /^The identity provider cannot be used: refused: the address is not public\.$/,
  counted_too_long_ago: /^counted_at is older than the 30 days /,
  not_allocated: /^The latest decision has not so much left to ship of CHAIR at EWR1\. /,
  quantity_changed: /^expected_quantity is not the present one: NEW at EWR1 has 0\.$/,
  quantity_below_zero: /^There is less than would go: NEW at EWR1 has 0\.$/,
  invalid_json: /line 1, column 22/,
  subscription_inactive: /^The subscription is not active: it is paused\. Settle it/,
  unknown_query_parameter: /colour/,
  incompatible_options: /^explain=true is allowed only with dry_run=true/,
  unknown_warehouse: /NOWHERE/,
  missing_scope: /^This API key does not have the scope orders:write\.$/,
  address_not_allowed: /from the address 127\.0\.0\.1\.$/,
  already_exists: /^An active test key named ci already exists/,
  account_limit: /^The account would have \d active API keys\. It may have 1 \(ACCOUNT_KEYS_LIMIT\)\.$/,
  last_owner: /is the last owner/,
  duplicate_inventory_row: /once/,
  duplicate_order_id: /^Order ID SO-1 appears more than once/,
  usage_limit: /15 routed orders/,
  upload_limit: /allows 50000 per upload/,
  body_timeout: /bytes a second/,
  run_not_failed: /^Run \d+ is completed. Only a failed run can be retried\.$/,
  too_many_orders: /^The batch has 5001 orders/,
  too_many_rows: /10001 inventory rows/,
  body_too_large: /bytes/,
  unsupported_media_type: /^The endpoint does not take text\/plain/,
  validation_failed: /destination_zip: must be a string, not a number$/,
  rate_limited: /requests/,
};

it.each(Object.entries(CAUSES) as [ErrorCode, () => Promise<Refusal>][])(
  '%s is what its cause is answered with',
  async (code, cause) => {
    const { status, detail, ...body } = await cause();
    expect([status, body.code]).toEqual([ERRORS[code].status, code]);
    const sentence = SENTENCES[code];
    if (sentence === undefined) expect(detail).toBe(ERRORS[code].detail);
    else expect(detail).toMatch(sentence);
  },
);

it('bytes that are no HTTP, or name no host, are answered with a detail and an id', async () => {
  const [none, hostless] = [
    await sendBytes('nonsense\r\n\r\n'),
    await sendBytes('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'),
  ];
  expect(none).toEqual({ status: 400, detail: 'Bad Request.', code: 'bad_request' });
  expect(hostless).toEqual({ status: 400, detail: 'The request has no Host header.', code: 'bad_request' });
});
