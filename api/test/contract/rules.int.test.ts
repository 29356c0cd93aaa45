import { expect, it } from 'vitest';
import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { aClient, sharedApi, stock } from '../api.ts';
import { callsOf } from './calls.ts';

/** What Item Control and policies make of an order to New York, nearest to EWR1. */
const api = await sharedApi();
const call = callsOf(api.app);

type ItemControls = NonNullable<AccountFileInput['item_controls']>;

interface Case {
  readonly rule?: Record<string, unknown>;
  readonly settings?: AccountFileInput['settings'];
  /** Units at EWR1 and ATL1. */
  readonly chairs: readonly [ewr: number, atl: number];
  readonly lamps?: readonly [ewr: number, atl: number];
  /** Units that are ordered, at 10 each. */
  readonly order?: { readonly chairs?: number; readonly lamps?: number };
}

/** Routes an order of two chairs, if it says no other. */
async function routed({ rule, settings, chairs, lamps = [0, 0], order = { chairs: 2 } }: Case) {
  const { live } = await aClient(api.db, {
    ...(settings && { settings }),
    // What a rule must have is checked by the account file itself.
    ...(rule && { item_controls: [{ sku: 'CHAIR', ...rule }] as unknown as ItemControls }),
  });
  const at = (sku: string, [ewr, atl]: readonly [number, number]) =>
    [
      [sku, 'EWR1', ewr],
      [sku, 'ATL1', atl],
    ] as const;
  await stock(api.app, live, ...at('CHAIR', chairs), ...at('LAMP', lamps));
  const lines = Object.entries({ CHAIR: order.chairs ?? 0, LAMP: order.lamps ?? 0 })
    .filter(([, quantity]) => quantity > 0)
    .map(([sku, quantity]) => ({ sku, quantity, unit_value: 10 }));
  const result = (await call.route(live, { lines })).json().results[0];
  const shipped = (
    result.shipments as {
      selected_warehouse: { warehouse_id: string };
      lines: { sku: string; ship_qty: number }[];
    }[]
  ).flatMap(({ selected_warehouse: { warehouse_id }, lines }) =>
    lines.map(({ sku, ship_qty }) => `${ship_qty} ${sku} ${warehouse_id}`),
  );
  return { ...result, shipped };
}

// ---- item control

it('[item control] Restrict to selected warehouses: only they are eligible; with fallback blocked the order can be NONE', async () => {
  const rule = { rule: 'restrict', warehouse_ids: ['ATL1'] };
  expect((await routed({ rule, chairs: [9, 9] })).shipped).toEqual(['2 CHAIR ATL1']);
  const blocked = await routed({ rule, chairs: [9, 0] });
  expect(blocked).toMatchObject({ status: 'NONE', unroutable_reason_code: 'item_control_restricted' });
  const fallback = { ...rule, fallback: 'allow' };
  expect((await routed({ rule: fallback, chairs: [9, 0] })).shipped).toEqual(['2 CHAIR EWR1']);
});

it('[item control] Prefer selected warehouses: they rank first where they can ship the order', async () => {
  const rule = { rule: 'prefer', warehouse_ids: ['ATL1'] };
  const able = await routed({ rule, chairs: [9, 9] });
  expect([able.preferred_warehouse.warehouse_id, able.shipped]).toEqual(['ATL1', ['2 CHAIR ATL1']]);
  const unable = await routed({ rule, chairs: [9, 1] });
  expect(unable.preferred_warehouse.warehouse_id).toBe('EWR1');
});

it('[item control] Exclude selected warehouses: they are skipped for the SKU, and for no other', async () => {
  const rule = { rule: 'exclude', warehouse_ids: ['EWR1'] };
  expect((await routed({ rule, chairs: [9, 9] })).shipped).toEqual(['2 CHAIR ATL1']);
  expect((await routed({ rule, chairs: [9, 9], lamps: [9, 9], order: { lamps: 2 } })).shipped).toEqual([
    '2 LAMP EWR1',
  ]);
});

it('[item control] Do not split SKU: ships from one warehouse what would be split without the rule', async () => {
  const chairs = [1, 2] as const;
  const order = { chairs: 3 };
  expect((await routed({ chairs, order })).shipped).toEqual(['1 CHAIR EWR1', '2 CHAIR ATL1']);
  const ruled = await routed({ rule: { rule: 'do_not_split' }, chairs, order });
  expect([ruled.status, ruled.shipped]).toEqual(['PARTIAL', ['2 CHAIR ATL1']]);
});

it('[item control] Do not partial SKU: ships nothing of what would be partial without the rule', async () => {
  const all = { chairs: [1, 0], lamps: [2, 0], order: { chairs: 2, lamps: 2 } } as const;
  expect((await routed(all)).shipped).toEqual(['1 CHAIR EWR1', '2 LAMP EWR1']);
  const ruled = await routed({ ...all, rule: { rule: 'do_not_partial' } });
  expect(ruled.shipped).toEqual(['2 LAMP EWR1']);
  expect(ruled.unfulfilled_lines).toMatchObject([{ sku: 'CHAIR', unfulfilled_qty: 2 }]);
});

it('[item control] Drop ship / vendor fulfilled: leaves warehouse routing and comes back as external fulfillment', async () => {
  const rule = { rule: 'drop_ship' };
  const beside = await routed({ rule, chairs: [9, 9], lamps: [9, 9], order: { chairs: 2, lamps: 1 } });
  expect([beside.status, beside.shipped]).toEqual(['PARTIAL', ['1 LAMP EWR1']]);
  expect(beside.unfulfilled_lines).toEqual([
    { sku: 'CHAIR', requested_qty: 2, unfulfilled_qty: 2, reason: 'external_fulfillment' },
  ]);
  expect(await routed({ rule, chairs: [9, 9] })).toMatchObject({
    status: 'NONE',
    unroutable_reason_code: 'external_fulfillment',
  });
});

it('[item control] Hold / manual review: blocks the order and says so', async () => {
  const reserved = await routed({
    rule: { rule: 'hold', note: 'recall' },
    chairs: [9, 9],
    lamps: [9, 9],
    order: { chairs: 1, lamps: 1 },
  });
  expect(reserved).toMatchObject({
    status: 'NONE',
    shipments: [],
    unroutable_reason_code: 'item_control_hold',
    unroutable_reason: expect.stringContaining('CHAIR'),
    explanation: { item_control_notes: ['recall'] },
  });
});

// ---- policy

/** Each rule with a case that breaks it, and what its block leaves to ship. */
const RULES = [
  {
    rule: 'split_shipment',
    mode: (mode: 'allow' | 'warn' | 'block') => ({ split_shipment: mode }),
    broken: { chairs: [1, 1] },
    blocked: { status: 'PARTIAL', policy_outcome: 'clear', shipped: ['1 CHAIR EWR1'] },
  },
  {
    rule: 'partial_shipment',
    mode: (mode: 'allow' | 'warn' | 'block') => ({ partial_shipment: mode }),
    broken: { chairs: [1, 0] },
    blocked: { status: 'NONE', policy_outcome: 'blocked', shipped: [] },
  },
  {
    rule: 'max_transit_days',
    mode: (mode: 'allow' | 'warn' | 'block') => ({ max_transit_days: { mode, days: 1 } }),
    broken: { chairs: [0, 2] },
    blocked: { status: 'NONE', policy_outcome: 'blocked', shipped: [] },
  },
  {
    rule: 'minimum_shipment_value',
    mode: (mode: 'allow' | 'warn' | 'block') => ({ minimum_shipment_value: { mode, value: 15 } }),
    broken: { chairs: [1, 2], order: { chairs: 3 } },
    blocked: { status: 'PARTIAL', policy_outcome: 'clear', shipped: ['2 CHAIR ATL1'] },
  },
] as const;

it.each(RULES)('[policy] Allow: a route that breaks $rule is clear', async ({ mode, broken }) => {
  const result = await routed({ ...broken, settings: mode('allow') });
  expect(result.status).not.toBe('NONE');
  expect(result).toMatchObject({
    policy_outcome: 'clear',
    policy_warning_codes: [],
    policy_blocked_code: null,
    policy_messages: [],
  });
});

it.each(RULES)(
  '[policy] Warn: a route that breaks $rule is chosen all the same, and flagged',
  async ({ rule, mode, broken }) => {
    const allowed = await routed({ ...broken, settings: mode('allow') });
    const result = await routed({ ...broken, settings: mode('warn') });
    expect(result.shipped).toEqual(allowed.shipped);
    expect(result).toMatchObject({
      policy_outcome: 'warned',
      policy_warning_count: 1,
      policy_warning_codes: [`${rule}_warned`],
      policy_blocked_code: null,
      policy_messages: [expect.any(String)],
    });
  },
);

it.each(RULES)(
  '[policy] Block: a route that breaks $rule is avoided',
  async ({ rule, mode, broken, blocked }) => {
    const result = await routed({ ...broken, settings: mode('block') });
    expect(result).toMatchObject({ ...blocked, policy_blocked_code: `${rule}_blocked` });
    expect(result.unroutable_reason_code).toBe(blocked.status === 'NONE' ? `${rule}_blocked` : null);
  },
);

it('[policy] Block: a route that keeps the rule is clear', async () => {
  expect(await routed({ chairs: [2, 2], settings: { split_shipment: 'block' } })).toMatchObject({
    status: 'FULL',
    policy_outcome: 'clear',
    policy_blocked_code: null,
  });
});
