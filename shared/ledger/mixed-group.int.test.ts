import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { StockChange } from '../contracts/stock-changes.ts';
import type { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import { casesOf } from '../testing/long.ts';
import { RequestQueues } from '../testing/request-queues.ts';
import { anOrder, answered, createTwoServices, linesOf } from '../testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { routeOrders } from './ledger-turn.ts';
import type { RoutingDeps } from './prepared-run.ts';
import { shipBatch, shipOrder } from './ship-requests.ts';
import { changeStock } from './stock/change-stock.ts';

const two = await createTwoServices();
afterAll(() => two.close());

let account: TestAccount;
let live: Principal;
beforeEach(() => anAccount());

/** A new client with ten units of A and of B. */
async function anAccount(): Promise<void> {
  account = await createTestAccount(two.db);
  live = account.live;
  await two.services[0].sync(
    live,
    ['A', 'B'].map((sku) => ({ sku, quantity: 10 })),
  );
}

const DAYS = { log_days: 30 };

/** The requests of one process. */
function requestsOf(deps: RoutingDeps) {
  const keyed = (key: string | undefined, body: object) =>
    key === undefined
      ? null
      : { key, endpoint: 'POST /', request_hash: createHash('sha256').update(JSON.stringify(body)).digest() };
  return {
    async change(changes: readonly (Pick<StockChange, 'change'> & Partial<StockChange>)[], key?: string) {
      const sent = { changes: changes.map((each) => ({ sku: 'A', warehouse_id: 'EWR1', ...each })) };
      const body = { format: 'json' as const, bytes: Buffer.from(JSON.stringify(sent)) };
      const request = { principal: live, body, idempotency: keyed(key, sent), ...DAYS };
      const { answer, replayed } = await changeStock(deps, request);
      return { quantity: JSON.parse(answer).changes[0].quantity_available, replayed };
    },
    async route(order_id: string, units: Readonly<Record<string, number>> = { A: 1 }) {
      const request = { orders: [anOrder({ order_id, lines: linesOf(units) })], warnings: null };
      const routed = await routeOrders(deps, {
        ...{ principal: live, request, idempotency: null },
        present: (routed) => routed,
      });
      return answered(routed).run.full_count;
    },
    async ship(order_id: string, quantity?: number) {
      const lines = quantity && [{ sku: 'A', quantity }];
      const shipments = lines && { shipments: [{ warehouse_id: 'EWR1', lines }] };
      const shipping = { principal: live, idempotency: null, ...DAYS };
      const { answer } = await shipOrder(deps, shipping, { order_id, ...shipments });
      return JSON.parse(answer).shipped_units;
    },
    async shipMany(...ids: readonly string[]) {
      const bytes = Buffer.from(JSON.stringify({ orders: ids.map((order_id) => ({ order_id })) }));
      const shipping = { principal: live, idempotency: null, ...DAYS };
      const shipped = await shipBatch(deps, {
        ...shipping,
        on_invalid: 'reject',
        body: { format: 'json', bytes },
      });
      return JSON.parse(answered(shipped).answer).orders.map(
        (each: Record<string, unknown>) => each.code ?? each.shipped_units,
      );
    },
  };
}

const outcomeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'fulfilled' ? settled.value : ((settled.reason as AppError).code ?? settled.reason);

/** Transactions that wrote runs or entries. */
async function transactions(): Promise<number> {
  const { rows } = await two.db.pool.query(
    `SELECT count(DISTINCT x) AS n FROM (
       SELECT xmin::text AS x FROM runs WHERE ledger_id = $1
       UNION ALL SELECT xmin::text FROM stock_entries WHERE ledger_id = $1
     ) AS written`,
    [live.ledger_id],
  );
  return rows[0].n;
}

const faults = async () => (await reconcile(two.db, { client: account.slug })).differences;

/** The units of A: what there is and what is reserved. */
async function unitsOfA(): Promise<readonly [quantity: number, reserved: number]> {
  const { rows } = await two.db.pool.query(
    `SELECT sum(quantity)::int AS quantity, sum(CASE WHEN reserved_epoch = stock_epoch THEN reserved ELSE 0 END)::int AS reserved
     FROM inventory i JOIN ledgers l ON l.id = i.ledger_id WHERE i.ledger_id = $1 AND sku = 'A'`,
    [live.ledger_id],
  );
  return [rows[0].quantity, rows[0].reserved];
}

it('orders, changes and shipments that wait are one transaction, each on what the ones before it left, refused alone', async () => {
  const queues = new RequestQueues(two.services[0].deps.db);
  const { change, route, ship, shipMany } = requestsOf({ ...two.services[0].deps, ledgerQueues: queues });
  const settled = await queues.fill<unknown>(live.ledger_id, [
    () => change([{ change: -4 }], 'once'),
    () => change([{ change: -7 }, { change: 5, sku: 'B' }]), // all of it is refused
    () => change([{ change: 2, expected_quantity: 6 }]),
    () => change([{ change: -4 }], 'once'),
    () => change([{ change: -3 }], 'once'),
    () => route('o1', { A: 8 }),
    () => route('o2', { A: 1 }), // there is none left
    () => ship('nobody'),
    () => ship('o1', 5),
    () => ship('o1', 4), // only three are left of it
    () => change([{ change: 1 }]),
    () => route('o2', { A: 1 }),
    () => shipMany('o1', 'o2', 'o3'),
  ]);
  expect(settled.map(outcomeOf)).toEqual([
    { quantity: 6, replayed: false },
    'quantity_below_zero',
    { quantity: 8, replayed: false },
    { quantity: 6, replayed: true },
    'idempotency_conflict',
    1,
    0,
    'not_found',
    5,
    'not_allocated',
    { quantity: 4, replayed: false },
    1,
    [3, 1, 'not_found'],
  ]);
  expect([await transactions(), await unitsOfA(), await faults()]).toEqual([1, [0, 0], []]);
});

it('changes and shipments that are all refused leave no trace', async () => {
  const queues = new RequestQueues(two.services[0].deps.db);
  const { change, route, ship } = requestsOf({ ...two.services[0].deps, ledgerQueues: queues });
  const settled = await queues.fill<unknown>(live.ledger_id, [
    () => ship('nobody'),
    () => change([{ change: -11 }]),
    () => route('o1'),
    () => ship('nobody'),
  ]);
  expect(settled.map(outcomeOf)).toEqual(['not_found', 'quantity_below_zero', 1, 'not_found']);
  const { rows } = await two.db.pool.query('SELECT FROM stock_entries WHERE ledger_id = $1', [
    live.ledger_id,
  ]);
  expect(rows).toEqual([]);
});

const ORDERS = ['o0', 'o1', 'o2', 'o3'];
const step = fc.oneof(
  fc.record({
    do: fc.constant('change' as const),
    units: fc.integer({ min: -6, max: 4 }).filter((n) => n !== 0),
  }),
  fc.record({
    do: fc.constantFrom('route' as const, 'ship' as const),
    order: fc.constantFrom(...ORDERS),
    units: fc.integer({ min: 1, max: 3 }),
  }),
);

const REFUSALS = ['quantity_below_zero', 'not_found', 'not_allocated'];

it('units add up, however changes, orders and shipments meet on two processes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await anAccount();
      const callers = two.services.map(({ deps }) => requestsOf(deps));
      let quantity = 10;
      const take = async (each: (typeof steps)[number], nth: number) => {
        const { change, route, ship } = callers[nth % 2]!;
        if (each.do === 'route') await route(each.order, { A: each.units });
        else if (each.do === 'ship') {
          const shipped = await ship(each.order, each.units);
          quantity -= shipped;
        } else {
          await change([{ change: each.units }]);
          quantity += each.units;
        }
      };
      const settled = await Promise.allSettled(steps.map(take));
      const refused = settled.filter(({ status }) => status === 'rejected').map(outcomeOf);
      expect(refused.filter((each) => !REFUSALS.includes(each as string))).toEqual([]);
      expect([(await unitsOfA())[0], await faults()]).toEqual([quantity, []]);
    }),
    { numRuns: casesOf(80), endOnFailure: true },
  );
});
