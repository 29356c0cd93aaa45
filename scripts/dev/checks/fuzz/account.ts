import { importPrices } from '../../../../shared/account/import-tables.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { createKey } from '../../../../shared/identity/keys.ts';
import { hashPassword } from '../../../../shared/identity/passwords.ts';
import { csrfTokenOf, startSession } from '../../../../shared/identity/sessions.ts';
import type { Operation } from '../../../../shared/testing/openapi-document.ts';
import { addClient } from '../../harness/clients.ts';
import { type Credential, HttpCaller } from '../../harness/http.ts';
import { orderOf } from '../../harness/orders.ts';

/** Values by the name of the member or parameter that they are for: ids that exist, ZIPs, dates. */
export type KnownValues = Record<string, unknown[]>;

/** A client for some requests, with data to work on. */
export interface FuzzAccount {
  readonly slug: string;
  /** By who calls; `person` is an owner who is signed in, `operator` one of the whole service. */
  readonly callers: Readonly<Record<'test' | 'live' | 'owner' | 'operator' | 'person', Credential>>;
  /** Values that exist in its test environment. Answers add ids to them. */
  readonly known: KnownValues;
}

/** Of every person. */
export const PASSWORD = 'correct horse battery';
const passwordHash = hashPassword(PASSWORD);

const SKUS = ['CHAIR', 'TABLE', 'LAMP', 'S/K %U'];
const WAREHOUSES = [
  { warehouse_id: 'EWR1', warehouse_code: 'W-001', warehouse_name: 'Edison NJ', zip: '08837', priority: 1 },
  {
    warehouse_id: 'ATL1',
    warehouse_code: 'W-002',
    zip: '30336',
    priority: 2,
    safety_stock: 3,
  },
  {
    warehouse_id: 'ONT1',
    warehouse_code: 'W-003',
    zip: '91761',
    calendar: { time_zone: 'America/Los_Angeles', cut_off: '15:00', closed_dates: ['2026-12-25'] },
  },
];
const RULES = {
  settings: { max_transit_days: { mode: 'warn', days: 4 } },
  profiles: [{ partner_id: 'consumer', settings: { split_shipment: 'block' } }],
  item_controls: [
    { sku: 'LAMP', rule: 'restrict', warehouse_ids: ['EWR1'] },
    { sku: 'TABLE', rule: 'safety_stock', units: 2 },
  ],
} as const;

const bearer = (secret: string): Credential => ({ authorization: `Bearer ${secret}` });

/** Signs in a new person; an operator has no client. */
async function signIn(db: Database, email: string, client_id: number | null): Promise<Credential> {
  const data = {
    email,
    password_hash: await passwordHash,
    ...(client_id === null
      ? { is_operator: true }
      : { memberships: { create: { client_id, role: 'owner' as const } } }),
  } as const;
  const { token } = await startSession(db, await db.prisma.user.create({ data }), new Date());
  return { cookie: `wrs_session=${token}`, 'x-csrf-token': csrfTokenOf(token) };
}

/** Makes the client `slug`, with stock, orders and a run in its test environment. */
export async function createFuzzAccount(
  db: Database,
  base: string,
  slug: string,
  contract_variant: 'A' | 'B' = 'A',
): Promise<FuzzAccount> {
  const client = { slug, contract_variant, plan: 'enterprise', subscription_status: 'active' } as const;
  // Only decisions of Variant A take places.
  const capacity = contract_variant === 'A' && { capacity: { shipments_per_day: 900 } };
  const warehouses = WAREHOUSES.map((warehouse) => ({ ...warehouse, ...capacity }));
  const account = await addClient(db, slug, { client, warehouses, ...structuredClone(RULES) });
  const text = 'warehouse_id,zone,max_weight,price\n*,1,20,8\n*,2,20,9\n*,3,50,7.5\n';
  await importPrices(db, slug, { text, currency: null });
  const spare = await createKey(db.prisma, account.client_id, 'account_token', {
    name: 'spare',
    role: 'member',
  });
  const owner = `owner@${slug}.example`;
  const known: KnownValues = {
    id: [spare.id],
    client: [slug, { slug }],
    slug: [slug],
    environment: ['test', 'test', 'live'],
    email: [owner, `someone@${slug}.example`],
    password: [PASSWORD],
    current_password: [PASSWORD],
    new_password: [PASSWORD],
    zone: ['UTC', 'America/Chicago'],
    // The parts of an account file that can be sent again.
    warehouses: [warehouses],
    settings: [RULES.settings, { ranking: 'priority' }],
    profiles: [RULES.profiles, []],
    item_controls: [RULES.item_controls, []],
    transit: [{ provider: 'zone' }],
    api_keys: [[]],
    users: [[{ email: owner, role: 'owner' }]],
    rule_id: ['LAMP~restrict'],
    partner_id: ['consumer'],
    name: [
      'max_transit_days',
      'split_shipment',
      'ranking',
      'late_delivery',
      'ignore_safety_stock',
      'objective',
      'batch_optimization',
      'batch_max_days_later',
    ],
    value: [
      'improve',
      3,
      'block',
      'priority',
      'delivery',
      'cost',
      'lowest_cost',
      true,
      { mode: 'warn', days: 4 },
    ],
    delivery_calendar: [{ days: ['mon', 'sat'], closed_dates: ['2026-12-25'] }],
    calendar: [{ time_zone: 'UTC', cut_off: '12:00' }],
    capacity: [{ shipments_per_day: 900, when_full: 'skip' }],
    handling: [{ per_shipment: 1.5, per_unit: 0.05 }],
    rates: [{ currency: 'USD', zones: { by: 'miles', upto: [150, 600, 1400] } }],
    zones: [{ by: 'miles', upto: [300, 1000] }],
    currency: ['USD', 'EUR'],
    split_penalty: [0, 2.5],
    objective: ['lowest_cost', 'fewest_shipments'],
    time_zone: ['America/Denver', 'UTC'],
    cut_off: ['15:00', '00:00'],
    deliver_by: ['2026-12-24', '2099-01-01'],
    as_of: ['2026-11-25T15:00:00Z'],
    code: ['pro', 'starter'],
    zips: ['10001,60614'],
    zip: ['10001', '08837'],
    from: ['2026-01-01', '2026-11-01T00:00:00Z'],
    to: ['2027-01-01', '2027-01-01T00:00:00+02:00'],
    sku: SKUS,
    destination_zip: ['10001', '60614', '94105', '07030-1234', '00000', 'ABCDE'],
    order_id: ['SO-1', 'SO/2 ü'],
    external_order_id: ['SO-1-again', 'SO/2 ü-again'],
    warehouse_id: ['EWR1', 'ATL1'],
    warehouse_ids: [['EWR1'], ['EWR1', 'ATL1', 'ONT1']],
    exclude_warehouse_ids: [['EWR1']],
    only_warehouse_ids: [['ATL1', 'EWR1']],
    external_warehouse_id: ['EWR1', 'ATL1'],
    before: ['ONT1'],
    after: ['ATL1'],
    warehouse_code: ['W-001', 'W-002'],
    order_created_at: ['2026-01-31T09:30:00Z', '2026-01-31'],
    quantity: [1, 2, 3],
    quantity_available: [0, 5, 1_000_000],
  };
  const test = new HttpCaller(base, { key: account.keys.test });
  const stock = { quantity_available: 1_000_000, unit_value: 9.5 };
  const inventory = SKUS.flatMap((sku) =>
    ['EWR1', 'ATL1'].map((warehouse_id) => ({ sku, warehouse_id, ...stock })),
  );
  await test.json('/api/v1/inventory', { inventory });
  for (const order of [orderOf('SO-1', { CHAIR: 2 }), orderOf('SO/2 ü', { TABLE: 2 })])
    noteIds(known, await test.json('/api/v1/orders/route', order));
  const orders = [orderOf('R-1', { CHAIR: 2 }), orderOf('R-2', { LAMP: 2 })];
  noteIds(known, await test.json('/api/v1/runs', { orders }));
  noteIds(known, await test.json('/api/v1/runs?limit=1'));
  const people = new HttpCaller(base, { key: account.token });
  noteIds(known, await people.json('/account/v1/configurations'));
  for (const caller of [test, people]) caller.close();
  const callers = {
    test: bearer(account.keys.test),
    live: bearer(account.keys.live),
    owner: bearer(account.token),
    operator: await signIn(db, `operator@${slug}.example`, null),
    person: await signIn(db, owner, account.client_id),
  };
  return { slug, callers, known };
}

/** The caller of an operation: a key of the customer API, an owner's token, a session. */
export function callerOf({ path }: Operation, { callers }: FuzzAccount): Credential {
  if (path.startsWith('/api/')) return callers.test;
  if (/^\/account\/v1\/(session|second-factor)/.test(path)) return callers.person;
  return /^\/account\/v1\/(?:clients|plans|service)/.test(path) ? callers.operator : callers.owner;
}

const IDS = new Set([
  ...['id', 'routing_run_id', 'routing_decision_id', 'configuration_id', 'bulk_action_id'],
  'next_cursor',
]);
/** Of a name; older ones are forgotten. */
const MAX_IDS = 20;

/** Adds the ids of an answer to the known values, so that later requests use them. */
export function noteIds(known: KnownValues, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [name, value] of Object.entries(answer)) {
    noteIds(known, value);
    if (!IDS.has(name) || value === null) continue;
    const usedAs = name === 'next_cursor' ? 'cursor' : name;
    const others = (known[usedAs] ?? []).filter((each) => each !== value);
    known[usedAs] = [...others, value].slice(-MAX_IDS);
  }
}
