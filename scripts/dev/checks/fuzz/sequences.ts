import fc from 'fast-check';
import { contractFaults } from './checks.ts';
import type { Document, Operation, Parameter } from './document.ts';
import { ask, type CallerHeaders, call, type FuzzAccount, OWNERS_PASSWORD, signIn } from './fuzz-account.ts';
import { callerOf } from './fuzz-operations.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';
import { type FuzzAnswer, sendRequest } from './send-request.ts';
import { probeSockets } from './sockets.ts';
import type { FuzzTally } from './tally.ts';

interface FuzzStage {
  readonly base: string;
  readonly documents: readonly Document[];
  readonly tally: FuzzTally;
  readonly a: FuzzAccount;
  readonly b: FuzzAccount;
  /** Makes the same requests for the same seed. */
  readonly seed: number;
}

/** Sends requests that only have a meaning one after another. */
export async function runSequences(
  base: string,
  documents: readonly Document[],
  options: {
    readonly newAccount: () => Promise<FuzzAccount>;
    readonly tally: FuzzTally;
    readonly seed: number;
  },
): Promise<void> {
  const { newAccount, tally, seed } = options;
  const stage = { base, documents, tally, seed, a: await newAccount(), b: await newAccount() };
  await ignoredAuth(stage);
  await unsupportedMethods(stage);
  await missingHeaders(stage);
  await namespaces(stage);
  await massAssignment(stage);
  await idempotency(stage);
  await ordersAfterUse(stage);
  await runsAfterUse(stage);
  await listsAfterUse(stage);
  await accessAfterUse({ ...stage, a: await newAccount() });
  await probeSockets(base, stage.a.callers.test, tally);
}

/** Sends a given request, counts its answer and checks it as any other. */
async function step(
  { base, documents, tally }: FuzzStage,
  caller: CallerHeaders,
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<FuzzAnswer> {
  const answer = await ask(base, { ...headers, ...caller }, method, url, body);
  const operation = operationAt(documents, method, url);
  tally.count(operation ?? { method, path: '(no route)' }, answer);
  if (operation !== null) {
    const request: FuzzRequest = { method, url, headers: {}, body: null, expects: 'any' };
    for (const fault of contractFaults({ operation, request, answer, isOdd: false })) tally.note(fault);
  }
  return answer;
}

export function operationAt(documents: readonly Document[], method: string, url: string): Operation | null {
  const steps = url.split('?')[0]!.split('/');
  const operations = documents.flatMap((document) => document.operations);
  const fits = ({ method: of, path }: Operation) => {
    const wanted = path.split('/');
    return (
      of === method &&
      wanted.length === steps.length &&
      wanted.every((part, at) => part === steps[at] || part.startsWith('{'))
    );
  };
  return (
    operations.find((each) => each.path === steps.join('/') && each.method === method) ??
    operations.find(fits) ??
    null
  );
}

/** A valid request of an operation. */
function aRequest(operation: Operation, { known }: FuzzAccount, seed: number): FuzzRequest {
  return fc.sample(requestsOf(operation, 'valid', known), { seed, numRuns: 1 })[0]!;
}

const NO_KEYS: readonly (readonly [name: string, caller: CallerHeaders])[] = [
  ['none', {}],
  ['no scheme', { authorization: 'wrs_test_x' }],
  ['empty', { authorization: 'Bearer ' }],
  ['made up', { authorization: `Bearer wrs_test_${'a'.repeat(43)}` }],
  ['basic', { authorization: 'Basic YTpi' }],
  ['long', { authorization: `Bearer ${'a'.repeat(7000)}` }],
  ['cookie', { cookie: 'wrs_session=made-up', 'x-csrf-token': 'made-up' }],
];

/** Schemathesis ignored_auth: no access without a credential, or with a credential of the other API. */
async function ignoredAuth(stage: FuzzStage): Promise<void> {
  const { base, documents, tally, a, seed } = stage;
  for (const document of documents) {
    const others = document.api === 'customer' ? a.callers.owner : a.callers.test;
    for (const operation of document.operations) {
      if (operation.isPublic) continue;
      const request = aRequest(operation, a, seed);
      for (const [name, caller] of [...NO_KEYS, ['of the other API', others] as const]) {
        const answer = await sendRequest(base, request, caller);
        tally.count(operation, answer);
        const route = `${operation.method} ${operation.path}`;
        tally.expect(answer.status === 401, 'ignored_auth', route, answer, `credential: ${name}`);
        for (const fault of contractFaults({ operation, request, answer, isOdd: true })) tally.note(fault);
      }
    }
  }
}

/** They would make the table of routes three times as long. */
const WITHOUT_METHOD = { method: 'ANY', path: '(a method that the path does not have)' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** unsupported_method and allow_header_conformance: 405, and Allow lists what the document has. */
async function unsupportedMethods({ base, documents, tally, a, seed }: FuzzStage): Promise<void> {
  for (const document of documents) {
    for (const operation of document.operations) {
      const request = aRequest(operation, a, seed);
      const path = request.url.split('?')[0]!;
      const known = METHODS.filter((method) => operationAt(documents, method, path) !== null);
      for (const method of METHODS.filter((each) => !known.includes(each))) {
        const odd = { method, url: path, headers: {}, body: null, expects: 'any' as const };
        const answer = await sendRequest(base, odd, callerOf(operation, a));
        tally.count(WITHOUT_METHOD, answer);
        const route = `${method} ${operation.path}`;
        const allowed = (answer.headers.allow ?? '').split(', ').filter((each) => each !== 'HEAD');
        tally.expect(answer.status === 405, 'unsupported_method', route, answer, `answered ${answer.status}`);
        tally.expect(
          answer.status !== 405 || allowed.join() === [...known].sort().join(),
          'allow_header_conformance',
          route,
          answer,
          `Allow: ${answer.headers.allow}, the document has ${known}`,
        );
      }
    }
  }
}

/** missing_required_header: a body without a type, a change by session without its CSRF token. */
async function missingHeaders(stage: FuzzStage): Promise<void> {
  const { base, documents, tally, a, seed } = stage;
  const { cookie } = a.callers.operator;
  for (const operation of documents.flatMap((document) => document.operations)) {
    const route = `${operation.method} ${operation.path}`;
    if (Object.keys(operation.bodies).length > 0) {
      const { headers: _, ...request } = { ...aRequest(operation, a, seed), body: Buffer.from('{}') };
      const answer = await sendRequest(base, { ...request, headers: {} }, callerOf(operation, a));
      tally.count(operation, answer);
      const isRefused = [400, 404, 415].includes(answer.status);
      tally.expect(isRefused, 'missing_required_header', route, answer, 'a body without Content-Type');
    }
    if (operation.document.api === 'account' && operation.method !== 'GET' && !operation.isPublic) {
      const answer = await sendRequest(base, aRequest(operation, a, seed), { cookie: cookie! });
      tally.count(operation, answer);
      tally.expect(answer.status === 403, 'missing_required_header', route, answer, 'no X-CSRF-Token');
    }
  }
}

/** RESTler's namespace rule, WFC F204 and F206: things of another client are answered as if they did not exist. */
async function namespaces({ base, documents, tally, a, b, seed }: FuzzStage): Promise<void> {
  // Both have what is named alike; numbers belong to one.
  const OWN = new Set(['routing_run_id', 'routing_decision_id', 'configuration_id', 'id', 'email']);
  for (const operation of documents.flatMap((document) => document.operations)) {
    const route = `${operation.method} ${operation.path}`;
    const ofPath = operation.parameters.filter(({ in: place }) => place === 'path');
    const stranger = { ...b, known: a.known, callers: b.callers };
    const caller = callerOf(operation, stranger);
    if (caller === b.callers.operator || caller === b.callers.person) continue;
    const clean = (request: FuzzRequest) => ({
      ...request,
      url: request.url.replace(/client=[^&]*&?/, '').replace(/[?&]$/, ''),
    });
    if (ofPath.length > 0 && ofPath.every(({ name }) => OWN.has(name))) {
      const [{ name }] = ofPath as [Parameter];
      const id = String(a.known[name]![0]);
      const nobodys = name === 'email' ? 'no@nowhere.example' : '999999999';
      const made = clean(aRequest(operation, stranger, seed));
      const request = withId(operation, made, name, id);
      const theirs = await sendRequest(base, request, caller);
      tally.count(operation, theirs);
      tally.expect(
        theirs.status === 404 || theirs.status === 400 || theirs.status === 422,
        'namespace_rule',
        route,
        theirs,
        `${request.url} of another client`,
      );
      const environment =
        operation.document.api === 'customer' ? await sendRequest(base, request, a.callers.live) : theirs;
      tally.expect(
        [400, 404, 422].includes(environment.status),
        'namespace_rule',
        route,
        environment,
        `${request.url} of the other environment`,
      );
      // What is nobody's is answered alike.
      const answer = await sendRequest(base, withId(operation, made, name, nobodys), caller);
      tally.count(operation, answer);
      const isAlike =
        answer.status === theirs.status &&
        answer.body.toString().replaceAll(nobodys, id) === theirs.body.toString();
      tally.expect(
        isAlike,
        'existence_leak',
        route,
        theirs,
        `${theirs.body} but ${answer.body} for what is nobody's`,
      );
    }
    if (operation.parameters.some(({ name, in: place }) => name === 'client' && place === 'query')) {
      const request = clean(aRequest(operation, stranger, seed));
      const url = `${request.url}${request.url.includes('?') ? '&' : '?'}client=${a.slug}`;
      const answer = await sendRequest(base, { ...request, url }, caller);
      tally.count(operation, answer);
      tally.expect(answer.status === 404, 'namespace_rule', route, answer, '?client of another client');
    }
  }
}

/** The request with another id in its path. */
function withId({ path }: Operation, request: FuzzRequest, name: string, id: string): FuzzRequest {
  const [steps = '', ...query] = request.url.split('?');
  const at = path.split('/').indexOf(`{${name}}`);
  const url = steps.split('/').with(at, encodeURIComponent(id)).join('/');
  return { ...request, url: [url, ...query].join('?') };
}

/** WFC F203: members that only the service or an operator sets are refused or do nothing. */
async function massAssignment(stage: FuzzStage): Promise<void> {
  const { a, tally } = stage;
  const { owner, member, test } = a.callers;
  const attempts: readonly (readonly [caller: CallerHeaders, method: string, url: string, body: unknown])[] =
    [
      [
        owner,
        'POST',
        '/account/v1/users',
        { email: 'x@x.example', role: 'operator', password: 'long enough 1' },
      ],
      [owner, 'PATCH', `/account/v1/users/owner@${a.slug}.example`, { role: 'operator' }],
      [owner, 'PATCH', `/account/v1/users/owner@${a.slug}.example`, { client_id: 1 }],
      [owner, 'POST', '/account/v1/tokens', { name: 'x', role: 'operator' }],
      [owner, 'POST', '/account/v1/api-keys', { name: 'x', environment: 'test', key: 'wrs_test_mine' }],
      [owner, 'POST', '/account/v1/api-keys', { name: 'x', environment: 'test', client_id: 1 }],
      [owner, 'PUT', '/account/v1/account', { client: { slug: a.slug, plan: 'trial' } }],
      [owner, 'PUT', '/account/v1/account', { client: { slug: a.slug, contract_variant: 'B' } }],
      [owner, 'PUT', '/account/v1/account', { client: { slug: a.slug, routed_orders_limit: 1 } }],
      [owner, 'PUT', '/account/v1/account', { client: { slug: 'another' } }],
      [owner, 'PATCH', '/account/v1/transit', { provider: 'http', url: 'http://127.0.0.1:1/' }],
      [owner, 'PATCH', '/account/v1/transit', { provider: 'table', lanes_file: '/etc/passwd' }],
      [member, 'PATCH', '/account/v1/settings', { split_shipment: 'block' }],
      [member, 'POST', '/account/v1/tokens', { name: 'x', role: 'owner' }],
      [
        test,
        'POST',
        '/api/v1/orders/route',
        {
          client_id: 1,
          external_order_id: 'M',
          destination_zip: '10001',
          lines: [{ sku: 'CHAIR', quantity: 1 }],
        },
      ],
    ];
  for (const [caller, method, url, body] of attempts) {
    const answer = await step(stage, caller, method, url, body);
    const isRefused = [400, 403, 404, 422].includes(answer.status);
    tally.expect(
      isRefused,
      'mass_assignment',
      `${method} ${url.replace(a.slug, '…')}`,
      answer,
      JSON.stringify(body),
    );
  }
}

/** An Idempotency-Key repeats the first answer, only for the same request. */
async function idempotency(stage: FuzzStage): Promise<void> {
  const { a, tally } = stage;
  const order = (quantity: number) => ({
    external_order_id: 'IDEM',
    destination_zip: '10001',
    lines: [{ sku: 'CHAIR', quantity }],
  });
  const key = { 'idempotency-key': 'fuzz-1' };
  const url = '/api/v1/orders/route';
  const first = await step(stage, a.callers.test, 'POST', url, order(1), key);
  const again = await step(stage, a.callers.test, 'POST', url, order(1), key);
  const other = await step(stage, a.callers.test, 'POST', url, order(2), key);
  const isSame = first.body.equals(again.body) && again.headers['idempotent-replayed'] === 'true';
  tally.expect(isSame, 'idempotent_replay', `POST ${url}`, again, 'not the first answer');
  tally.expect(
    other.status === 409,
    'idempotent_replay',
    `POST ${url}`,
    other,
    'another request under the key',
  );
}

/** ensure_resource_availability of orders, and use of them after a release. */
async function ordersAfterUse(stage: FuzzStage): Promise<void> {
  const { a, tally } = stage;
  const { test } = a.callers;
  const order = {
    external_order_id: 'SEQ',
    destination_zip: '10001',
    lines: [{ sku: 'CHAIR', quantity: 1 }],
  };
  const routed = await step(stage, test, 'POST', '/api/v1/orders/route', order);
  const { results, ...single } = JSON.parse(routed.body.toString());
  const decision = (results?.[0] ?? single).routing_decision_id;
  const available = async (url: string) => {
    const answer = await step(stage, test, 'GET', url);
    tally.expect(
      answer.status === 200,
      'ensure_resource_availability',
      `GET ${url.replace(String(decision), '…')}`,
      answer,
      'not there',
    );
  };
  const all = ['/api/v1/orders/SEQ', '/api/v1/orders/SEQ/decisions', '/api/v1/orders/SEQ/why'];
  const urls = [...all, `/api/v1/decisions/${decision}`, `/api/v1/decisions/${decision}/why`];
  for (const url of urls) await available(url);
  await step(stage, test, 'POST', '/api/v1/orders/SEQ/release', {});
  const twice = await step(stage, test, 'POST', '/api/v1/orders/SEQ/release', {});
  const { released_units } = JSON.parse(twice.body.toString());
  tally.expect(
    released_units === 0,
    'use_after_free',
    'POST /api/v1/orders/{order_id}/release',
    twice,
    'released twice',
  );
  await step(stage, test, 'POST', '/api/v1/orders/SEQ/reroute', { exclude_warehouse_ids: ['EWR1'] });
  for (const url of urls) await available(url);
  // Leakage: what was refused is not there.
  const refused = await step(stage, test, 'POST', '/api/v1/orders/route', {
    ...order,
    external_order_id: 'REFUSED',
    lines: [],
  });
  const found = await step(stage, test, 'GET', '/api/v1/orders/REFUSED');
  tally.expect(
    refused.status >= 400 && found.status === 404,
    'leakage_rule',
    'POST /api/v1/orders/route',
    found,
    'kept',
  );
}

/** Runs: readable at once, cancelled, read after that. A run's results have no orders of another run. */
async function runsAfterUse(stage: FuzzStage): Promise<void> {
  const { a, tally } = stage;
  const { test } = a.callers;
  const orders = ['RUN-1', 'RUN-2'].map((external_order_id) => ({
    external_order_id,
    destination_zip: '60614',
    lines: [{ sku: 'TABLE', quantity: 1 }],
  }));
  const sent = await step(stage, test, 'POST', '/api/v1/runs', { orders });
  const { routing_run_id: id } = JSON.parse(sent.body.toString()) as { routing_run_id: number };
  const shown = await step(stage, test, 'GET', `/api/v1/runs/${id}`);
  tally.expect(
    shown.status === 200,
    'ensure_resource_availability',
    'GET /api/v1/runs/{routing_run_id}',
    shown,
    'not there',
  );
  tally.expect(
    sent.headers.location?.endsWith(`/api/v1/runs/${id}`) === true,
    'response_headers_conformance',
    'POST /api/v1/runs',
    sent,
    'Location',
  );
  const mixed = await step(stage, test, 'GET', `/api/v1/runs/${id}/results?order_id=SO-1`);
  const { results } = JSON.parse(mixed.body.toString()) as { results: unknown[] };
  tally.expect(
    results.length === 0,
    'resource_hierarchy',
    'GET /api/v1/runs/{routing_run_id}/results',
    mixed,
    'another run’s order',
  );
  for (let n = 0; n < 2; n++) {
    const cancelled = await step(stage, test, 'POST', `/api/v1/runs/${id}/cancel`);
    tally.expect(
      cancelled.status === 200,
      'use_after_free',
      'POST /api/v1/runs/{routing_run_id}/cancel',
      cancelled,
      `time ${n + 1}`,
    );
  }
  for (const part of ['', '/results', '/why', '/events']) {
    const read = await step(stage, test, 'GET', `/api/v1/runs/${id}${part}`);
    tally.expect(
      read.status === 200 || read.status === 204,
      'use_after_free',
      `GET /api/v1/runs/{routing_run_id}${part}`,
      read,
      'after cancel',
    );
  }
  const strange = await step(stage, test, 'GET', '/api/v1/runs?cursor=abc');
  tally.expect(
    [400, 422].includes(strange.status),
    'invalid_dynamic_object',
    'GET /api/v1/runs',
    strange,
    'a made-up cursor',
  );
}

/** Each list of the account: an element is added, read, changed, removed, read again. A refused one does not exist. */
async function listsAfterUse(stage: FuzzStage): Promise<void> {
  const { a, tally } = stage;
  const { owner } = a.callers;
  const lists = [
    {
      path: 'warehouses',
      body: { warehouse_id: 'NEW/1', zip: '10001' },
      wrong: { warehouse_id: 'BAD', zip: 'x' },
      id: 'NEW/1',
      refused: 'BAD',
      stays: true,
    },
    {
      path: 'profiles',
      body: { partner_id: 'new' },
      wrong: { partner_id: 'bad', settings: { x: 1 } },
      id: 'new',
      refused: 'bad',
      stays: false,
    },
    {
      path: 'item-controls',
      body: { sku: 'NEW', rule: 'hold' },
      wrong: { sku: 'BAD', rule: 'restrict', warehouse_ids: ['NOWHERE'] },
      id: 'NEW~hold',
      refused: 'BAD~restrict',
      stays: false,
    },
  ];
  for (const { path, body, wrong, id, refused, stays } of lists) {
    const at = `/account/v1/${path}/${encodeURIComponent(id)}`;
    const route = `GET /account/v1/${path}/{id}`;
    const before = await step(stage, owner, 'GET', at);
    tally.expect(before.status === 404, 'invalid_dynamic_object', route, before, 'there before it was made');
    const made = await step(stage, owner, 'POST', `/account/v1/${path}`, body);
    tally.expect(
      made.status === 201,
      'ensure_resource_availability',
      `POST /account/v1/${path}`,
      made,
      'not made',
    );
    const twice = await step(stage, owner, 'POST', `/account/v1/${path}`, body);
    const refusal = path === 'item-controls' ? 422 : 409; // a SKU may have a rule several times, but not the same
    tally.expect(
      twice.status === refusal,
      'repeated_creation',
      `POST /account/v1/${path}`,
      twice,
      'made twice',
    );
    const there = await step(stage, owner, 'GET', at);
    tally.expect(
      there.status === 200 && there.headers.etag === made.headers.etag,
      'ensure_resource_availability',
      route,
      there,
      'not as made',
    );
    const stale = await step(stage, owner, 'DELETE', at, undefined, { 'if-match': '"stale"' });
    tally.expect(stale.status === 412, 'stale_change', route, stale, 'a stale If-Match');
    const gone = await step(stage, owner, 'DELETE', at);
    tally.expect(gone.status === 204, 'use_after_free', route, gone, 'not removed');
    const after = await step(stage, owner, 'GET', at);
    tally.expect(
      after.status === (stays ? 200 : 404),
      'use_after_free',
      route,
      after,
      'after it was removed',
    );
    for (const [method, sent] of [
      ['PATCH', {}],
      ['DELETE', undefined],
    ] as const) {
      const used = await step(stage, owner, method, at, sent);
      tally.expect(
        stays || used.status === 404,
        'use_after_free',
        `${method} /account/v1/${path}/{id}`,
        used,
        'after it was removed',
      );
    }
    const bad = await step(stage, owner, 'POST', `/account/v1/${path}`, wrong);
    const leaked = await step(stage, owner, 'GET', `/account/v1/${path}/${refused}`);
    tally.expect(
      bad.status >= 400 && leaked.status === 404,
      'leakage_rule',
      `POST /account/v1/${path}`,
      leaked,
      'refused, but there',
    );
  }
}

/** Keys, tokens, people and sessions give no access after their end. */
async function accessAfterUse(stage: FuzzStage): Promise<void> {
  const { base, a, tally } = stage;
  const { owner } = a.callers;
  const opens = async (caller: CallerHeaders, url: string, holds: boolean, what: string) => {
    const answer = await step(stage, caller, 'GET', url);
    const check = holds ? 'ensure_resource_availability' : 'use_after_free';
    tally.expect(answer.status === (holds ? 200 : 401), check, `GET ${url}`, answer, what);
  };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const ended: readonly (readonly [path: string, body: object, url: string])[] = [
    ['api-keys', { name: 'ends', environment: 'test' }, '/api/v1/me'],
    ['tokens', { name: 'ends', role: 'member' }, '/account/v1/account'],
  ];
  for (const [path, body, url] of ended) {
    const made = await call<{ id: number; key?: string; token?: string }>(
      base,
      owner,
      'POST',
      `/account/v1/${path}`,
      body,
    );
    const caller = bearer(made.key ?? made.token!);
    await opens(caller, url, true, `${path} just made`);
    await step(stage, owner, 'DELETE', `/account/v1/${path}/${made.id}`);
    await opens(caller, url, false, `${path} revoked`);
    const again = await step(stage, owner, 'DELETE', `/account/v1/${path}/${made.id}`);
    tally.expect(
      again.status < 500,
      'use_after_free',
      `DELETE /account/v1/${path}/{id}`,
      again,
      'revoked twice',
    );
  }
  const me = '/account/v1/session';
  const email = `leaves@${a.slug}.example`;
  const user = { email, role: 'member', password: OWNERS_PASSWORD };
  await call(base, owner, 'POST', '/account/v1/users', user);
  const at = `/account/v1/users/${encodeURIComponent(email)}`;
  const before = await signIn(base, email, OWNERS_PASSWORD);
  await opens(before, me, true, 'just signed in');
  await step(stage, owner, 'PATCH', at, { role: 'owner' });
  await opens(before, me, false, 'role changed');
  const second = await signIn(base, email, OWNERS_PASSWORD);
  await step(stage, second, 'DELETE', me);
  await opens(second, me, false, 'signed out');
  const third = await signIn(base, email, OWNERS_PASSWORD);
  await step(stage, owner, 'DELETE', at);
  await opens(third, me, false, 'removed');
  const back = await step(stage, {}, 'POST', me, { email, password: OWNERS_PASSWORD });
  tally.expect(back.status === 401, 'use_after_free', `POST ${me}`, back, 'a removed user signs in');
}
