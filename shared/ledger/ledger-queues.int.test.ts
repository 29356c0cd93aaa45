import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/demo/random.ts';
import { usageOf } from '../account/usage.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { Principal } from '../identity/principal.ts';
import { presentSingle, routeOnce } from '../runs/answer-orders.ts';
import { lockLedgerElsewhere } from '../testing/lock-elsewhere.ts';
import { RequestQueues } from '../testing/request-queues.ts';
import { anOrder, answered, createRoutingFixture } from '../testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { routeOrders } from './ledger-turn.ts';
import type { RouteOptions, RoutingDeps } from './prepared-run.ts';
import { TOO_HARD } from './search-allowance.ts';

let queues: RequestQueues;
let account: TestAccount;
let live: Principal;

afterAll(() => service.close());

beforeEach(async () => {
  queues = new RequestQueues(db);
  account = await createTestAccount(db);
  live = account.live;
  await service.sync(live, [{ sku: 'A', quantity: 1000 }]);
});

const deps = () => ({ ...service.deps, ledgerQueues: queues });

const service = await createRoutingFixture();
const db = service.deps.db;

const key = (name: string, body = 0) => ({
  key: name,
  endpoint: 'POST /',
  request_hash: Buffer.alloc(32, body),
});

interface Sent {
  readonly orders?: readonly Partial<RoutingOrder>[];
  readonly wait?: RouteOptions;
  readonly as?: Principal;
  readonly present?: (routed: RoutedRun) => RoutedRun | Promise<RoutedRun>;
}

/** A request to be sent. */
function routing({ orders = [{}], wait = {}, as = live, present = (routed) => routed }: Sent = {}) {
  const request = { orders: orders.map(anOrder), warnings: null };
  return () => routeOrders(deps(), { principal: as, request, idempotency: null, present, wait });
}

/** Routes an order once for its key. */
function once(of: RoutingDeps, idempotency: ReturnType<typeof key>, orders: RoutingOrder[]) {
  const run = { principal: live, idempotency, present: presentSingle };
  const request = { orders, warnings: null };
  return routeOnce<string | Uint8Array>(of, { ...run, request });
}

/** The same with an Idempotency-Key; returns the answer's first bytes and whether it was given again. */
function keyed(idempotency: ReturnType<typeof key>, order: Partial<RoutingOrder> = {}) {
  return async () => {
    const given = answered(await once(deps(), idempotency, [anOrder(order)]));
    return { ...given, answer: JSON.parse(Buffer.from(given.answer as Uint8Array).toString()) };
  };
}

/** Run numbers, each list those of one transaction. */
async function transactions(ledgerId = live.ledger_id): Promise<number[][]> {
  const { rows } = await db.pool.query<{ numbers: number[] }>(
    `SELECT json_agg(client_run_number ORDER BY client_run_number) AS numbers FROM runs WHERE ledger_id = $1
     GROUP BY xmin::text ORDER BY min(client_run_number)`,
    [ledgerId],
  );
  return rows.map(({ numbers }) => numbers);
}

const numbersOf = (settled: readonly PromiseSettledResult<RoutedRun | symbol>[]) =>
  settled.map((each) => {
    if (each.status === 'rejected') return each.reason;
    return typeof each.value === 'symbol' ? each.value : each.value.run.client_run_number;
  });

async function count(table: string): Promise<number> {
  const { rows } = await db.pool.query(`SELECT count(*) AS n FROM ${table} WHERE ledger_id = $1`, [
    live.ledger_id,
  ]);
  return rows[0].n;
}

async function reservedUnits(): Promise<number> {
  const { rows } = await db.pool.query(
    'SELECT sum(reserved)::int AS units FROM inventory WHERE ledger_id = $1',
    [live.ledger_id],
  );
  return rows[0].units;
}

const used = async () => (await usageOf(db.pool, live, new Date())).used;

/** Changes to an account with stock that makes one order hard, and nine units of A. Returns what is special of that order. */
async function createHardAccount(client: object = {}): Promise<Partial<RoutingOrder>> {
  const warehouses = Array.from({ length: 64 }, (_, n) => ({
    warehouse_id: `W${n}`,
    warehouse_code: `W-${n}`,
    warehouse_name: `W${n}`,
    zip: '08837',
    priority: n + 1,
  }));
  account = await createTestAccount(db, { warehouses, client });
  live = account.live;
  const random = createRandom(1);
  const skus = Array.from({ length: 50 }, (_, n) => `S${n}`);
  const rows = skus.flatMap((sku) => {
    const sites = new Set<number>();
    while (sites.size < 12) sites.add(random.between(0, 63));
    return [...sites].map((site) => ({ sku, warehouse_id: `W${site}`, quantity: 6 }));
  });
  await service.sync(live, [...rows, { sku: 'A', warehouse_id: 'W1', quantity: 9 }]);
  return { lines: skus.map((sku) => ({ sku, quantity: 20, unit_value: 1 })) };
}

describe('a request that is too hard for a group', () => {
  const few = { mostWork: 500_000 };
  const lots = (quantity: number) => ({ lines: [{ sku: 'A', quantity, unit_value: 1 }] });

  it('leaves it alone, and the others are decided as if it had not come yet', async () => {
    const hard = await createHardAccount({ routed_orders_limit: 5 });
    await routing({ orders: [{ ...lots(4), order_id: 'again' }], wait: few })();
    const settled = await queues.fill(live.ledger_id, [
      routing({ orders: [lots(1)], wait: few }),
      // Its first orders take what is left of A, release a reservation, and would exceed the plan with the next requests.
      routing({ orders: [{ ...lots(1), order_id: 'again' }, lots(7), hard], wait: few }),
      routing({ orders: [lots(4)], wait: few }),
      routing({ orders: [{ ...lots(1), order_id: 'again' }], wait: few }),
      routing({ orders: [lots(1)], wait: few }),
      routing({ orders: [lots(1)], wait: few }),
    ]);
    expect(numbersOf(settled)).toEqual([
      2,
      TOO_HARD,
      3,
      4,
      5,
      expect.objectContaining({ code: 'usage_limit' }),
    ]);
    expect(await transactions()).toEqual([[1], [2, 3, 4, 5]]);
    const full = settled.map(
      (each) => each.status === 'fulfilled' && typeof each.value !== 'symbol' && each.value.run.full_count,
    );
    expect(full).toEqual([1, false, 1, 1, 1, false]);
    const { rows } = await db.pool.query(
      `SELECT order_id = 'again' AS again, ship_qty AS units FROM active_reservations WHERE ledger_id = $1 ORDER BY 2, 1`,
      [live.ledger_id],
    );
    expect(rows).toEqual([
      { again: false, units: 1 },
      { again: false, units: 1 },
      { again: true, units: 1 },
      { again: false, units: 4 },
    ]);
    expect([await count('orders'), await used()]).toEqual([5, 5]);
    expect(await reservedUnits()).toBe(7);
  });
});

describe('a request that is refused in a group', () => {
  it('is refused alone: by the plan, exactly those that pass it, and they take no id', async () => {
    account = await createTestAccount(db, { client: { routed_orders_limit: 4 } });
    live = account.live;
    await service.sync(live, [{ sku: 'A', quantity: 1000 }]);
    const settled = await queues.fill(live.ledger_id, [
      routing(),
      routing(),
      routing({ orders: [{}, {}, {}] }),
      routing(),
      routing(),
      routing(),
    ]);
    expect(numbersOf(settled)).toEqual([
      1,
      2,
      expect.objectContaining({
        code: 'usage_limit',
        message: expect.stringContaining('2 remain and this run contains 3 orders'),
      }),
      3,
      4,
      expect.objectContaining({ message: expect.stringContaining('0 remain and this run contains 1 order') }),
    ]);
    expect(await transactions()).toEqual([[1, 2, 3, 4]]);
    expect(await used()).toBe(4);
    const { rows } = await db.pool.query(
      'SELECT max(id) - min(id) AS ids, max(run_id) - min(run_id) AS runs FROM decisions WHERE ledger_id = $1',
      [live.ledger_id],
    );
    expect(rows).toEqual([{ ids: 3, runs: 3 }]);
  });

  it('is refused alone: its caller went while the group waited for the lock', async () => {
    const gone = { aborted: false };
    const lock = await lockLedgerElsewhere(db.url, live.ledger_id);
    const filling = queues.fill(live.ledger_id, [routing(), routing({ wait: { signal: gone } }), routing()]);
    await lock.untilWaitedFor();
    gone.aborted = true;
    await lock.release();
    expect(numbersOf(await filling)).toEqual([1, expect.objectContaining({ code: 'bad_request' }), 2]);
    expect(await transactions()).toEqual([[1, 2]]);
  });

  it('is refused alone: its answer cannot be made', async () => {
    const present = () => {
      throw new Error('no answer');
    };
    const settled = await queues.fill(live.ledger_id, [routing(), routing({ present }), routing()]);
    expect(numbersOf(settled)).toEqual([1, expect.objectContaining({ message: 'no answer' }), 2]);
    expect([await count('orders'), await count('decisions'), await count('runs'), await used()]).toEqual([
      2, 2, 2, 2,
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('that comes twice in a group is decided once, and refused for another body', async () => {
    const settled = await queues.fill(live.ledger_id, [
      keyed(key('k')),
      keyed(key('other')),
      keyed(key('k')),
      keyed(key('k', 1)),
      keyed(key('last')),
    ]);
    expect(
      settled.map((each) =>
        each.status === 'fulfilled'
          ? [each.value.answer.client_run_number, each.value.replayed]
          : each.reason.code,
      ),
    ).toEqual([[1, false], [2, false], [1, true], 'idempotency_conflict', [3, false]]);
    expect(await transactions()).toEqual([[1, 2, 3]]);
    expect(await used()).toBe(3);
    const [first, , again] = settled;
    expect(again).toMatchObject({ value: { answer: (first as { value: { answer: object } }).value.answer } });
  });

  it('that another process took meanwhile is given its answer, and the rest are one group', async () => {
    const settled = await queues.fill(
      live.ledger_id,
      [keyed(key('a')), keyed(key('k')), keyed(key('b'))],
      () => once(service.deps, key('k'), [anOrder()]),
    );
    expect(
      settled.map(
        (each) => each.status === 'fulfilled' && [each.value.answer.client_run_number, each.value.replayed],
      ),
    ).toEqual([
      [2, false],
      [1, true],
      [3, false],
    ]);
    expect(await transactions()).toEqual([[1], [2, 3]]);
  });
});

/** Runs an SQL statement before each row of a table is written, for the ledger or client alone that a test has. */
async function sabotage(event: string, table: string, statement: string): Promise<void> {
  await db.pool.query(`
    DROP SEQUENCE IF EXISTS times;
    CREATE SEQUENCE times;
    CREATE OR REPLACE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${statement} RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER sabotage BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION sabotage()`);
}
const repair = (table: string) => db.pool.query(`DROP TRIGGER sabotage ON ${table}`);

describe('a shared transaction that fails', () => {
  it('keeps nothing, and each is tried alone once: the good ones are kept, none twice', async () => {
    await sabotage(
      'INSERT',
      'orders',
      `PERFORM nextval('times'); IF NEW.order_id = 'bad' THEN RAISE EXCEPTION 'bad order'; END IF;`,
    );
    const settled = await queues.fill(live.ledger_id, [
      routing(),
      routing({ orders: [{ order_id: 'bad' }] }),
      routing(),
    ]);
    await repair('orders');
    expect(numbersOf(settled)).toEqual([1, expect.objectContaining({ message: 'bad order' }), 2]);
    expect(await transactions()).toEqual([[1], [2]]);
    expect([await count('orders'), await count('decisions'), await used()]).toEqual([2, 2, 2]);
    const { rows } = await db.pool.query(`SELECT nextval('times') - 1 AS tried`);
    expect(rows).toEqual([{ tried: 2 + 3 }]); // together as far as the bad one, then each alone
  });

  it('by a connection that broke before COMMIT was sent: each is kept, alone', async () => {
    await sabotage(
      'UPDATE',
      'ledgers',
      `IF nextval('times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(0.01); END IF;`,
    );
    const settled = await queues.fill(live.ledger_id, [routing(), routing(), routing()]);
    await repair('ledgers');
    expect(numbersOf(settled)).toEqual([1, 2, 3]);
    expect(await transactions()).toEqual([[1], [2], [3]]);
    expect([await count('orders'), await used()]).toEqual([3, 3]);
  });

  it('by a connection that broke after COMMIT was sent: nobody knows, so none is tried again', async () => {
    await sabotage(
      'INSERT',
      'orders',
      `IF nextval('times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(0.01); END IF;`,
    );
    const settled = await queues.fill(live.ledger_id, [routing(), routing(), routing()]);
    await repair('orders');
    expect(numbersOf(settled)).toEqual(Array(3).fill(expect.objectContaining({ code: 'outcome_unknown' })));
    expect([await count('orders'), await count('runs'), await used()]).toEqual([0, 0, 0]);
    expect(numbersOf(await queues.fill(live.ledger_id, [routing(), routing()]))).toEqual([1, 2]);
  });
});
