import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRandom } from '../../scripts/demo/random.ts';
import { parseAccountFile } from '../accounts/account-file.ts';
import { applyAccountFile } from '../accounts/apply-account.ts';
import type { Principal } from '../accounts/principal.ts';
import { usageOf } from '../accounts/usage.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { Database } from '../db/database.ts';
import { openTelemetry } from '../foundation/telemetry/open-telemetry.ts';
import { setTracing } from '../foundation/telemetry/tracing.ts';
import { presentSingle, routeOnce } from '../runs/answer-orders.ts';
import { lockLedgerElsewhere } from '../testing/lock-elsewhere.ts';
import { RequestQueues } from '../testing/request-queues.ts';
import { anOrder, createRoutingFixture, type RoutingFixture } from '../testing/routing-fixture.ts';
import { receiveSpans } from '../testing/span-receiver.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { KeyTaken } from './idempotency/idempotency-keys.ts';
import type { RouteOptions, RoutingDeps } from './prepared-run.ts';
import { releaseOrder } from './release-order.ts';
import { routeOrders } from './route-orders.ts';
import { TooHard } from './search-allowance.ts';

let service: RoutingFixture;
let db: Database;
let queues: RequestQueues;
let account: TestAccount;
let live: Principal;

beforeAll(async () => {
  service = await createRoutingFixture();
  db = service.deps.db;
});
afterAll(() => service.close());

beforeEach(async () => {
  queues = new RequestQueues();
  account = await createTestAccount(db);
  live = account.live;
  await service.sync(live, [{ sku: 'A', quantity: 1000 }]);
});

const deps = () => ({ ...service.deps, ledgerMutex: queues });
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
  return routeOnce(of, run, (present) => routeOrders(of, { ...run, request, present }));
}

/** The same with an Idempotency-Key; returns the answer's first bytes and whether it was given again. */
function keyed(idempotency: ReturnType<typeof key>, order: Partial<RoutingOrder> = {}) {
  return async () => {
    const answered = await once(deps(), idempotency, [anOrder(order)]);
    return { ...answered, answer: JSON.parse(Buffer.from(answered.answer as Uint8Array).toString()) };
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

const numbersOf = (settled: readonly PromiseSettledResult<RoutedRun>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value.run.client_run_number : each.reason));

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

describe('requests of few orders that wait', () => {
  it('are kept in one transaction, each as a run of its own, in the order of their arrival', async () => {
    const settled = await queues.fill(live.ledger_id, [
      routing({ orders: [{ order_id: 'a' }] }),
      routing({ orders: [{ order_id: 'b' }, { order_id: 'c' }] }),
      routing({ orders: [{ order_id: 'd' }] }),
    ]);
    expect(numbersOf(settled)).toEqual([1, 2, 3]);
    expect(await transactions()).toEqual([[1, 2, 3]]);
    expect(await used()).toBe(4);
    const { rows } = await db.pool.query(
      `SELECT r.client_run_number, r.kind, r.status, r.orders_total, c.chunk, c.orders,
              json_agg(o.order_id ORDER BY o.id) AS ids, sum(f.full_count)::int AS full
       FROM runs r JOIN run_chunks c ON c.run_id = r.id JOIN decisions d ON d.run_id = r.id JOIN orders o ON o.id = d.id
       JOIN decision_hours f ON f.ledger_id = r.ledger_id
       WHERE r.ledger_id = $1 AND o.id >= c.first_id AND o.id < c.first_id + c.orders
       GROUP BY r.id, c.run_id, c.chunk ORDER BY 1`,
      [live.ledger_id],
    );
    const run = { kind: 'sync', status: 'completed', chunk: 0 };
    expect(rows).toEqual([
      { ...run, client_run_number: 1, orders_total: 1, orders: 1, ids: ['a'], full: 4 },
      { ...run, client_run_number: 2, orders_total: 2, orders: 2, ids: ['b', 'c'], full: 8 },
      { ...run, client_run_number: 3, orders_total: 1, orders: 1, ids: ['d'], full: 4 },
    ]);
  });

  it('have their transaction in the trace of the first, to which those of the others are linked', async () => {
    const receiver = await receiveSpans();
    onTestFinished(() => receiver.close());
    const { close, ...tracing } = openTelemetry({ endpoint: receiver.endpoint, serviceName: 'test' });
    setTracing(tracing);
    onTestFinished(() => setTracing(null));
    const traces = [1, 2, 3].map(() => randomBytes(16).toString('hex'));
    const requests = traces.map((trace, n) => () => {
      const span = tracing.requestSpan({ traceparent: `00-${trace}-${'1'.repeat(16)}-01` });
      const routed = span.run(routing({ orders: [{ order_id: `traced-${n}` }] }));
      return routed.finally(() => span.end('POST', {}, false));
    });
    await queues.fill(live.ledger_id, requests);
    setTracing(null);
    await close();
    expect(await transactions()).toEqual([[1, 2, 3]]);
    const spans = receiver.spans();
    const groups = traces.map((trace) =>
      spans.filter(({ traceId, name }) => traceId === trace && name === 'order group'),
    );
    expect(groups.map(({ length }) => length)).toEqual([1, 1, 1]);
    const [first, ...others] = groups.flat();
    const inGroup = spans.filter(({ parentSpanId }) => parentSpanId === first!.spanId);
    expect(inGroup.map(({ name }) => name)).toContain('ledger lock');
    const linked = (span: (typeof spans)[number]) => span.links?.map(({ spanId }) => spanId);
    expect(linked(first!)).toEqual(others.map(({ spanId }) => spanId));
    expect(others.map(linked)).toEqual([[first!.spanId], [first!.spanId]]);
  });

  it('do not pass one that is none of them, nor one under another configuration', async () => {
    await applyAccountFile(
      db,
      parseAccountFile({
        client: { slug: account.slug },
        settings: { use_inventory_availability: false },
      }),
      { baseDir: null },
    );
    const { configuration_id: configurationId } = await db.prisma.client.findUniqueOrThrow({
      where: { slug: account.slug },
    });
    const later = { ...live, configuration_id: configurationId! };
    const lots = [{ lines: [{ sku: 'A', quantity: 5000, unit_value: null }] }];
    const release = () =>
      releaseOrder(deps(), live, { order_id: 'a', idempotency: null, dry_run: false }).then(
        () => null as never,
      );
    const settled = await queues.fill(live.ledger_id, [
      routing({ orders: [{ order_id: 'a' }] }),
      routing(),
      release,
      routing(),
      routing(),
      routing({ orders: [{}, {}, {}, {}] }),
      routing(),
      routing({ orders: lots }),
      routing({ orders: lots, as: later }),
      routing({ as: later }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
    expect(await transactions()).toEqual([[1, 2], [3, 4], [5], [6, 7], [8, 9]]);
    const statuses = settled.flatMap((each) =>
      each.status === 'fulfilled' && each.value !== null ? each.value.run.full_count : [],
    );
    expect(statuses).toEqual([1, 1, 1, 1, 4, 1, 0, 1, 1]);
  });

  it('each see the snapshot, where a client has no reservations', async () => {
    account = await createTestAccount(db, { client: { contract_variant: 'B' } });
    live = account.live;
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    const settled = await queues.fill(live.ledger_id, [routing(), routing({ orders: [{}, {}] }), routing()]);
    const counts = settled.map((each) => each.status === 'fulfilled' && each.value.run.full_count);
    expect(counts).toEqual([1, 1, 1]);
    expect(await transactions()).toEqual([[1, 2, 3]]);
  });

  it('see what a sync brought that came before them', async () => {
    const lock = await lockLedgerElsewhere(db.url, live.ledger_id);
    const syncing = service.sync(live, [{ sku: 'NEW', quantity: 3 }]);
    await lock.untilWaitedFor();
    const ofNew = { orders: [{ lines: [{ sku: 'NEW', quantity: 1, unit_value: 1 }] }] };
    const filling = queues.fill(live.ledger_id, [routing(ofNew), routing(ofNew)]);
    await lock.untilWaitedFor(2);
    await lock.release();
    await syncing;
    const counts = (await filling).map((each) => each.status === 'fulfilled' && each.value.run.full_count);
    expect(counts).toEqual([1, 1]);
    expect(await transactions()).toEqual([[1, 2]]);
  });

  it('go in groups of limited size', async () => {
    const settled = await queues.fill(
      live.ledger_id,
      Array.from({ length: 130 }, () => routing()),
    );
    expect(settled.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await transactions()).map(({ length }) => length)).toEqual([100, 30]);
  });

  it('do not all wait for the searches of a hard one', async () => {
    const hard = await createHardAccount();
    const settled = await queues.fill(live.ledger_id, [
      routing(),
      routing({ orders: [hard] }),
      routing(),
      routing({ orders: [hard] }),
      routing(),
      routing(),
    ]);
    expect(numbersOf(settled)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await transactions()).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it('are bounded in the bytes that they came in', async () => {
    const large = () => {
      const request = { orders: [anOrder()], warnings: null, bytes: 100 * 1024 };
      return () =>
        routeOrders(deps(), { principal: live, request, idempotency: null, present: (routed) => routed });
    };
    await queues.fill(live.ledger_id, [large(), large(), large()]);
    expect(await transactions()).toEqual([[1, 2], [3]]);
  });

  it('are bounded in the work that they take', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => ({ sku: `S${n}`, quantity: 1, unit_value: 1 }));
    await queues.fill(
      live.ledger_id,
      Array.from({ length: 6 }, () => routing({ orders: [{ lines }] })),
    );
    expect(await transactions()).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });
});

describe('a request that is too hard for a group', () => {
  const few = { mostSearch: 500_000 };
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
      expect.any(TooHard),
      3,
      4,
      5,
      expect.objectContaining({ code: 'usage_limit' }),
    ]);
    expect(await transactions()).toEqual([[1], [2, 3, 4, 5]]);
    const full = settled.map((each) => each.status === 'fulfilled' && each.value.run.full_count);
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

  it('leaves its Idempotency-Key to the next', async () => {
    const hard = await createHardAccount();
    const request = { orders: [anOrder(hard)], warnings: null };
    const sent = { principal: live, request, idempotency: key('k'), present: (routed: RoutedRun) => routed };
    const settled = await queues.fill(live.ledger_id, [
      routing(),
      () => routeOrders(deps(), { ...sent, wait: few }),
      () => routeOrders(deps(), { ...sent, request: { orders: [anOrder()], warnings: null } }),
    ]);
    expect(numbersOf(settled)).toEqual([1, expect.any(TooHard), 2]);
    expect(await transactions()).toEqual([[1, 2]]);
  });
});

describe('an order that need not wait', () => {
  it('makes the statements of one alone, without any wait', async () => {
    await routing()();
    const texts: string[] = [];
    const { query } = pg.Client.prototype;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args
    ) {
      const [config] = args as unknown as [string | { text: string }];
      texts.push(
        (typeof config === 'string' ? config : config.text).trim().split(/\s+/).slice(0, 3).join(' '),
      );
      return (query as (...all: unknown[]) => never).apply(this, args);
    });
    try {
      await routing()();
    } finally {
      spy.mockRestore();
    }
    const used = 'SELECT coalesce((SELECT sum(routed_orders)'; // as the plan has a limit
    const begin = 'BEGIN';
    const opened = ['WITH locked AS', 'UPDATE clients SET', used];
    expect(texts).toEqual([begin, ...opened, 'SELECT ( SELECT', 'WITH completed AS', 'COMMIT']);
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

  it('is refused alone by the plan, and keeps the reservation that its order had', async () => {
    account = await createTestAccount(db, { client: { routed_orders_limit: 2 } });
    live = account.live;
    await service.sync(live, [{ sku: 'A', quantity: 2 }]);
    await routing({ orders: [{ order_id: 'earlier' }] })();
    const settled = await queues.fill(live.ledger_id, [
      routing({ orders: [{ order_id: 'new' }] }),
      routing({ orders: [{ order_id: 'earlier' }] }),
    ]);
    expect(numbersOf(settled)).toEqual([2, expect.objectContaining({ code: 'usage_limit' })]);
    const { rows } = await db.pool.query(
      'SELECT order_id FROM active_reservations WHERE ledger_id = $1 ORDER BY 1',
      [live.ledger_id],
    );
    expect(rows.map(({ order_id }) => order_id)).toEqual(['earlier', 'new']);
  });

  it('is refused alone: its caller has gone', async () => {
    const gone = { aborted: false };
    const settled = await queues.fill(
      live.ledger_id,
      [routing(), routing({ wait: { signal: gone } }), routing()],
      async () => {
        gone.aborted = true;
      },
    );
    expect(numbersOf(settled)).toEqual([1, expect.objectContaining({ code: 'bad_request' }), 2]);
    expect(await transactions()).toEqual([[1, 2]]);
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

  it('is refused alone: its time in the queue was up', async () => {
    queues = new RequestQueues(30);
    let early: PromiseSettledResult<RoutedRun>[] = [];
    const settled = await queues.fill(live.ledger_id, [], async () => {
      early = await Promise.allSettled([routing()(), routing()()]);
      return Promise.all([]);
    });
    expect(settled).toEqual([]);
    expect(numbersOf(early)).toEqual(Array(2).fill(expect.objectContaining({ name: 'WaitTimeout' })));
    const lock = await lockLedgerElsewhere(db.url, live.ledger_id);
    const late = await queues.fill(live.ledger_id, [routing(), routing()]);
    await lock.release();
    for (const reason of numbersOf(late))
      expect(['55P03', 'ETIMEDOUT']).toContain((reason as { code: string }).code);
    expect(numbersOf([...(await queues.fill(live.ledger_id, [routing()]))])).toEqual([1]);
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

  it('of one that the plan refused is free for the next', async () => {
    account = await createTestAccount(db, { client: { routed_orders_limit: 1 } });
    live = account.live;
    await service.sync(live, [{ sku: 'A', quantity: 10 }]);
    const settled = await queues.fill<unknown>(live.ledger_id, [
      () => once(deps(), key('k', 3), [anOrder(), anOrder(), anOrder()]),
      keyed(key('k')),
    ]);
    expect(settled).toMatchObject([{ status: 'rejected' }, { value: { replayed: false } }]);
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

  it('that is taken is reported by KeyTaken to the request that asks for it', async () => {
    const request = { orders: [anOrder()], warnings: null };
    const send = () =>
      routeOrders(deps(), {
        principal: live,
        request,
        idempotency: key('k'),
        present: (routed) => routed,
      });
    const settled = await queues.fill(live.ledger_id, [send, send]);
    expect(numbersOf(settled)).toEqual([1, expect.any(KeyTaken)]);
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

describe('requests of both ledgers of a client', () => {
  it('are numbered one after another', async () => {
    const runs = await Promise.all([live, account.test, live, account.test].map((as) => routing({ as })()));
    const numbers = runs.map(({ run }) => run.client_run_number!);
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4]);
  });
});

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
      'clients',
      `IF nextval('times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(0.01); END IF;`,
    );
    const settled = await queues.fill(live.ledger_id, [routing(), routing(), routing()]);
    await repair('clients');
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
