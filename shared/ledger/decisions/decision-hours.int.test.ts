import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../identity/principal.ts';
import { cancelRun } from '../../runs/managed/managed-run.ts';
import { rerouteOrder } from '../../runs/reroute-order.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createTwoServices, type RoutingFixture } from '../../testing/routing-fixture.ts';
import { scanDecisions } from '../../testing/scan-decisions.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { workRun } from '../../testing/work-run.ts';
import { releaseOrder } from '../correct-order.ts';
import { routeOrders } from '../ledger-turn.ts';

/** Two processes on one database. */
const { db, services, close } = await createTwoServices();
afterAll(() => close());

const SITES = ['EWR1', 'ATL1', 'ONT1'];
const SKUS = ['A', 'B'];

const order = fc.record({
  order_id: fc.integer({ min: 0, max: 4 }).map((n) => `o${n}`),
  destination_zip: fc.constantFrom('10001', '94105', 'nowhere'),
  lines: fc.array(
    fc.record({
      sku: fc.constantFrom(...SKUS, 'DROP', 'HOLD'),
      quantity: fc.integer({ min: 1, max: 6 }),
      unit_value: fc.constant(10),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('route' as const), orders: fc.array(order, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('batch' as const), orders: fc.array(order, { minLength: 4, maxLength: 9 }) }),
  fc.record({
    kind: fc.constant('refused' as const),
    orders: fc.array(order, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    orders: fc.uniqueArray(order, { minLength: 1, maxLength: 5, selector: ({ order_id }) => order_id }),
    cancelled: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('reroute' as const), exclude: fc.subarray(SITES) }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('kill' as const) }),
  fc.record({ kind: fc.constant('sync' as const), quantity: fc.integer({ min: 0, max: 8 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const settings = fc.constantFrom(
  {},
  { split_shipment: 'warn' as const, partial_shipment: 'warn' as const },
  { split_shipment: 'block' as const, partial_shipment: 'block' as const },
  { use_inventory_availability: false },
);

/** Orders of every outcome, under policies that warn. */
const everyOutcome: Step[] = [
  routed('10001', line('A', 6)),
  routed('10001', line('B', 3), line('DROP', 1)),
  routed('10001', line('B', 6), line('DROP', 1)),
  routed('10001', line('B', 1)),
  routed('nowhere', line('A', 1)),
];

function line(sku: string, quantity: number) {
  return { sku, quantity, unit_value: 10 as const };
}

function routed(destination_zip: '10001' | 'nowhere', ...lines: ReturnType<typeof line>[]): Step {
  return { kind: 'route', orders: [{ order_id: 'o0', destination_zip, lines }] };
}

class Refused extends Error {}

async function take({ deps, route, sync }: RoutingFixture, live: Principal, each: Step): Promise<void> {
  switch (each.kind) {
    case 'route':
    case 'batch':
      await route(live, each.orders);
      return;
    case 'refused': {
      const request = { orders: each.orders.map(anOrder), warnings: null };
      const present = () => {
        throw new Refused();
      };
      await routeOrders(deps, { principal: live, request, idempotency: null, present });
      return;
    }
    case 'run': {
      const runId = await createAcceptedRun(db, live, each.orders.map(anOrder), 2);
      const worked = workRun(deps, runId);
      await Promise.all([worked, each.cancelled && cancelRun(db, live, runId)]);
      return;
    }
    case 'sync':
      await sync(
        live,
        SKUS.flatMap((sku) => SITES.map((warehouse_id) => ({ sku, warehouse_id, quantity: each.quantity }))),
      );
      return;
    case 'release':
      await releaseOrder(deps, live, { order_id: 'o1', idempotency: null, dry_run: false });
      return;
    case 'reroute':
      await rerouteOrder(deps, live, {
        order_id: 'o1',
        reroute: { exclude_warehouse_ids: each.exclude, only_warehouse_ids: null, note: null },
        unless_worse: false,
        idempotency: null,
        dry_run: null,
      });
      return;
    case 'kill':
      await db.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
  }
}

/** What the kept counts of a ledger add up to. */
async function keptCounts(ledgerId: number): Promise<object> {
  const { rows } = await db.pool.query<{ counts: object }>(
    `SELECT json_build_object(
       'full', coalesce(sum(full_count), 0), 'split', coalesce(sum(split_count), 0),
       'partial', coalesce(sum(partial_count), 0), 'partial_split', coalesce(sum(partial_split_count), 0),
       'none', coalesce(sum(none_count), 0), 'warned', coalesce(sum(warned_count), 0),
       'ordered', coalesce(sum(units_ordered), 0), 'shipped', coalesce(sum(units_shipped), 0),
       'shipments', coalesce(sum(shipments), 0),
       'reasons', coalesce((SELECT json_object_agg(key, n) FROM (
           SELECT key, sum(value::int) AS n FROM decision_hours h, jsonb_each_text(h.reasons)
           WHERE h.ledger_id = $1 GROUP BY key) AS r), '{}')) AS counts
     FROM decision_hours WHERE ledger_id = $1`,
    [ledgerId],
  );
  return rows[0]!.counts;
}

/** What each run keeps of its warehouses, and what its decisions say; equal, where a run is a managed one. */
async function warehouseContradictions(ledgerId: number): Promise<unknown[]> {
  const { rows } = await db.pool.query(
    `WITH said AS (
       SELECT d.run_id, a ->> 1 AS place, sum((a ->> 2)::int) AS units, count(DISTINCT d.id) AS shipments
       FROM decisions d, json_array_elements(d.data -> 'allocations') AS a WHERE d.ledger_id = $1 GROUP BY 1, 2
     )
     SELECT r.id, r.by_warehouse FROM runs r
     WHERE r.ledger_id = $1 AND r.kind = 'managed' AND coalesce(r.by_warehouse, '{}') IS DISTINCT FROM coalesce(
       (SELECT jsonb_object_agg(key, n) FROM said, LATERAL (VALUES (place || ' units', units), (place || ' shipments', shipments)) AS c (key, n)
        WHERE said.run_id = r.id), '{}')`,
    [ledgerId],
  );
  return rows;
}

describe('what is counted of decisions', () => {
  it('is what a scan of them finds, after any mixture of requests, runs, refusals and broken connections', async () => {
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        settings,
        fc.constantFrom('A' as const, 'B' as const),
        fc.boolean(),
        async (steps, routing, contract_variant, atOnce) => {
          const { live } = await createTestAccount(db, {
            client: { contract_variant },
            settings: routing,
            item_controls: [
              { sku: 'DROP', rule: 'drop_ship' },
              { sku: 'HOLD', rule: 'hold' },
            ],
          });
          await services[0].sync(
            live,
            SKUS.flatMap((sku) => SITES.map((warehouse_id) => ({ sku, warehouse_id, quantity: 5 }))),
          );
          const tryStep = (each: Step, n: number) =>
            take(services[n % 2 === 0 ? 0 : 1], live, each).catch(() => {});
          if (atOnce) await Promise.all(steps.map(tryStep));
          else for (const [n, each] of steps.entries()) await tryStep(each, n);
          const kept = await keptCounts(live.ledger_id);
          expect(kept).toEqual(await scanDecisions(db, live.ledger_id));
          for (const [name, count] of Object.entries(kept)) if (count !== 0) statuses.add(name);
          expect(await warehouseContradictions(live.ledger_id)).toEqual([]);
        },
      ),
      {
        numRuns: casesOf(40),
        examples: [[everyOutcome, { split_shipment: 'warn', partial_shipment: 'warn' }, 'A', false]],
      },
    );
    expect([...statuses]).toEqual(
      expect.arrayContaining(['full', 'split', 'partial', 'partial_split', 'none', 'warned', 'shipments']),
    );
  });
});
