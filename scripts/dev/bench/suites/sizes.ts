import { createKey } from '../../../../shared/identity/keys.ts';
import { addClient } from '../../harness/clients.ts';
import { HttpCaller, sendRequest } from '../../harness/http.ts';
import { demoStock, OrderSource, runOf } from '../../harness/orders.ts';
import { cpuMsOf, memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import { type Comparison, type Measure, quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';
import { ordersToZips, stores } from '../stores.ts';

/** A figure of large accounts, and the same of small ones; without them it is judged alone. */
interface Row {
  readonly large: Measure;
  readonly small?: Measure;
}

/** Opens what a row needs: its services end when the next row begins. */
type Open = (stage: (...args: Parameters<typeof BenchStage.open>) => Promise<BenchStage>) => Promise<Row>;

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const CHAIN = 1200;
const RUN = 2000;
const WORKER = { workers: 1, env: { WORKER_THREADS: '2' } };

/** Accounts that are large in one dimension, beside small ones. */
export function sizesSuite(): Suite {
  const stages: BenchStage[] = [];
  const close = async () => {
    for (const stage of stages.splice(0)) await stage.close();
  };
  const open: Parameters<Open>[0] = async (...args) => {
    const stage = await BenchStage.open(...args);
    stages.push(stage);
    await stage.resetStock();
    return stage;
  };
  const row = (name: string, unit: string, goal: number, isAlone: boolean, prepare: Open): Comparison => {
    let opened: Row | undefined;
    return {
      figures: [{ case: name, unit, goal, better: 'lower' }],
      warmUps: 1,
      ours: async () => {
        if (opened === undefined) await close();
        opened ??= await prepare(open);
        return opened.large();
      },
      floor: isAlone ? null : () => opened!.small!(),
    };
  };
  const beside = (name: string, unit: string, goal: number, prepare: Open) =>
    row(name, unit, goal, false, prepare);
  const alone = (name: string, unit: string, most: number, prepare: Open) =>
    row(name, unit, most, true, prepare);

  return {
    comparisons: [
      beside(`p99 of others beside a batch to 700 new ZIPs, ${CHAIN} stores`, 'ms', 3, newZips),
      alone(`peak memory of the API, 4 batches to 700 new ZIPs at once, ${CHAIN} stores`, 'MB', 800, memory),
      beside(
        `CPU of a managed run to ${RUN} new ZIPs, ${CHAIN} stores beside 50`,
        'ms an order',
        24,
        runs('cold'),
      ),
      beside(
        `CPU of a managed run to ${RUN} ZIPs again, ${CHAIN} stores beside 50`,
        'ms an order',
        24,
        runs('warm'),
      ),
      alone(`a batch to ${RUN} ZIPs, ${CHAIN} stores: refusals`, 'answers', 0, refusals),
      beside('a batch to 5,000 ZIPs again, 500 stores beside 50', 'ms', 10, zipsAgain),
      beside('an order, 2 clients of 50,000 rules by turns beside 2 without', 'ms', 1.5, rulesByTurns),
      beside('p99 of others beside 2 clients of 50,000 rules by turns', 'ms', 3, rulesBesideOthers),
      beside('an order, 500 stores with places on 90 days beside none', 'ms', 1.3, places(0, 90)),
      beside('an order, 500 stores with places on 90 past days beside none', 'ms', 1.3, places(-100, -10)),
      beside(`p99 of others beside pages of results, ${CHAIN} stores`, 'ms', 3, pages('results?limit=1000')),
      beside(`p99 of others beside the why of a run, ${CHAIN} stores`, 'ms', 3, pages('why')),
      alone('PATCH of one of 2,000 profiles', 'ms', 200, list('profiles', 2000, 'change')),
      alone('PATCH of one of 100,000 rules', 'ms', 200, list('item-controls', 100_000, 'change')),
      alone('the first page of 100,000 rules', 'ms', 200, list('item-controls', 100_000, 'read')),
      beside('the inventory report of 100,000 rows before ANALYZE beside after', 'ms', 1.5, inventoryReport),
      beside('an order routed 10,000 times before beside a new one', 'ms', 1.5, sameOrder),
      alone(`bytes of a stored decision, ${CHAIN} stores`, 'bytes', 2048, storedBytes),
    ],
    close,
  };
}

/** The 99th percentile of a small client's orders, one after another, while `work` is done again and again. */
async function p99BesideOf({ service, db }: BenchStage, slug: string) {
  const { keys } = await addClient(db, slug);
  const caller = new HttpCaller(service.url, { key: keys.live });
  await caller.post('/api/v1/inventory', demoStock(5000));
  const source = new OrderSource(slug);
  return (work: (nth: number) => Promise<unknown>): Measure =>
    async () => {
      const waits: number[] = [];
      let isOver = false;
      const others = (async () => {
        while (!isOver) waits.push((await caller.post(ROUTE, source.single())).ms);
      })();
      const until = performance.now() + BESIDE_MS;
      while (performance.now() < until) await work(rounds++);
      isOver = true;
      await others;
      return [quantile(waits, 0.99)];
    };
}

const BESIDE_MS = 3000;
let rounds = 0;
const idle = () => new Promise((resolve) => setTimeout(resolve, 100));
const NEW_ZIPS = 700;
const newZipsBody = (round: number) => jsonBody({ orders: ordersToZips(NEW_ZIPS, round, round * 7) });

const newZips: Open = async (open) => {
  const stage = await open(stores(CHAIN));
  const p99 = await p99BesideOf(stage, 'others');
  return { large: p99((round) => stage.caller.post(BATCH, newZipsBody(round))), small: p99(idle) };
};

const memory: Open = async (open) => {
  const stage = await open(stores(CHAIN));
  const callers = Array.from({ length: 4 }, () => new HttpCaller(stage.service.url, { key: stage.keys[0]! }));
  return {
    large: async () => {
      await Promise.all(callers.map((caller) => caller.post(BATCH, newZipsBody(rounds++))));
      return [(await memoryOf(stage.service.apis[0]!.pid)).peak];
    },
  };
};

const runs =
  (kind: 'cold' | 'warm'): Open =>
  async (open) => {
    const cpuOf = async (count: number): Promise<Measure> => {
      const stage = await open(stores(count), WORKER);
      return async () => {
        const orders = ordersToZips(RUN, rounds, kind === 'warm' ? 0 : rounds++);
        rounds++;
        const { apis, workers } = stage.service;
        const pids = [...apis, ...workers].map(({ pid }) => pid).concat(await stage.service.databasePids());
        const before = await cpuMsOf(pids);
        await routeRun(stage.caller, runOf(orders));
        return [((await cpuMsOf(pids)) - before) / RUN];
      };
    };
    return { large: await cpuOf(CHAIN), small: await cpuOf(50) };
  };

const refusals: Open = async (open) => {
  const { service, keys } = await open(stores(CHAIN));
  const send = async () => {
    const body = jsonBody({ orders: ordersToZips(RUN, rounds++, rounds) });
    const caller = { authorization: `Bearer ${keys[0]}` };
    const headers = { 'content-type': 'application/json' };
    const timeoutMs = 120_000;
    const asked = { method: 'POST', url: BATCH, headers, body };
    return sendRequest(service.url, asked, caller, { timeoutMs, isCounted: true });
  };
  return { large: async () => [(await send()).status === 200 ? 0 : 1] };
};

const zipsAgain: Open = async (open) => {
  const timeOf = async (count: number): Promise<Measure> => {
    const { caller } = await open(stores(count));
    return async () => [(await caller.post(BATCH, jsonBody({ orders: ordersToZips(5000, rounds++) }))).ms];
  };
  return { large: await timeOf(500), small: await timeOf(50) };
};

const rulesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sku: `RULE-${n}`, rule: 'safety_stock' as const, units: 3 }));

/** Clients with so many rules, and what sends an order of each by turns. */
async function byTurns(open: Parameters<Open>[0], rules: number, orders: number) {
  const stage = await open(stores(10, { item_controls: rulesOf(rules) }), { clients: 2 });
  const callers = stage.keys.map((key) => new HttpCaller(stage.service.url, { key }));
  const send = async () => {
    const started = performance.now();
    for (let nth = 0; nth < orders; nth++)
      await callers[nth % 2]!.post(ROUTE, jsonBody(ordersToZips(1, rounds++)[0]!));
    return (performance.now() - started) / orders;
  };
  return { stage, send };
}

const rulesByTurns: Open = async (open) => {
  const large = await byTurns(open, 50_000, 100);
  const small = await byTurns(open, 0, 100);
  return { large: async () => [await large.send()], small: async () => [await small.send()] };
};

const rulesBesideOthers: Open = async (open) => {
  const { stage, send } = await byTurns(open, 50_000, 10);
  const p99 = await p99BesideOf(stage, 'others');
  return { large: p99(send), small: p99(idle) };
};

/** Stores that ship some orders a day, with places taken on days from now on. */
const places =
  (first: number, last: number): Open =>
  async (open) => {
    const timeOf = async (isTaken: boolean): Promise<Measure> => {
      const calendar = { time_zone: 'America/New_York', cut_off: '15:00' };
      const stage = await open(stores(500, {}, { calendar, capacity: { shipments_per_day: 1_000_000 } }));
      if (isTaken)
        await stage.db.pool.query(
          `INSERT INTO places_taken (ledger_id, warehouse_id, day, taken)
           SELECT l.id, w.id, current_date + day, 1
           FROM ledgers l JOIN warehouses w USING (client_id), generate_series($1::int, $2::int) AS day`,
          [first, last],
        );
      await stage.db.pool.query('VACUUM ANALYZE places_taken');
      return async () => {
        const took: number[] = [];
        for (let nth = 0; nth < 100; nth++)
          took.push((await stage.caller.post(ROUTE, jsonBody(ordersToZips(1, rounds++)[0]!))).ms);
        return [quantile(took, 0.5)];
      };
    };
    return { large: await timeOf(true), small: await timeOf(false) };
  };

const pages =
  (path: string): Open =>
  async (open) => {
    const stage = await open(stores(CHAIN), WORKER);
    const run = await routeRun(stage.caller, runOf(ordersToZips(RUN, rounds++)));
    const p99 = await p99BesideOf(stage, 'others');
    return { large: p99(() => stage.caller.get(`/api/v1/runs/${run}/${path}`)), small: p99(idle) };
  };

/** One element in the middle of a list of the account. */
const list =
  (path: 'profiles' | 'item-controls', count: number, what: 'read' | 'change'): Open =>
  async (open) => {
    const profiles = Array.from({ length: count }, (_, n) => ({
      partner_id: `P-${n}`,
      name: `Partner ${n}`,
    }));
    const { service, db } = await open(
      stores(10, path === 'profiles' ? { profiles } : { item_controls: rulesOf(count) }),
    );
    const { id } = (await db.prisma.client.findFirst())!;
    const { secret: token } = await createKey(db.prisma, id, 'account_token', {
      name: 'bench',
      role: 'owner',
    });
    const middle = count / 2;
    const [name, change] =
      path === 'profiles'
        ? [`P-${middle}`, () => ({ name: `Another name ${rounds++}` })]
        : [`RULE-${middle}~safety_stock`, () => ({ units: rounds++ })];
    const asked =
      what === 'read'
        ? () => ({ method: 'GET', url: `/account/v1/${path}`, headers: {}, body: null })
        : () => ({
            method: 'PATCH',
            url: `/account/v1/${path}/${name}`,
            headers: { 'content-type': 'application/json' },
            body: jsonBody(change()),
          });
    return {
      large: async () => {
        const { status, text, ms } = await sendRequest(service.url, asked(), {
          authorization: `Bearer ${token}`,
        });
        if (status !== 200) throw new Error(`${status} ${text.slice(0, 500)}`);
        return [ms];
      },
    };
  };

const inventoryReport: Open = async (open) => {
  const SKUS = 10_000;
  const { account, folder } = stores(10);
  const inventory = account.warehouses!.flatMap(({ warehouse_id }) =>
    Array.from({ length: SKUS }, (_, n) => ({ sku: `A-${n}`, warehouse_id, quantity_available: 1000 })),
  );
  const { db, caller } = await open({ account, folder, inventory }, { postgres: { autovacuum: 'off' } });
  const read = async () => [(await caller.get('/api/v1/reports/inventory.csv', 'text/csv')).ms];
  return {
    // As if nothing had been analysed since the database was made.
    large: async () => {
      const own = 'schemaname = current_schema()';
      await db.pool.query(
        `SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats WHERE ${own}`,
      );
      await db.pool.query(
        `SELECT pg_clear_relation_stats(schemaname, tablename) FROM pg_tables WHERE ${own}`,
      );
      return read();
    },
    small: async () => {
      await db.pool.query('ANALYZE');
      return read();
    },
  };
};

const sameOrder: Open = async (open) => {
  const { caller, service, keys } = await open(stores(10));
  const [order] = ordersToZips(1, 0) as [object];
  const senders = Array.from({ length: 8 }, () => new HttpCaller(service.url, { key: keys[0]! }));
  for (let sent = 0; sent < 10_000; sent += senders.length)
    await Promise.all(senders.map((sender) => sender.post(ROUTE, jsonBody(order))));
  const median = async (bodyOf: () => Buffer) => {
    const took: number[] = [];
    for (let nth = 0; nth < 100; nth++) took.push((await caller.post(ROUTE, bodyOf())).ms);
    return [quantile(took, 0.5)];
  };
  return {
    large: () => median(() => jsonBody(order)),
    small: () => median(() => jsonBody({ ...order, external_order_id: `NEW-${rounds++}` })),
  };
};

const storedBytes: Open = async (open) => {
  const { caller, db } = await open(stores(CHAIN));
  return {
    large: async () => {
      await caller.post(BATCH, jsonBody({ orders: ordersToZips(100, rounds++) }));
      const { rows } = await db.pool.query<{ bytes: number }>(
        'SELECT avg(pg_column_size(d))::float8 AS bytes FROM decisions d',
      );
      return [rows[0]!.bytes];
    },
  };
};
