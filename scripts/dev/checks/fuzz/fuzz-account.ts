import type { KnownValues } from './schema-values.ts';
import { type FuzzAnswer, sendRequest } from './send-request.ts';

/** The headers with a caller's credential. */
export type CallerHeaders = Readonly<Record<string, string>>;

/** A client for some requests, made by the service's API, with data to work on. */
export interface FuzzAccount {
  readonly slug: string;
  /** By who calls. */
  readonly callers: {
    readonly test: CallerHeaders;
    readonly live: CallerHeaders;
    readonly owner: CallerHeaders;
    readonly member: CallerHeaders;
    readonly operator: CallerHeaders;
    /** An owner who is signed in. */
    readonly person: CallerHeaders;
  };
  /** Values that exist in its test environment, by the name of the member or parameter. */
  readonly known: KnownValues;
}

const SKUS = ['CHAIR', 'TABLE', 'LAMP', 'S/K %U'];
const ZIPS = ['10001', '60614', '94105', '07030-1234', '00000', 'ABCDE'];
export const OWNERS_PASSWORD = 'correct horse battery';

/** Sends JSON and returns the answer's; throws what is answered with an error. */
export async function call<T>(
  base: string,
  caller: CallerHeaders,
  method: string,
  url: string,
  body?: unknown,
): Promise<T> {
  const answer = await ask(base, caller, method, url, body);
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.body}`);
  return (answer.body.length === 0 ? null : JSON.parse(answer.body.toString())) as T;
}

/** Sends JSON. */
export function ask(
  base: string,
  caller: CallerHeaders,
  method: string,
  url: string,
  body?: unknown,
): Promise<FuzzAnswer> {
  const request = {
    method,
    url,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
    expects: 'any' as const,
  };
  return sendRequest(base, request, caller);
}

let networks = 0;

/** Signs a person in from their own network, so that failed attempts of others do not count. */
export async function signIn(base: string, email: string, password: string): Promise<CallerHeaders> {
  networks += 1;
  const from = { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
  const answer = await ask(base, from, 'POST', '/account/v1/session', { email, password });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.body}`);
  const { csrf_token } = JSON.parse(answer.body.toString()) as { csrf_token: string };
  return { cookie: answer.headers['set-cookie']!.split(';', 1)[0]!, 'x-csrf-token': csrf_token };
}

/** Makes the client `slug`, with stock, orders and a run in its test environment. */
export async function createFuzzAccount(
  base: string,
  operator: CallerHeaders,
  slug: string,
  variant: 'A' | 'B' = 'A',
): Promise<FuzzAccount> {
  const client = { slug, contract_variant: variant, plan: 'enterprise', subscription_status: 'active' };
  await call(base, operator, 'POST', '/account/v1/clients', client);
  const warehouses = [
    { warehouse_id: 'EWR1', warehouse_code: 'W-001', warehouse_name: 'Edison NJ', zip: '08837', priority: 1 },
    { warehouse_id: 'ATL1', warehouse_code: 'W-002', zip: '30336', priority: 2 },
    { warehouse_id: 'ONT1', warehouse_code: 'W-003', zip: '91761' },
  ];
  const users = [{ email: `owner@${slug}.example`, role: 'owner' }];
  const file = {
    client: { slug },
    warehouses,
    settings: { max_transit_days: { mode: 'warn', days: 4 } },
    profiles: [{ partner_id: 'consumer', settings: { split_shipment: 'block' } }],
    item_controls: [{ sku: 'LAMP', rule: 'restrict', warehouse_ids: ['EWR1'] }],
    api_keys: [
      { name: 'store', environment: 'live' },
      { name: 'ci', environment: 'test' },
    ],
    users: users.map((user) => ({ ...user, password: OWNERS_PASSWORD })),
  };
  const { api_keys } = await call<{ api_keys: { environment: string; key: string }[] }>(
    base,
    operator,
    'PUT',
    `/account/v1/account?client=${slug}`,
    file,
  );
  const token = async (role: string, name = role) => {
    const made = { name, role };
    return call<{ id: number; token: string }>(
      base,
      operator,
      'POST',
      `/account/v1/tokens?client=${slug}`,
      made,
    );
  };
  const [owner, member, spare] = [
    await token('owner'),
    await token('member'),
    await token('member', 'spare'),
  ];
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const test = bearer(api_keys.find(({ environment }) => environment === 'test')!.key);
  const spareKey = await call<{ id: number }>(base, operator, 'POST', `/account/v1/api-keys?client=${slug}`, {
    name: 'spare',
    environment: 'test',
  });
  const callers = {
    test,
    live: bearer(api_keys.find(({ environment }) => environment === 'live')!.key),
    owner: bearer(owner.token),
    member: bearer(member.token),
    operator,
    person: await signIn(base, `owner@${slug}.example`, OWNERS_PASSWORD),
  };
  const known = {
    ...(await someWork(base, test)),
    id: [spare.id, spareKey.id],
    client: [slug, { slug }],
    slug: [slug],
    environment: ['test', 'test', 'live'],
    email: [`owner@${slug}.example`, `someone@${slug}.example`],
    password: [OWNERS_PASSWORD],
    current_password: [OWNERS_PASSWORD],
    new_password: [OWNERS_PASSWORD],
    zone: ['UTC', 'America/Chicago'],
    // The parts of an account file that can be sent again.
    warehouses: [warehouses],
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

/** An order that was routed: variant A answers with a run, variant B with the decision. */
interface Routed {
  readonly routing_decision_id?: number;
  readonly results?: readonly { readonly routing_decision_id: number }[];
}

/** Syncs stock, routes orders and sends a run. Returns the values that exist then. */
async function someWork(base: string, caller: CallerHeaders): Promise<KnownValues> {
  const inventory = SKUS.flatMap((sku) =>
    ['EWR1', 'ATL1'].map((warehouse_id) => ({
      sku,
      warehouse_id,
      quantity_available: 1_000_000,
      unit_value: 9.5,
    })),
  );
  await call(base, caller, 'POST', '/api/v1/inventory', { inventory });
  const order = (id: string, sku: string) => ({
    external_order_id: id,
    destination_zip: '10001',
    lines: [{ sku, quantity: 2 }],
  });
  const orders = [order('SO-1', 'CHAIR'), order('SO/2 ü', 'TABLE')];
  const decisions: number[] = [];
  for (const each of orders) {
    const routed = await call<Routed>(base, caller, 'POST', '/api/v1/orders/route', each);
    decisions.push((routed.results?.[0] ?? routed).routing_decision_id!);
  }
  const run = { orders: [order('R-1', 'CHAIR'), order('R-2', 'LAMP')] };
  await call(base, caller, 'POST', '/api/v1/runs', run);
  const ids = orders.map(({ external_order_id: id }) => id);
  return {
    sku: SKUS,
    destination_zip: ZIPS,
    order_id: ids,
    external_order_id: ids.map((id) => `${id}-again`),
    routing_decision_id: decisions,
    routing_run_id: await idsOf(base, caller, '/api/v1/runs', 'routing_run_id'),
    cursor: [(await call<{ next_cursor: string }>(base, caller, 'GET', '/api/v1/runs?limit=1')).next_cursor],
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
async function idsOf(base: string, caller: CallerHeaders, url: string, name: string): Promise<number[]> {
  const page = await call<Record<string, unknown>>(base, caller, 'GET', url);
  const list = Object.values(page).find(Array.isArray) ?? [];
  return list.map((each: Record<string, unknown>) => each[name] as number).filter((id) => id !== undefined);
}
