import { addAccountToken } from '../../harness/clients.ts';
import { HttpCaller } from '../../harness/http.ts';
import { runOf } from '../../harness/orders.ts';
import { cpuMsOf, memoryOf } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import { ordersToZips, stores } from '../../harness/stores.ts';
import { type Comparison, type Measure, quantile, type Suite } from '../measure.ts';
import { jsonBody } from '../stage.ts';
import { type OpenStage, Stages } from '../stages.ts';

/** A figure of large accounts, and the same of small ones; without them it is judged alone. */
interface Row {
  readonly large: Measure;
  readonly small?: Measure;
}

/** Opens what a row needs. */
type Open = (stage: OpenStage) => Promise<Row>;

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const CHAIN = 1200;
const RUN = 2000;
const WORKER = { workers: 1, env: { WORKER_THREADS: '2' } };

/** Accounts that are large in one dimension, beside small ones. What others notice of them is the check `neighbours`. */
export function sizesSuite(): Suite {
  const stages = new Stages();
  const row = (name: string, unit: string, goal: number, prepare: Open, isAlone = false): Comparison[] =>
    stages.rows(prepare, [
      {
        figures: [{ case: name, unit, goal, better: 'lower' }],
        warmUps: 1,
        ours: ({ large }) => large(),
        ...(!isAlone && { floor: ({ small }: Row) => small!() }),
      },
    ]);
  const alone = (name: string, unit: string, most: number, prepare: Open) =>
    row(name, unit, most, prepare, true);
  const again = `of a managed run to ${RUN} ZIPs again, ${CHAIN} stores beside 50`;
  const first = `of a managed run to ${RUN} new ZIPs, ${CHAIN} stores beside 50`;
  return {
    comparisons: [
      alone(`peak memory of the API, 4 batches to 700 new ZIPs at once, ${CHAIN} stores`, 'MB', 800, memory),
      row(`CPU ${first}`, 'ms an order', 24, runs('cold')),
      row(`CPU ${again}`, 'ms an order', 24, runs('warm')),
      row('a batch to 5,000 ZIPs again, 500 stores beside 50', 'ms', 10, zipsAgain),
      row('an order, 2 clients of 50,000 rules by turns beside 2 without', 'ms', 1.5, rulesByTurns),
      row('an order, 500 stores with places on 90 days beside none', 'ms', 1.3, places(0, 90)),
      row('an order, 500 stores with places on 90 past days beside none', 'ms', 1.3, places(-100, -10)),
      alone('PATCH of one of 2,000 profiles', 'ms', 200, list('profiles', 2000, 'change')),
      alone('PATCH of one of 100,000 rules', 'ms', 200, list('item-controls', 100_000, 'change')),
      alone('the first page of 100,000 rules', 'ms', 200, list('item-controls', 100_000, 'read')),
      row('the inventory report of 100,000 rows before ANALYZE beside after', 'ms', 1.5, inventoryReport),
      row('an order routed 10,000 times before beside a new one', 'ms', 1.5, sameOrder),
      alone(`bytes of a stored decision, ${CHAIN} stores`, 'bytes', 2048, storedBytes),
    ].flat(),
    close: () => stages.close(),
  };
}

let rounds = 0;

/** The median of so many requests one after another. */
async function medianOf(caller: HttpCaller, bodyOf: () => object): Promise<number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < 100; nth++) took.push((await caller.post(ROUTE, bodyOf())).ms);
  return [quantile(took, 0.5)];
}

const memory: Open = async (open) => {
  const { service, keys } = await open(stores(CHAIN));
  const callers = Array.from({ length: 4 }, () => new HttpCaller(service.url, { key: keys[0]! }));
  const batch = (round: number) => ({ orders: ordersToZips(700, round, round * 7) });
  return {
    large: async () => {
      await Promise.all(callers.map((caller) => caller.post(BATCH, batch(rounds++))));
      return [(await memoryOf(service.apis[0]!.pid)).peak];
    },
  };
};

const runs =
  (kind: 'cold' | 'warm'): Open =>
  async (open) => {
    const cpuOf = async (count: number): Promise<Measure> => {
      const { service, caller } = await open(stores(count), WORKER);
      return async () => {
        const orders = ordersToZips(RUN, rounds, kind === 'warm' ? 0 : rounds++);
        rounds++;
        const pids = [...service.apis, ...service.workers].map(({ pid }) => pid);
        pids.push(...(await service.databasePids()));
        const before = await cpuMsOf(pids);
        await routeRun(caller, runOf(orders));
        return [((await cpuMsOf(pids)) - before) / RUN];
      };
    };
    return { large: await cpuOf(CHAIN), small: await cpuOf(50) };
  };

const zipsAgain: Open = async (open) => {
  const timeOf = async (count: number): Promise<Measure> => {
    const { caller } = await open(stores(count));
    return async () => [(await caller.post(BATCH, { orders: ordersToZips(5000, rounds++) })).ms];
  };
  return { large: await timeOf(500), small: await timeOf(50) };
};

const rulesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sku: `RULE-${n}`, rule: 'safety_stock' as const, units: 3 }));

/** Two clients, with or without rules, to which orders are sent by turns. */
const rulesByTurns: Open = async (open) => {
  const timeOf = async (rules: number): Promise<Measure> => {
    const account = stores(10, { item_controls: rulesOf(rules) });
    const { service, keys } = await open(account, { clients: 2 });
    const callers = keys.map((key) => new HttpCaller(service.url, { key }));
    return async () => {
      const started = performance.now();
      for (let nth = 0; nth < 100; nth++) await callers[nth % 2]!.post(ROUTE, ordersToZips(1, rounds++)[0]!);
      return [(performance.now() - started) / 100];
    };
  };
  return { large: await timeOf(50_000), small: await timeOf(0) };
};

/** Stores that ship some orders a day, with places taken on days from now on. */
const places =
  (first: number, last: number): Open =>
  async (open) => {
    const timeOf = async (isTaken: boolean): Promise<Measure> => {
      const calendar = { time_zone: 'America/New_York', cut_off: '15:00' };
      const capacity = { shipments_per_day: 1_000_000 };
      const { db, caller } = await open(stores(500, {}, { calendar, capacity }));
      if (isTaken)
        await db.pool.query(
          `INSERT INTO places_taken (ledger_id, warehouse_id, day, taken)
           SELECT l.id, w.id, current_date + day, 1
           FROM ledgers l JOIN warehouses w USING (client_id), generate_series($1::int, $2::int) AS day`,
          [first, last],
        );
      await db.pool.query('VACUUM ANALYZE places_taken');
      return () => medianOf(caller, () => ordersToZips(1, rounds++)[0]!);
    };
    return { large: await timeOf(true), small: await timeOf(false) };
  };

/** One element in the middle of a list of the account. */
const list =
  (list: 'profiles' | 'item-controls', count: number, what: 'read' | 'change'): Open =>
  async (open) => {
    const isProfiles = list === 'profiles';
    const profiles = Array.from({ length: count }, (_, n) => ({
      partner_id: `P-${n}`,
      name: `Partner ${n}`,
    }));
    const changed = isProfiles ? { profiles } : { item_controls: rulesOf(count) };
    const { service, db } = await open(stores(10, changed));
    const { id } = (await db.prisma.client.findFirst())!;
    const owner = new HttpCaller(service.url, { key: await addAccountToken(db, id) });
    const name = isProfiles ? `P-${count / 2}` : `RULE-${count / 2}~safety_stock`;
    const path = `/account/v1/${list}`;
    const change = () => (isProfiles ? { name: `Another name ${rounds++}` } : { units: rounds++ });
    const asked = () =>
      what === 'read' ? { path } : { method: 'PATCH' as const, path: `${path}/${name}`, body: change() };
    return { large: async () => [(await owner.succeed(asked())).ms] };
  };

const inventoryReport: Open = async (open) => {
  const SKUS = 10_000;
  const { account, folder } = stores(10);
  const inventory = account.warehouses!.flatMap(({ warehouse_id }) =>
    Array.from({ length: SKUS }, (_, n) => ({ sku: `A-${n}`, warehouse_id, quantity_available: 1000 })),
  );
  const dataset = { account, folder, inventory };
  const { db, caller } = await open(dataset, { postgres: { autovacuum: 'off' } });
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
  const body = jsonBody(order);
  const senders = Array.from({ length: 8 }, () => new HttpCaller(service.url, { key: keys[0]! }));
  for (let sent = 0; sent < 10_000; sent += senders.length)
    await Promise.all(senders.map((sender) => sender.post(ROUTE, body)));
  return {
    large: () => medianOf(caller, () => order),
    small: () => medianOf(caller, () => ({ ...order, external_order_id: `NEW-${rounds++}` })),
  };
};

const storedBytes: Open = async (open) => {
  const { caller, db } = await open(stores(CHAIN));
  return {
    large: async () => {
      await caller.post(BATCH, { orders: ordersToZips(100, rounds++) });
      const { rows } = await db.pool.query<{ bytes: number }>(
        'SELECT avg(pg_column_size(d))::float8 AS bytes FROM decisions d',
      );
      return [rows[0]!.bytes];
    },
  };
};
