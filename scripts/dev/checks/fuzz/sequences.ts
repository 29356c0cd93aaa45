import fc from 'fast-check';
import {
  ask,
  bearer,
  call,
  callerOf,
  decisionOf,
  type FuzzAccount,
  OWNERS_PASSWORD,
  orderOf,
  signIn,
} from './account.ts';
import { type Document, type Operation, operationAt } from './document.ts';
import { requestsOf } from './requests.ts';
import type { Credential, FuzzRequest } from './send.ts';
import type { FuzzTally, TalliedAnswer } from './tally.ts';

interface FuzzStage {
  readonly base: string;
  readonly documents: readonly Document[];
  readonly tally: FuzzTally;
  readonly a: FuzzAccount;
  readonly b: FuzzAccount;
  /** An account whose keys and people are removed. */
  readonly leaving: FuzzAccount;
  /** Makes the same requests for the same seed. */
  readonly seed: number;
}

/** Sends requests that only have a meaning one after another or together. */
export async function runSequences(stage: FuzzStage): Promise<void> {
  const operations = stage.documents.flatMap((document) => document.operations);
  for (const [n, operation] of operations.entries()) {
    const requests = requestsOf(operation, 'valid', stage.a.known);
    const request = fc.sample(requests, { seed: stage.seed, numRuns: 1 })[0]!;
    await ignoredAuth(stage, operation, request, n);
    await missingHeaders(stage, operation, request);
    await namespaces(stage, operation, request);
    if (operations.findIndex(({ path }) => path === operation.path) === n)
      await unsupportedMethods(stage, operation, request);
  }
  await massAssignment(stage);
  await idempotency(stage);
  await ordersAfterUse(stage);
  await runsAfterUse(stage);
  await listsAfterUse(stage);
  await accessAfterUse({ ...stage, a: stage.leaving });
}

const NO_KEYS: readonly Credential[] = [
  { authorization: 'wrs_test_x' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer wrs_test_${'a'.repeat(43)}` },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'a'.repeat(7000)}` },
  { cookie: 'wrs_session=made-up', 'x-csrf-token': 'made-up' },
];

/** No access without a credential, with one that is none (each operation gets one of them), or with one of the other API. */
async function ignoredAuth(
  { base, tally, a }: FuzzStage,
  operation: Operation,
  request: FuzzRequest,
  n: number,
): Promise<void> {
  if (operation.isPublic) return;
  const ofTheOther = operation.document.api === 'customer' ? a.callers.owner : a.callers.test;
  for (const caller of [{}, NO_KEYS[n % NO_KEYS.length]!, ofTheOther]) {
    const answer = await tally.send(base, operation, request, caller, { isOdd: true });
    tally.expect(answer.status === 401, 'ignored_auth', answer, JSON.stringify(caller).slice(0, 100));
  }
}

/** A body without a type; a change by session without its CSRF token. */
async function missingHeaders(
  { base, tally, a }: FuzzStage,
  operation: Operation,
  request: FuzzRequest,
): Promise<void> {
  if (Object.keys(operation.bodies).length > 0) {
    const untyped = { ...request, headers: {}, body: Buffer.from('{}'), expects: 'any' as const };
    const answer = await tally.send(base, operation, untyped, callerOf(operation, a), { isOdd: true });
    const isRefused = [400, 404, 415].includes(answer.status);
    tally.expect(isRefused, 'missing_required_header', answer, 'a body without Content-Type');
  }
  if (operation.document.api === 'account' && operation.method !== 'GET' && !operation.isPublic) {
    const { cookie } = a.callers.operator;
    const answer = await tally.send(base, operation, request, { cookie: cookie! }, { isOdd: true });
    tally.expect(answer.status === 403, 'missing_required_header', answer, 'no X-CSRF-Token');
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** A method that a path does not have is answered 405, and Allow lists what the document has. */
async function unsupportedMethods(
  { base, documents, tally, a }: FuzzStage,
  operation: Operation,
  valid: FuzzRequest,
): Promise<void> {
  const url = valid.url.split('?')[0]!;
  const has = METHODS.filter((method) => operationAt(documents, method, url) !== null).sort();
  for (const method of METHODS.filter((each) => !has.includes(each))) {
    const request = { method, url, headers: {}, body: null, expects: 'any' as const };
    const answer = await tally.send(base, null, request, callerOf(operation, a));
    const allowed = answer.headers.allow?.split(', ').filter((each) => each !== 'HEAD');
    const holds = answer.status === 405 && allowed?.join() === has.join();
    tally.expect(holds, 'unsupported_method', answer, `${url}: Allow ${allowed}, the document has ${has}`);
  }
}

/** Both accounts have what is named alike; these belong to one. */
const OWN = new Set(['routing_run_id', 'routing_decision_id', 'configuration_id', 'id', 'email']);
const NOT_THERE = [400, 404, 422];

/** RESTler's namespace rule: things of another client are answered as if they did not exist. */
async function namespaces(
  { base, tally, a, b }: FuzzStage,
  operation: Operation,
  made: FuzzRequest,
): Promise<void> {
  const caller = callerOf(operation, b);
  if (caller === b.callers.operator || caller === b.callers.person) return;
  const ownUrl = made.url.replace(/client=[^&]*&?/, '').replace(/[?&]$/, '');
  const sendTo = (url: string, from = caller) =>
    tally.send(base, operation, { ...made, url, expects: 'any' }, from, { isOdd: true });
  const names = operation.path.match(/(?<=\{)\w+/g) ?? [];
  if (names.length > 0 && names.every((name) => OWN.has(name))) {
    const withId = (id: string) => {
      const [steps, ...query] = ownUrl.split('?') as [string, ...string[]];
      const at = operation.path.split('/').indexOf(`{${names[0]}}`);
      return [steps.split('/').with(at, encodeURIComponent(id)).join('/'), ...query].join('?');
    };
    const id = String(a.known[names[0]!]![0]);
    const nobodys = names[0] === 'email' ? 'no@nowhere.example' : '999999999';
    const theirs = await sendTo(withId(id));
    tally.expect(NOT_THERE.includes(theirs.status), 'namespace_rule', theirs, `${id} of another client`);
    if (operation.document.api === 'customer') {
      const live = await sendTo(withId(id), a.callers.live);
      tally.expect(NOT_THERE.includes(live.status), 'namespace_rule', live, `${id} of the other environment`);
    }
    const missing = await sendTo(withId(nobodys));
    const isAlike = missing.status === theirs.status && missing.text.replaceAll(nobodys, id) === theirs.text;
    tally.expect(isAlike, 'existence_leak', theirs, `${theirs.text}, but ${missing.text} for nobody's`);
  }
  if (operation.parameters.some(({ name, in: place }) => name === 'client' && place === 'query')) {
    const answer = await sendTo(`${ownUrl}${ownUrl.includes('?') ? '&' : '?'}client=${a.slug}`);
    tally.expect(answer.status === 404, 'namespace_rule', answer, '?client of another client');
  }
}

/** Sends JSON, and expects one of the statuses. */
async function step(
  { base, documents, tally }: FuzzStage,
  caller: Credential,
  statuses: number | readonly number[],
  [method, url, json]: readonly [method: string, url: string, json?: unknown],
  headers: Credential = {},
): Promise<TalliedAnswer> {
  const type: Credential = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? null : Buffer.from(JSON.stringify(json));
  const request = { method, url, headers: { ...type, ...headers }, body, expects: 'any' as const };
  const answer = await tally.send(base, operationAt(documents, method, url), request, caller);
  const holds = [statuses].flat().includes(answer.status);
  tally.expect(holds, 'sequence', answer, `${method} ${url}: ${answer.status}, not ${statuses}`);
  return answer;
}

/** Members that only the service or an operator sets are refused. */
async function massAssignment(stage: FuzzStage): Promise<void> {
  const { slug, callers } = stage.a;
  const person = { email: 'x@x.example', role: 'operator', password: 'long enough 1' };
  const key = { name: 'x', environment: 'test' };
  const attempts: readonly (readonly [keyof typeof callers, string, string, unknown])[] = [
    ['owner', 'POST', '/account/v1/users', person],
    ['owner', 'PATCH', `/account/v1/users/owner@${slug}.example`, { role: 'operator' }],
    ['owner', 'PATCH', `/account/v1/users/owner@${slug}.example`, { client_id: 1 }],
    ['owner', 'POST', '/account/v1/tokens', { name: 'x', role: 'operator' }],
    ['owner', 'POST', '/account/v1/api-keys', { ...key, key: 'wrs_test_mine' }],
    ['owner', 'POST', '/account/v1/api-keys', { ...key, client_id: 1 }],
    ['owner', 'PUT', '/account/v1/account', { client: { slug, plan: 'trial' } }],
    ['owner', 'PUT', '/account/v1/account', { client: { slug, contract_variant: 'B' } }],
    ['owner', 'PUT', '/account/v1/account', { client: { slug, routed_orders_limit: 1 } }],
    ['owner', 'PUT', '/account/v1/account', { client: { slug: 'another' } }],
    ['owner', 'PATCH', '/account/v1/transit', { provider: 'http', url: 'http://127.0.0.1:1/' }],
    ['owner', 'PATCH', '/account/v1/transit', { provider: 'table', lanes_file: '/etc/passwd' }],
    ['member', 'PATCH', '/account/v1/settings', { split_shipment: 'block' }],
    ['member', 'POST', '/account/v1/tokens', { name: 'x', role: 'owner' }],
    ['test', 'POST', '/api/v1/orders/route', { client_id: 1, ...orderOf('M') }],
  ];
  for (const [caller, ...asked] of attempts) await step(stage, callers[caller], [400, 403, 404, 422], asked);
}

/** An Idempotency-Key repeats the first answer, only for the same request. */
async function idempotency(stage: FuzzStage): Promise<void> {
  const { test } = stage.a.callers;
  const route = (quantity: number, status: number) =>
    step(stage, test, status, ['POST', '/api/v1/orders/route', orderOf('IDEM', 'CHAIR', quantity)], {
      'idempotency-key': 'fuzz-1',
    });
  const first = await route(1, 200);
  const again = await route(1, 200);
  const isSame = first.text === again.text && again.headers['idempotent-replayed'] === 'true';
  stage.tally.expect(isSame, 'idempotent_replay', again, 'not the first answer');
  await route(2, 409);
}

/** Orders can be read after they were routed, released and routed again. What was refused is not there. */
async function ordersAfterUse(stage: FuzzStage): Promise<void> {
  const { test } = stage.a.callers;
  const routed = await step(stage, test, 200, ['POST', '/api/v1/orders/route', orderOf('SEQ')]);
  const decision = `/api/v1/decisions/${decisionOf(routed.text)}`;
  const order = '/api/v1/orders/SEQ';
  const readAll = async () => {
    for (const url of [order, `${order}/decisions`, `${order}/why`, decision, `${decision}/why`])
      await step(stage, test, 200, ['GET', url]);
  };
  await readAll();
  await step(stage, test, 200, ['POST', `${order}/release`, {}]);
  const twice = await step(stage, test, 200, ['POST', `${order}/release`, {}]);
  stage.tally.expect(JSON.parse(twice.text).released_units === 0, 'use_after_free', twice, 'released twice');
  await step(stage, test, 200, ['POST', `${order}/reroute`, { exclude_warehouse_ids: ['EWR1'] }]);
  await readAll();
  await step(stage, test, [400, 422], ['POST', '/api/v1/orders/route', { ...orderOf('REFUSED'), lines: [] }]);
  await step(stage, test, 404, ['GET', '/api/v1/orders/REFUSED']);
}

/** Runs: readable at once, cancelled, read after that. A run's results have no orders of another run. */
async function runsAfterUse(stage: FuzzStage): Promise<void> {
  const { test } = stage.a.callers;
  const orders = [orderOf('RUN-1', 'TABLE'), orderOf('RUN-2', 'TABLE')];
  const sent = await step(stage, test, 202, ['POST', '/api/v1/runs', { orders }]);
  const run = `/api/v1/runs/${JSON.parse(sent.text).routing_run_id}`;
  stage.tally.expect(sent.headers.location?.endsWith(run) === true, 'location', sent, 'Location');
  await step(stage, test, 200, ['GET', run]);
  const mixed = await step(stage, test, 200, ['GET', `${run}/results?order_id=SO-1`]);
  const isEmpty = JSON.parse(mixed.text).results.length === 0;
  stage.tally.expect(isEmpty, 'resource_hierarchy', mixed, "another run's order");
  for (const _ of ['first', 'again']) await step(stage, test, 200, ['POST', `${run}/cancel`]);
  for (const part of ['', '/results', '/why', '/events'])
    await step(stage, test, [200, 204], ['GET', `${run}${part}`]);
  await step(stage, test, [400, 422], ['GET', '/api/v1/runs?cursor=abc']);
}

/** Each list of the account: its elements, a refused one, and what a removed one is answered with. */
const LISTS = [
  // A warehouse stays, disabled, because decisions name it.
  [
    'warehouses',
    'NEW/1',
    { warehouse_id: 'NEW/1', zip: '10001' },
    'BAD',
    { warehouse_id: 'BAD', zip: 'x' },
    200,
  ],
  ['profiles', 'new', { partner_id: 'new' }, 'bad', { partner_id: 'bad', settings: { x: 1 } }, 404],
  ['item-controls', 'NEW~hold', { sku: 'NEW', rule: 'hold' }, 'BAD~hold', { sku: 'BAD', rule: 'nope' }, 404],
] as const;

/** An element is added, read, removed, read again. A refused one does not exist. */
async function listsAfterUse(stage: FuzzStage): Promise<void> {
  const { owner } = stage.a.callers;
  for (const [name, id, element, refusedId, refused, after] of LISTS) {
    const list = `/account/v1/${name}`;
    const at = `${list}/${encodeURIComponent(id)}`;
    await step(stage, owner, 404, ['GET', at]);
    const made = await step(stage, owner, 201, ['POST', list, element]);
    await step(stage, owner, name === 'item-controls' ? 422 : 409, ['POST', list, element]);
    const there = await step(stage, owner, 200, ['GET', at]);
    stage.tally.expect(there.headers.etag === made.headers.etag, 'etag', there, 'not as it was made');
    await step(stage, owner, 412, ['DELETE', at], { 'if-match': '"stale"' });
    await step(stage, owner, 204, ['DELETE', at]);
    await step(stage, owner, after, ['GET', at]);
    await step(stage, owner, after, ['PATCH', at, {}]);
    await step(stage, owner, after === 200 ? [204, 409] : after, ['DELETE', at]);
    await step(stage, owner, [400, 422], ['POST', list, refused]);
    await step(stage, owner, 404, ['GET', `${list}/${refusedId}`]);
  }
}

/** Keys, tokens, people and sessions give no access after their end. */
async function accessAfterUse(stage: FuzzStage): Promise<void> {
  const { base, a } = stage;
  const { owner } = a.callers;
  for (const [path, body, url] of [
    ['/account/v1/api-keys', { name: 'ends', environment: 'test' }, '/api/v1/me'],
    ['/account/v1/tokens', { name: 'ends', role: 'member' }, '/account/v1/account'],
  ] as const) {
    const made = await call<{ id: number; key?: string; token?: string }>(base, owner, 'POST', path, body);
    const caller = bearer(made.key ?? made.token!);
    await step(stage, caller, 200, ['GET', url]);
    await step(stage, owner, [200, 204], ['DELETE', `${path}/${made.id}`]);
    await step(stage, caller, 401, ['GET', url]);
    await step(stage, owner, [200, 204, 404], ['DELETE', `${path}/${made.id}`]);
  }
  const session = '/account/v1/session';
  const email = `leaves@${a.slug}.example`;
  const user = `/account/v1/users/${encodeURIComponent(email)}`;
  const newUser = { email, role: 'member', password: OWNERS_PASSWORD };
  await call(base, owner, 'POST', '/account/v1/users', newUser);
  const endings: readonly (readonly [who: 'owner' | 'self', method: string, url: string, json?: unknown])[] =
    [
      ['owner', 'PATCH', user, { role: 'owner' }],
      ['self', 'DELETE', session],
      ['owner', 'DELETE', user],
    ];
  for (const [who, ...ending] of endings) {
    const person = await signIn(base, email, OWNERS_PASSWORD);
    await step(stage, person, 200, ['GET', session]);
    await step(stage, who === 'owner' ? owner : person, [200, 204], ending);
    await step(stage, person, 401, ['GET', session]);
  }
  const back = await ask(base, {}, 'POST', session, { email, password: OWNERS_PASSWORD });
  const removed = { ...back, route: `POST ${session}`, fresh: [] };
  stage.tally.expect(back.status === 401, 'use_after_free', removed, 'a removed user signs in');
}
