import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { rerouteRunRequest } from '../contracts/reroute-run.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RerouteRequest } from '../engine/types.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import type { ChoosingDeps } from '../runs/managed/choose-orders.ts';
import { loadManagedRun } from '../runs/managed/managed-run.ts';
import { rerouteOrder } from '../runs/reroute-order.ts';
import { createAcceptedRun } from '../testing/accepted-run.ts';
import { casesOf } from '../testing/long.ts';
import { anOrder, createTwoServices, linesOf } from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { workLedger, workOn } from '../testing/work-ledger.ts';
import { releaseOrder } from './correct-order.ts';
import { latestDecision } from './decisions/decision-records.ts';
import { listSuperseded } from './decisions/superseded-orders.ts';
import { startRerouteRun } from './reroute-run.ts';

const two = await createTwoServices();
afterAll(() => two.close());

const deps = (process = 0) => two.services[process]!.deps;

const order = (order_id: string, quantity = 1) => anOrder({ order_id, lines: linesOf({ A: quantity }) });

const route = (live: Principal, ...orders: ReturnType<typeof order>[]) => two.services[0].route(live, orders);

const release = (live: Principal, order_id: string, left = false, process = 0) =>
  releaseOrder(deps(process), live, { order_id, left, idempotency: null, dry_run: false });

const reroute = (
  live: Principal,
  order_id: string,
  restrictions: Partial<RerouteRequest> = {},
  process = 0,
) =>
  rerouteOrder(deps(process), live, {
    order_id,
    reroute: { exclude_warehouse_ids: [], only_warehouse_ids: null, note: null, ...restrictions },
    unless_worse: false,
    idempotency: null,
    dry_run: null,
  });

const startAgain = (live: Principal, statuses: string[]) =>
  inTransaction(two.db.pool, (tx) => startRerouteRun(tx, live, rerouteRunRequest.parse({ statuses })));

const work = ({ ledger_id }: Principal) => workLedger(deps(), ledger_id);

const latest = ({ ledger_id }: Principal, orderId: string) => latestDecision(two.db.pool, ledger_id, orderId);

const runOf = (id: number) => loadManagedRun(two.db.pool, id);

/** Statements of the order's latest decision that a test is about. */
async function stateOf(live: Principal, orderId: string) {
  const { state, order: sent, decision } = await latest(live, orderId);
  const units = decision.allocations.reduce((sum, { quantity }) => sum + quantity, 0);
  return { state, ordered: sent.lines[0]!.quantity, units };
}

describe('a released order', () => {
  it('has one release that counts, and left is for good until it is sent again', async () => {
    const { live } = await createTestAccount(two.db);
    await two.services[0].sync(live, [{ sku: 'A', quantity: 2 }]);
    await route(live, order('1', 3));
    await release(live, '1', true);
    await release(live, '1');
    expect(await stateOf(live, '1')).toMatchObject({ state: 'left' });
    await expect(reroute(live, '1')).rejects.toMatchObject({ code: 'order_has_left' });
    await two.services[0].sync(live, [{ sku: 'A', quantity: 9 }]);
    await startAgain(live, ['PARTIAL']);
    await work(live);
    expect(await stateOf(live, '1')).toMatchObject({ state: 'left' });
    await route(live, order('1', 3));
    expect(await stateOf(live, '1')).toEqual({ state: 'current', ordered: 3, units: 3 });
  });
});

describe.each([
  ['Variant A', {}],
  ['routing-only', { settings: { use_inventory_availability: false } }],
  ['Variant B', { client: { contract_variant: 'B' as const } }],
  [
    'Variant B without consumption',
    { client: { contract_variant: 'B' as const }, settings: { consume_inventory_during_batch: false } },
  ],
])('a run of %s', (_, account) => {
  it('leaves out what was sent or released after it, and gives its usage back', async () => {
    const { live } = await createTestAccount(two.db, account);
    await two.services[0].sync(live, [{ sku: 'A', quantity: 100 }]);
    await route(live, order('known'));
    const id = await acceptRun(
      live,
      ['edited', 'released', 'left', 'known', 'kept'].map((each) => order(each)),
    );
    const later = await acceptRun(live, [order('kept', 4)]);
    await route(live, order('edited', 2));
    await release(live, 'released');
    await release(live, 'left', true);
    await release(live, 'known');
    await work(live);
    expect(await runOf(id)).toMatchObject({ status: 'completed', orders_routed: 1, orders_superseded: 4 });
    expect(await runOf(later)).toMatchObject({ status: 'completed', orders_routed: 1 });
    expect(await stateOf(live, 'edited')).toMatchObject({ ordered: 2, state: 'current' });
    expect(await stateOf(live, 'known')).toMatchObject({ state: 'released' });
    expect(await stateOf(live, 'kept')).toMatchObject({ ordered: 4, state: 'current' });
    await expect(latest(live, 'released')).rejects.toMatchObject({ code: 'not_found' });
    expect(
      (await listSuperseded(two.db.pool, live.ledger_id, id, { after: 0, limit: 100 })).map((each) => [
        each.order_id,
        each.superseded_by.request,
      ]),
    ).toEqual([
      ['edited', 'sent'],
      ['released', 'released'],
      ['left', 'left'],
      ['known', 'released'],
    ]);
    const { rows } = await two.db.pool.query(
      'SELECT sum(routed_orders)::int AS n FROM usage WHERE client_id = $1',
      [live.client_id],
    );
    expect(rows).toEqual([{ n: 2 + 1 + 1 }]); // two requests, and what the runs decided
  });
});

// ------------------------------------------------------------------------------------------------- random histories

const id = fc.integer({ min: 1, max: 6 }).map((n) => `o${n}`);
const step = fc.oneof(
  fc.record({ do: fc.constant('send' as const), id }),
  fc.record({ do: fc.constant('run' as const), ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('release' as const), id, left: fc.boolean() }),
  fc.record({ do: fc.constant('reroute' as const), id, exclude: fc.boolean() }),
  fc.record({ do: fc.constant('again' as const) }),
  fc.record({ do: fc.constant('sync' as const), quantity: fc.constantFrom(0, 2, 8) }),
);
/** What workers do beside a step: jobs of runs, whose processes may be killed before they commit. */
const beside = fc.array(
  fc.record({ place: fc.nat({ max: 2 }), killed: fc.boolean(), process: fc.nat({ max: 1 }) }),
  {
    maxLength: 3,
  },
);

/** What is asked for of an order, as somebody who sends these requests remembers it. */
interface Asked {
  /** The quantity that was sent last. It tells the requests apart. */
  quantity: number;
  state: 'current' | 'released' | 'left';
  exclude: boolean;
  /** Whether a reroute came after a release: then the work that was done by then says which lines were the last. */
  anyQuantity: boolean;
  /** Whether its shipments left before it was sent again in a run, which may not be decided when it is released. */
  leftBefore: boolean;
}

const SENT = { state: 'current', exclude: false, anyQuantity: false, leftBefore: false } as const;

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Takes a step, and remembers what was asked for, unless it is refused. */
async function take(
  live: Principal,
  next: Step,
  { quantity, process, asked }: { quantity: number; process: number; asked: Map<string, Asked> },
): Promise<void> {
  const service = two.services[process]!;
  switch (next.do) {
    case 'send':
      await service.route(live, [order(next.id, quantity)]);
      asked.set(next.id, { quantity, ...SENT });
      break;
    case 'run':
      await acceptRun(
        live,
        next.ids.map((each) => order(each, quantity)),
      );
      for (const each of next.ids) {
        const leftBefore = asked.get(each)?.state === 'left';
        asked.set(each, { quantity, ...SENT, leftBefore });
      }
      break;
    case 'release':
      await unlessRefused(release(live, next.id, next.left, process), () => {
        const known = asked.get(next.id)!;
        known.state = next.left || known.state === 'left' ? 'left' : 'released';
      });
      break;
    case 'reroute':
      await unlessRefused(
        reroute(live, next.id, { exclude_warehouse_ids: next.exclude ? ['EWR1'] : [] }, process),
        () => {
          const known = asked.get(next.id)!;
          known.anyQuantity ||= known.state === 'released';
          known.exclude = next.exclude;
          known.state = 'current';
        },
      );
      break;
    case 'again':
      await startAgain(live, ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE']);
      break;
    case 'sync':
      await service.sync(live, [
        { sku: 'A', quantity: next.quantity },
        { sku: 'A', warehouse_id: 'ATL1', quantity: next.quantity },
      ]);
  }
}

async function unlessRefused(request: Promise<unknown>, done: () => void): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'order_has_left'].includes(error.code)) return;
    throw error;
  }
  done();
}

/** An accepted run whose orders were counted as usage. */
async function acceptRun(live: Principal, orders: readonly ReturnType<typeof order>[]): Promise<number> {
  const runId = await createAcceptedRun(two.db, live, orders, 2);
  await two.db.pool.query(
    `WITH counted AS (UPDATE runs SET usage_day = current_date WHERE id = $1)
     INSERT INTO usage (client_id, day, routed_orders) VALUES ($2, current_date, $3)
     ON CONFLICT (client_id, day) DO UPDATE SET routed_orders = usage.routed_orders + excluded.routed_orders`,
    [runId, live.client_id, orders.length],
  );
  return runId;
}

async function workBeside(
  { ledger_id }: Principal,
  { place, killed, process }: { place: number; killed: boolean; process: number },
): Promise<void> {
  const { rows } = await two.db.pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE ledger_id = $1 AND phase <> 'done' ORDER BY accepted_at, id`,
    [ledger_id],
  );
  if (rows.length === 0) return;
  const die = () => {
    throw new Error('killed');
  };
  const worker: ChoosingDeps = killed ? { ...deps(process), now: die } : deps(process);
  await workOn(worker, rows[place % rows.length]!.id).catch((error: Error) => {
    if (error.message !== 'killed') throw error;
  });
}

it('nothing that was asked for later is undone, whatever runs, syncs and workers do beside it', async () => {
  const account = fc.record({
    variant: fc.constantFrom('A' as const, 'B' as const),
    use_inventory_availability: fc.boolean(),
    consume_inventory_during_batch: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      account,
      fc.array(fc.tuple(step, beside), { minLength: 3, maxLength: 25 }),
      async ({ variant, ...settings }, steps) => {
        const { live, slug } = await createTestAccount(two.db, {
          client: { contract_variant: variant },
          settings: { ...settings, reroute_on_sync: { enabled: true, days: 7 } },
        });
        const asked = new Map<string, Asked>();
        let quantity = 0;
        for (const [place, [next, jobs]] of steps.entries()) {
          quantity += 1;
          await Promise.all([
            take(live, next, { quantity, process: place % 2, asked }),
            ...jobs.map((job) => workBeside(live, job)),
          ]);
        }
        await Promise.all([0, 1].map((process) => workLedger(deps(process), live.ledger_id)));
        for (const [orderId, { state, quantity: last, exclude, anyQuantity, leftBefore }] of asked) {
          const found = await latest(live, orderId).catch((error: AppError) => error);
          if (found instanceof AppError) {
            expect({ orderId, state }).not.toEqual({ orderId, state: 'current' });
            continue;
          }
          const isState =
            found.state === state || (leftBefore && state === 'released' && found.state === 'left');
          expect({ orderId, state: found.state, isState }).toMatchObject({ isState: true });
          if (state !== 'current') continue;
          const excluded = (found.decision.reroute?.exclude_warehouse_ids ?? []).length > 0;
          expect({ orderId, excluded }).toEqual({ orderId, excluded: exclude });
          const ordered = found.order.lines[0]!.quantity;
          if (!anyQuantity) expect({ orderId, ordered }).toEqual({ orderId, ordered: last });
        }
        const { differences } = await reconcile(two.db, { client: slug });
        expect(differences).toEqual([]);
      },
    ),
    { numRuns: casesOf(60) },
  );
});
