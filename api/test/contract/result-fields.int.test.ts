import { expect, it } from 'vitest';
import { aClient, sharedApi, stock, type TestClient } from '../api.ts';
import { callsOf, VARIANT_B } from './calls.ts';
import { type ByOrder, fieldOf, MIXED_ACCOUNT, MIXED_ORDERS, MIXED_STOCK } from './mixed-batch.ts';

/** Each field of the answers, by its value for the orders of one batch. */
type Result = Record<string, unknown>;
type Run = Record<string, number> & { readonly results: readonly Result[] };

async function routed(fields: object): Promise<TestClient & { readonly run: Run }> {
  const client = await aClient(api.db, { ...MIXED_ACCOUNT, client: fields });
  await stock(api.app, client.live, ...MIXED_STOCK);
  const response = await call.batch(client.live, MIXED_ORDERS);
  expect(response.statusCode).toBe(200);
  return { ...client, run: response.json() };
}

const api = await sharedApi();
const call = callsOf(api.app);
const a = await routed({});
const b = await routed(VARIANT_B);

const ORDER_IDS = MIXED_ORDERS.map((order) => order.external_order_id as string);
const EDISON = { warehouse_id: 'EWR1', warehouse_name: 'Edison NJ' };
const ATLANTA = { warehouse_id: 'ATL1', warehouse_name: 'Atlanta GA' };
const saying = (...parts: string[]) => expect.stringMatching(new RegExp(parts.join('.*')));

// ---- run

it.each([
  ['orders_considered', 'counts the orders attempted', 15],
  ['orders_routed', 'counts the results', 15],
  ['full_count', 'counts the orders that are FULL', 5],
  ['split_count', 'counts the orders that are SPLIT', 2],
  ['partial_count', 'counts the orders that are PARTIAL', 3],
  ['partial_split_count', 'counts the orders that are PARTIAL_SPLIT', 1],
  ['none_count', 'counts the orders that are NONE', 4],
  ['client_run_number', 'numbers the runs of the client from 1', 1],
  ['status', 'is completed', 'completed'],
])('[run] %s: %s', (field, _, expected) => {
  expect(a.run[field]).toBe(expected);
});

it('[run] routing_run_id: is the run that the orders belong to', async () => {
  const { routings } = (await call.get(a.live, 'orders/FULL')).json();
  expect(routings).toMatchObject([{ routing_run_id: a.run.routing_run_id, client_run_number: 1 }]);
  expect(b.run.routing_run_id).not.toBe(a.run.routing_run_id);
});

it('[run] client_run_number: goes on with the next run of the client, whatever others route', async () => {
  const other = await aClient(api.db);
  const numbers = [];
  for (const key of [other.live, other.live]) numbers.push((await call.route(key)).json().client_run_number);
  expect(numbers).toEqual([1, 2]);
});

it('[run] client_id: is the client of the key', () => {
  expect([a.run.client_id, b.run.client_id]).toEqual([a.client_id, b.client_id]);
  expect(a.client_id).not.toBe(b.client_id);
});

it('[run] results: has one element an order, in request order, and exactly one for a single order', async () => {
  expect(a.run.results.map(({ order_id }) => order_id)).toEqual(ORDER_IDS);
  const { test } = await aClient(api.db);
  expect((await call.route(test, { external_order_id: 'SO-9' })).json().results).toMatchObject([
    { order_id: 'SO-9' },
  ]);
});

// ---- result

const STATUS: ByOrder = {
  FULL: 'FULL',
  ELSEWHERE: 'FULL',
  SPLIT: 'SPLIT',
  PARTIAL: 'PARTIAL',
  'PARTIAL-SPLIT': 'PARTIAL_SPLIT',
  BLOCKED: 'NONE',
};
const QUALITY: ByOrder = {
  FULL: 'Optimal',
  ELSEWHERE: 'Suboptimal',
  SPLIT: 'Split',
  PARTIAL: 'Suboptimal',
  'PARTIAL-SPLIT': 'Split',
  'NO-ZIP': 'Unroutable',
};
const REASON: ByOrder = {
  FULL: saying('in full', 'Edison NJ', 'preferred'),
  ELSEWHERE: saying('in full', 'Atlanta GA', 'instead of', 'Edison NJ'),
  SPLIT: saying('2 warehouses', 'Edison NJ', 'Atlanta GA'),
  PARTIAL: saying('2 of 5 units', 'Atlanta GA', '3 units not available'),
  'NO-ZIP': saying('ZIP', 'invalid'),
  'NO-STOCK': saying('no inventory'),
};
const UNROUTABLE: readonly (readonly [string, string, ByOrder])[] = [
  [
    'unroutable_reason_code',
    'is the code of a NONE, and null where something ships',
    {
      'NO-ZIP': 'invalid_destination_zip',
      'NO-STOCK': 'no_inventory_available',
      BLOCKED: 'split_shipment_blocked',
      PARTIAL: null,
    },
  ],
  [
    'unroutable_category',
    'is the bucket of the code',
    { 'NO-ZIP': 'invalid_order_data', 'NO-STOCK': 'inventory', BLOCKED: 'rules', FULL: null },
  ],
  [
    'unroutable_reason',
    'says why nothing ships, with what was sent',
    {
      'NO-ZIP': saying('00000'),
      'NO-STOCK': saying('SOFA'),
      BLOCKED: saying('2 shipments', 'blocked'),
      SPLIT: null,
    },
  ],
  [
    'recommended_action',
    'says what to do about it',
    {
      'NO-ZIP': saying('[Cc]orrect', 'ZIP'),
      'NO-STOCK': saying('[Aa]dd inventory'),
      BLOCKED: saying('[Aa]llow more shipments'),
      FULL: null,
    },
  ],
];

it.each<readonly [string, string, ByOrder]>([
  ['status', 'is what became of the order', STATUS],
  ['routing_quality', 'is how good that is', QUALITY],
  ['reason', 'says it with warehouses and units', REASON],
  [
    'profile.applied',
    'is true where a profile matched',
    { PARTNER: true, BLOCKED: true, STRANGER: false, FULL: false },
  ],
  [
    'profile.name',
    'is the name of the profile, or Default',
    { PARTNER: 'Strict partner', STRANGER: 'Default', FULL: 'Default' },
  ],
  [
    'profile.partner_id',
    'is the partner that matched, or null',
    { PARTNER: 'strict', STRANGER: null, FULL: null },
  ],
  ['policy_outcome', 'is clear, warned or blocked', { FULL: 'clear', SPLIT: 'warned', BLOCKED: 'blocked' }],
  ['policy_warning_count', 'counts the warnings', { FULL: 0, SPLIT: 1, 'PARTIAL-SPLIT': 2, BLOCKED: 0 }],
  [
    'policy_warning_codes',
    'names the rules set to Warn that the route breaks',
    {
      FULL: [],
      SPLIT: ['split_shipment_warned'],
      PARTIAL: ['partial_shipment_warned'],
      'PARTIAL-SPLIT': ['split_shipment_warned', 'partial_shipment_warned'],
    },
  ],
  [
    'policy_blocked_code',
    'names the rule that blocks a route',
    { BLOCKED: 'split_shipment_blocked', SPLIT: null, PARTNER: null },
  ],
  [
    'policy_messages',
    'explains each warning and block',
    {
      FULL: [],
      SPLIT: [saying('2 shipments')],
      'PARTIAL-SPLIT': [saying('2 shipments'), saying('without 1 unit')],
      BLOCKED: [saying('2 shipments', 'blocked')],
    },
  ],
  ...UNROUTABLE,
  [
    'total_shipment_value',
    'is the value of the units that ship',
    { FULL: 21, SPLIT: 8, PARTIAL: 2.5, 'PARTIAL-SPLIT': 6, CONTROLLED: 3, BLOCKED: 0 },
  ],
  [
    'preferred_warehouse',
    'is the top-ranked one, whatever ships, and also of a NONE',
    { FULL: EDISON, ELSEWHERE: EDISON, STRANGER: ATLANTA, 'NO-STOCK': EDISON, 'NO-ZIP': null },
  ],
  [
    'selected_warehouse',
    'is the only one that ships, null where several or none do',
    { FULL: EDISON, ELSEWHERE: ATLANTA, PARTIAL: ATLANTA, SPLIT: null, BLOCKED: null },
  ],
  [
    'selected_warehouses',
    'are all that ship',
    { FULL: [EDISON], ELSEWHERE: [ATLANTA], SPLIT: [EDISON, ATLANTA], BLOCKED: [] },
  ],
  ['shipment_count', 'counts the shipments', { FULL: 1, SPLIT: 2, 'PARTIAL-SPLIT': 2, BLOCKED: 0 }],
  [
    'shipments',
    'say what ships from where, one a warehouse',
    {
      FULL: [{ selected_warehouse: EDISON, lines: [{ sku: 'CHAIR', ship_qty: 2 }] }],
      'SPLIT-2': [
        { selected_warehouse: EDISON, lines: [{ sku: 'BENCH', ship_qty: 2 }] },
        { selected_warehouse: ATLANTA, lines: [{ sku: 'BENCH', ship_qty: 1 }] },
      ],
      CONTROLLED: [
        {
          selected_warehouse: ATLANTA,
          lines: [
            { sku: 'ACID', ship_qty: 2 },
            { sku: 'GLUE', ship_qty: 1 },
          ],
        },
      ],
      'NO-STOCK': [],
    },
  ],
  [
    'unfulfilled_lines',
    'are the quantities that could not be allocated',
    {
      FULL: [],
      PARTIAL: [{ sku: 'DESK', requested_qty: 5, unfulfilled_qty: 3, reason: 'insufficient_inventory' }],
      BLOCKED: [{ sku: 'SHELF', requested_qty: 2, unfulfilled_qty: 2, reason: 'policy_blocked' }],
      'NO-ZIP': [{ sku: 'CHAIR', requested_qty: 1, unfulfilled_qty: 1, reason: 'invalid_destination_zip' }],
    },
  ],
  [
    'explanation',
    'explains the route that was taken',
    {
      FULL: expect.objectContaining({ selected_path: 'full' }),
      SPLIT: expect.objectContaining({ selected_path: 'split', item_control_applied: false }),
      CONTROLLED: expect.objectContaining({ selected_path: 'full', item_control_applied: true }),
      BLOCKED: expect.objectContaining({ selected_path: 'none' }),
    },
  ],
])('[result] %s: %s', (field, _, expected) => {
  expect(fieldOf(a.run.results, field, expected)).toEqual(expected);
});

it.each([
  ['result', 'A'],
  ['result B', 'B'],
])('[%s] order_id: is the ID that was sent (Variant %s)', (_, variant) => {
  const { results } = variant === 'A' ? a.run : b.run;
  expect(results.map(({ order_id }) => order_id)).toEqual(ORDER_IDS);
});

it.each([
  ['result', 'A'],
  ['result B', 'B'],
])(
  '[%s] routing_decision_id: finds the decision again, each order its own (Variant %s)',
  async (_, variant) => {
    const { run, live } = variant === 'A' ? a : b;
    expect(new Set(run.results.map(({ routing_decision_id }) => routing_decision_id)).size).toBe(15);
    for (const result of run.results.slice(0, 3)) {
      const { json } = await call.get(live, `decisions/${result.routing_decision_id}`);
      expect(json().result).toEqual(result);
    }
  },
);

// ---- result B

const EDISON_B = { warehouse_code: 'W-001', external_warehouse_id: 'EWR1', warehouse_name: 'Edison NJ' };
const ATLANTA_B = { warehouse_code: 'W-002', external_warehouse_id: 'ATL1', warehouse_name: 'Atlanta GA' };

it.each<readonly [string, string, ByOrder]>([
  ['status', 'is what became of the order', STATUS],
  ['routing_quality', 'is how good that is', QUALITY],
  ['reason', 'says it with warehouses and units', REASON],
  ...UNROUTABLE,
  [
    'preferred_warehouse',
    'is the top-ranked one, whatever ships',
    { FULL: EDISON_B, ELSEWHERE: EDISON_B, STRANGER: ATLANTA_B, 'NO-STOCK': EDISON_B, 'NO-ZIP': null },
  ],
  [
    'selected_warehouse',
    'is the origin of a single-origin route, null otherwise',
    { FULL: EDISON_B, ELSEWHERE: ATLANTA_B, SPLIT: null, BLOCKED: null },
  ],
  [
    'selected_warehouses',
    'are the origins of a multi-origin route, none otherwise',
    { FULL: [], ELSEWHERE: [], SPLIT: [EDISON_B, ATLANTA_B], BLOCKED: [] },
  ],
  [
    'lines',
    'say line by line what ships from where',
    {
      'PARTIAL-SPLIT': [
        {
          sku: 'RUG',
          ordered_qty: 3,
          ship_qty: 2,
          unfulfilled_qty: 1,
          allocations: [
            { ...EDISON_B, ship_qty: 1 },
            { ...ATLANTA_B, ship_qty: 1 },
          ],
        },
      ],
      CONTROLLED: [
        {
          sku: 'ACID',
          ordered_qty: 2,
          ship_qty: 2,
          unfulfilled_qty: 0,
          allocations: [{ ...ATLANTA_B, ship_qty: 2 }],
        },
        {
          sku: 'GLUE',
          ordered_qty: 1,
          ship_qty: 1,
          unfulfilled_qty: 0,
          allocations: [{ ...ATLANTA_B, ship_qty: 1 }],
        },
      ],
      'NO-STOCK': [{ sku: 'SOFA', ordered_qty: 1, ship_qty: 0, unfulfilled_qty: 1, allocations: [] }],
    },
  ],
  [
    'decision_driver',
    'is the fact that decided, with its warehouse',
    {
      FULL: expect.objectContaining({ code: 'optimal_preferred_full', warehouse: EDISON_B }),
      ELSEWHERE: {
        code: 'preferred_short',
        message: saying('Edison NJ', 'DESK'),
        sku: 'DESK',
        required_qty: 1,
        available_qty: 0,
        short_qty: 1,
        warehouse: EDISON_B,
      },
    },
  ],
])('[result B] %s: %s', (field, _, expected) => {
  expect(fieldOf(b.run.results, field, expected)).toEqual(expected);
});

// ---- explanation

it.each<readonly [string, string, ByOrder]>([
  [
    'selected_path',
    'is the path of the status',
    {
      FULL: 'full',
      SPLIT: 'split',
      PARTIAL: 'partial',
      'PARTIAL-SPLIT': 'partial_split',
      'NO-STOCK': 'none',
    },
  ],
  [
    'ranked_warehouses',
    'are all enabled ones, nearest first, numbered from 1',
    {
      FULL: [
        { rank: 1, ...EDISON },
        { rank: 2, ...ATLANTA },
      ],
      STRANGER: [
        { rank: 1, ...ATLANTA },
        { rank: 2, ...EDISON },
      ],
    },
  ],
  [
    'decision_driver',
    'is the fact that decided, with the SKU that was short',
    {
      FULL: {
        code: 'optimal_preferred_full',
        message: saying('Edison NJ'),
        sku: null,
        required_qty: null,
        available_qty: null,
        short_qty: null,
        warehouse: EDISON,
      },
      PARTIAL: {
        code: 'partial_short',
        message: saying('DESK', '5 units short', 'Edison NJ'),
        sku: 'DESK',
        required_qty: 5,
        available_qty: 0,
        short_qty: 5,
        warehouse: EDISON,
      },
      BLOCKED: expect.objectContaining({ code: 'policy_blocked' }),
      'NO-ZIP': expect.objectContaining({ code: 'invalid_destination_zip', warehouse: null }),
    },
  ],
  ['item_control_applied', 'is true if a SKU has a rule', { CONTROLLED: true, FULL: false }],
  [
    'item_control_skus',
    "are the order's SKUs with rules, and absent without any",
    { CONTROLLED: ['ACID', 'GLUE'], FULL: undefined },
  ],
  [
    'item_control_flags',
    'are the kinds of their rules',
    {
      CONTROLLED: ['warehouse_excluded', 'do_not_split', 'warehouse_restricted', 'max_transit_days'],
      FULL: undefined,
    },
  ],
  [
    'item_control_notes',
    'are the notes of their rules, not those of other SKUs',
    { CONTROLLED: ['no licence in Edison', 'ventilated hall only'], FULL: undefined },
  ],
  [
    'item_control_rules',
    'say each rule in words',
    {
      CONTROLLED: [
        { sku: 'ACID', summary: saying('[Nn]ever', 'Edison NJ') },
        { sku: 'ACID', summary: saying('one warehouse') },
        { sku: 'GLUE', summary: saying('[Oo]nly', 'Atlanta GA') },
        { sku: 'GLUE', summary: saying('9 transit days') },
      ],
      FULL: undefined,
    },
  ],
])('[explanation] %s: %s', (field, _, expected) => {
  const explained = a.run.results.map(({ order_id, explanation }) => ({
    order_id,
    ...(explanation as object),
  }));
  expect(fieldOf(explained, field, expected)).toEqual(expected);
});

// ---- me

const keyRow = async (key: string) => (await call.get(key, 'me')).json() as Record<string, unknown>;

it.each([
  ['status', 'is ok', 'ok', 'ok'],
  ['environment', 'is that of the key', 'live', 'test'],
  ['name', 'is the name of the key', 'store', 'ci'],
  ['subscription_status', 'is that of the client', 'trialing', 'trialing'],
  ['subscription_tier', 'is the plan of the client', 'starter', 'starter'],
])('[me] %s: %s', async (field, _, live, test) => {
  const client = await aClient(api.db, { client: { plan: 'starter', subscription_status: 'trialing' } });
  expect([(await keyRow(client.live))[field], (await keyRow(client.test))[field]]).toEqual([live, test]);
});

it('[me] subscription_status: is active for a client that pays, beside its plan', async () => {
  expect(await keyRow(a.live)).toMatchObject({ subscription_status: 'active', subscription_tier: 'pro' });
});

it('[me] client_id: is the one that every answer names', async () => {
  expect((await keyRow(a.live)).client_id).toBe(a.run.client_id);
  expect((await keyRow(a.test)).client_id).toBe(a.run.client_id);
});

it('[me] api_key_id: is the row of the key, of each key its own', async () => {
  const ids = [(await keyRow(a.live)).api_key_id, (await keyRow(a.test)).api_key_id];
  const { rows } = await api.db.pool.query<{ id: number }>(
    "SELECT id FROM access_keys WHERE kind = 'api_key' AND client_id = $1 ORDER BY environment = 'test'",
    [a.client_id],
  );
  expect(ids).toEqual(rows.map(({ id }) => id));
});

it.each(['live', 'test'] as const)(
  '[me] key_prefix: is how the %s key begins, and far from all of it',
  async (name) => {
    const prefix = (await keyRow(a[name])).key_prefix as string;
    expect(a[name].startsWith(prefix)).toBe(true);
    expect(prefix).toMatch(new RegExp(`^[a-z]+_${name}_.`));
    expect(a[name].length - prefix.length).toBeGreaterThan(20);
  },
);
