import { expect, it } from 'vitest';
import { needsOf } from './needs-of.ts';

const NOW = Date.parse('2026-11-22T14:22:07.000Z');
const PERIOD = { from: '2026-11-21T15:00:00.000Z', to: '2026-11-22T14:22:07.000Z' };

const overview = (more: object) =>
  ({
    ...PERIOD,
    unroutable: [],
    unfulfilled: [],
    figures: { orders: 9, warned_count: 0 },
    runs: { failed_count: 0, faulty: [] },
    stock: { synced_at: '2026-11-22T10:00:00.000Z' },
    usage: { used: 10, limit: 100 },
    ...more,
  }) as never;

const WORDS = { stake: () => '', parts: () => '' };

const needs = (more: object, others: object = {}) =>
  needsOf(
    {
      overview: overview(more),
      counts: new Map(),
      causes: [],
      short: [],
      capacity: [],
      webhooks: [],
      keys: [],
      ...others,
    },
    NOW,
    WORDS,
  );

it('names nothing on a day without faults', () => {
  expect(needs({})).toEqual([]);
});

it('names issues by what is at stake, with the times that their list needs', () => {
  const counts = new Map(
    Object.entries({
      insufficient_inventory: { orders: 5, more: false },
      policy_blocked: { orders: 7, more: false },
      late: { orders: 10_000, more: true },
      no_capacity: { orders: 0, more: false },
      warned: { orders: 1, more: false },
    }),
  );
  const causes = [{ cause: 'insufficient_inventory' }, { cause: 'late' }];
  const sentences = needs({}, { counts, causes });
  expect(sentences.map(({ text }) => text)).toEqual([
    '5 orders do not ship in full: not enough stock',
    '10,000+ orders arrive late',
    '7 orders do not ship in full: blocked by policy',
    '1 order ships with a policy warning',
  ]);
  expect(sentences[0]).toMatchObject({
    to: '/orders',
    search: { reason: 'insufficient_inventory', ...PERIOD },
    cause: causes[0],
  });
});

it('names failing endpoints, full warehouses, old stock, keys that expire and a plan that is nearly used', () => {
  const others = {
    short: [{ sku: 'LAMP' }],
    webhooks: [
      { url: 'https://a.example/', enabled: true, last_answer: { failing: 3, status: 500, error: null } },
      { url: 'https://b.example/', enabled: true, last_answer: { failing: 0, status: 200, error: null } },
    ],
    capacity: [
      {
        warehouse_name: 'Edison NJ',
        enabled: true,
        days: [
          { left: 0, ships: false },
          { left: 0, ships: true },
        ],
      },
      {
        warehouse_name: 'Reno NV',
        enabled: true,
        days: [
          { left: 0, ships: false },
          { left: 4, ships: true },
        ],
      },
    ],
    keys: [{ name: 'shop', expires_at: '2026-11-30T00:00:00.000Z', revoked_at: null }],
  };
  const runs = {
    failed_count: 0,
    faulty: [{ routing_run_id: 7, client_run_number: 1204, fault_count: 3 }],
  };
  const more = { runs, stock: { synced_at: '2026-11-19T14:22:07.000Z' }, usage: { used: 95, limit: 100 } };
  expect(needs(more, others).map(({ text }) => text)).toEqual([
    '1 product is short at a warehouse: LAMP',
    '3 invalid orders were skipped in run #1,204',
    '3 deliveries in a row failed at https://a.example/: it answered 500',
    '1 warehouse is full on the next ship day: Edison NJ',
    '3 days since stock was updated',
    '1 API key expires soon: shop, on 30 Nov 2026',
    '95 of 100 routed orders of the plan are used (95.0%)',
  ]);
});

it('learns from earlier syncs when stock is old', () => {
  const old = (hours: number, usual_gap_seconds: number | null) => {
    const synced_at = new Date(Date.parse(PERIOD.to) - hours * 3_600_000).toISOString();
    return needs({ stock: { synced_at, usual_gap_seconds } }).map(({ text }) => text);
  };
  expect(old(3, 3600)).toEqual(['3 h since stock was updated, usually within 1 h']);
  expect(old(30, 86_400)).toEqual([]);
  expect(old(50, 86_400)).toEqual(['2 days since stock was updated, usually within 1 day']);
  expect(old(0.5, 60)).toEqual([]);
  expect(old(30, null)).toEqual(['1 day since stock was updated']);
});
