import type { Operation } from './document.ts';
import { type Credential, type FuzzAnswer, sendRequest } from './send.ts';

/** Values by the name of the member or parameter that they are for: ids that exist, ZIPs, dates. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** A client for some requests, made by the service's API, with data to work on. */
export interface FuzzAccount {
  readonly slug: string;
  /** By who calls; `person` is an owner who is signed in. */
  readonly callers: Readonly<
    Record<'test' | 'live' | 'owner' | 'member' | 'operator' | 'person', Credential>
  >;
  /** Values that exist in its test environment. */
  readonly known: KnownValues;
}

export const OWNERS_PASSWORD = 'correct horse battery';
const SKUS = ['CHAIR', 'TABLE', 'LAMP', 'S/K %U'];

/** Sends JSON. */
export function ask(
  base: string,
  caller: Credential,
  method: string,
  url: string,
  json?: unknown,
): Promise<FuzzAnswer> {
  const headers: Credential = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? null : Buffer.from(JSON.stringify(json));
  return sendRequest(base, { method, url, headers, body, expects: 'any' }, caller);
}

/** Sends JSON and returns the answer's; throws what is answered with an error. */
export async function call<T>(...asked: Parameters<typeof ask>): Promise<T> {
  const { status, text } = await ask(...asked);
  if (status >= 300 || status === 0) throw new Error(`${asked[2]} ${asked[3]}: ${status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

export const bearer = (secret: string): Credential => ({ authorization: `Bearer ${secret}` });

let networks = 0;

/** Signs a person in from their own network, so that failed attempts of others do not count. */
export async function signIn(base: string, email: string, password: string): Promise<Credential> {
  networks += 1;
  const from = { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
  const { status, headers, text } = await ask(base, from, 'POST', '/account/v1/session', { email, password });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`);
  return { cookie: headers['set-cookie']!.split(';', 1)[0]!, 'x-csrf-token': JSON.parse(text).csrf_token };
}

/** Makes the client `slug`, with stock, orders and a run in its test environment. */
export async function createFuzzAccount(
  base: string,
  operator: Credential,
  slug: string,
  variant: 'A' | 'B' = 'A',
): Promise<FuzzAccount> {
  const asOperator = <T>(method: string, path: string, body: unknown) =>
    call<T>(base, operator, method, `/account/v1/${path}`, body);
  const client = { slug, contract_variant: variant, plan: 'enterprise', subscription_status: 'active' };
  await asOperator('POST', 'clients', client);
  const users = [{ email: `owner@${slug}.example`, role: 'owner' }];
  const file = {
    client: { slug },
    warehouses: [
      {
        warehouse_id: 'EWR1',
        warehouse_code: 'W-001',
        warehouse_name: 'Edison NJ',
        zip: '08837',
        priority: 1,
      },
      { warehouse_id: 'ATL1', warehouse_code: 'W-002', zip: '30336', priority: 2 },
      { warehouse_id: 'ONT1', warehouse_code: 'W-003', zip: '91761' },
    ],
    settings: { max_transit_days: { mode: 'warn', days: 4 } },
    profiles: [{ partner_id: 'consumer', settings: { split_shipment: 'block' } }],
    item_controls: [{ sku: 'LAMP', rule: 'restrict', warehouse_ids: ['EWR1'] }],
    api_keys: [
      { name: 'store', environment: 'live' },
      { name: 'ci', environment: 'test' },
    ],
    users: users.map((user) => ({ ...user, password: OWNERS_PASSWORD })),
  };
  const { api_keys } = await asOperator<{ api_keys: { environment: string; key: string }[] }>(
    'PUT',
    `account?client=${slug}`,
    file,
  );
  const keyOf = (wanted: string) => bearer(api_keys.find(({ environment }) => environment === wanted)!.key);
  const make = (path: string, body: object) =>
    asOperator<{ id: number; token: string }>('POST', `${path}?client=${slug}`, body);
  const owner = await make('tokens', { name: 'owner', role: 'owner' });
  const member = await make('tokens', { name: 'member', role: 'member' });
  const spareToken = await make('tokens', { name: 'spare', role: 'member' });
  const spareKey = await make('api-keys', { name: 'spare', environment: 'test' });
  const callers = {
    test: keyOf('test'),
    live: keyOf('live'),
    owner: bearer(owner.token),
    member: bearer(member.token),
    operator,
    person: await signIn(base, `owner@${slug}.example`, OWNERS_PASSWORD),
  };
  const known = {
    ...(await someWork(base, callers.test)),
    id: [spareToken.id, spareKey.id],
    client: [slug, { slug }],
    slug: [slug],
    environment: ['test', 'test', 'live'],
    email: [`owner@${slug}.example`, `someone@${slug}.example`],
    password: [OWNERS_PASSWORD],
    current_password: [OWNERS_PASSWORD],
    new_password: [OWNERS_PASSWORD],
    zone: ['UTC', 'America/Chicago'],
    // The parts of an account file that can be sent again.
    warehouses: [file.warehouses],
    settings: [file.settings, { ranking: 'priority' }],
    profiles: [file.profiles, []],
    item_controls: [file.item_controls, []],
    transit: [{ provider: 'zone' }],
    api_keys: [file.api_keys, []],
    users: [users],
    rule_id: ['LAMP~restrict'],
    partner_id: ['consumer'],
    name: ['max_transit_days', 'split_shipment', 'ranking'],
    code: ['pro', 'starter'],
    configuration_id: await idsOf(base, callers.owner, '/account/v1/configurations', 'configuration_id'),
    zips: ['10001,60614'],
    zip: ['10001', '08837'],
    from: ['2026-01-01', '2026-11-01T00:00:00Z'],
    to: ['2027-01-01', '2027-01-01T00:00:00+02:00'],
  };
  return { slug, callers, known };
}

/** The caller of an operation: a key of the customer API, an owner's token, a session. */
export function callerOf({ document, path }: Operation, { callers }: FuzzAccount): Credential {
  if (document.api === 'customer') return callers.test;
  if (path.startsWith('/account/v1/session')) return callers.person;
  return /^\/account\/v1\/(?:clients|plans|service)/.test(path) ? callers.operator : callers.owner;
}

/** An order of one line. */
export const orderOf = (external_order_id: string, sku = 'CHAIR', quantity = 1) => ({
  external_order_id,
  destination_zip: '10001',
  lines: [{ sku, quantity }],
});

/** The decision of a routed order: variant A answers with a run, variant B with the decision. */
export function decisionOf(text: string): number {
  const answer = JSON.parse(text);
  return (answer.results?.[0] ?? answer).routing_decision_id;
}

/** Syncs stock, routes orders and sends a run. Returns the values that exist then. */
async function someWork(base: string, caller: Credential): Promise<KnownValues> {
  const stock = { quantity_available: 1_000_000, unit_value: 9.5 };
  const inventory = SKUS.flatMap((sku) =>
    ['EWR1', 'ATL1'].map((warehouse_id) => ({ sku, warehouse_id, ...stock })),
  );
  await call(base, caller, 'POST', '/api/v1/inventory', { inventory });
  const orders = [orderOf('SO-1', 'CHAIR', 2), orderOf('SO/2 ü', 'TABLE', 2)];
  const decisions: number[] = [];
  for (const order of orders)
    decisions.push(decisionOf((await ask(base, caller, 'POST', '/api/v1/orders/route', order)).text));
  await call(base, caller, 'POST', '/api/v1/runs', { orders: [orderOf('R-1'), orderOf('R-2', 'LAMP')] });
  const ids = orders.map(({ external_order_id: id }) => id);
  const { next_cursor } = await call<{ next_cursor: string }>(base, caller, 'GET', '/api/v1/runs?limit=1');
  return {
    sku: SKUS,
    destination_zip: ['10001', '60614', '94105', '07030-1234', '00000', 'ABCDE'],
    order_id: ids,
    external_order_id: ids.map((id) => `${id}-again`),
    routing_decision_id: decisions,
    routing_run_id: await idsOf(base, caller, '/api/v1/runs', 'routing_run_id'),
    cursor: [next_cursor],
    warehouse_id: ['EWR1', 'ATL1'],
    warehouse_ids: [['EWR1'], ['EWR1', 'ATL1', 'ONT1']],
    exclude_warehouse_ids: [['EWR1']],
    only_warehouse_ids: [['ATL1', 'EWR1']],
    external_warehouse_id: ['EWR1', 'ATL1'],
    warehouse_code: ['W-001', 'W-002'],
    order_created_at: ['2026-01-31T09:30:00Z', '2026-01-31'],
    quantity: [1, 2, 3],
    quantity_available: [0, 5, 1_000_000],
  };
}

/** A member of each element of the list that a GET answers with. */
async function idsOf(base: string, caller: Credential, url: string, name: string): Promise<unknown[]> {
  const page = await call<Record<string, unknown>>(base, caller, 'GET', url);
  const list = (Object.values(page).find(Array.isArray) ?? []) as Record<string, unknown>[];
  return list.map((each) => each[name]).filter((id) => id !== undefined);
}
