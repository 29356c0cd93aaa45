import { parseArgs } from 'node:util';
import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { quantile } from '../bench/measure.ts';
import { startCallers } from '../harness/callers.ts';
import { addClient, type TestClient } from '../harness/clients.ts';
import { faultsOfData } from '../harness/data-faults.ts';
import { HttpCaller, type SentAnswer } from '../harness/http.ts';
import { endChecks, judge } from '../harness/judge.ts';
import { orderOf, runOf, syncOf } from '../harness/orders.ts';
import { memoryOf } from '../harness/process-figures.ts';
import { routeRun } from '../harness/route-run.ts';
import { type ServiceUnderTest, withService } from '../harness/service.ts';
import { fillAccount } from './large-ledgers/fill.ts';
import { searches } from './large-ledgers/searches.ts';
import { warehousesAt } from './neighbours/stages.ts';

/**
 * What a large ledger costs beside a small one, by turns in one service, and what others wait meanwhile:
 *
 *   npm run check large-ledgers -- [chain] [ledgers] [--size 0.1]
 *   npm run check searches -- [--size 0.2]
 *
 * `chain`: what one of 500 stores sends, beside one of 8. `ledgers`: a ledger with 200,000 orders that hold units, 3,000,000
 * decisions, and a pair with 1,000,000 entries, beside one with a row of stock. `searches`: every search of orders in an account of
 * 3,000,000 decisions, and the pages of the console. Exits with 1 if a limit is missed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '1' } },
});
const sized = (count: number) => Math.round(count * Number(values.size));

const SAMPLES = 5;
const MAX_TIMES = 3;
/** Of the API. */
const MAX_MIB = 700;
/** What takes less takes so long, in milliseconds: then the request itself is most of it. */
const LEAST_MS = 10;

/** A request, the `n`th of its kind. What it needs before is not a part of its time. */
type Work = (n: number) => Promise<SentAnswer>;

/** Judges the middle one of some requests to a large ledger by that of the same ones to a small one, and shows the first ones. */
async function compare(what: string, small: Work, large: Work): Promise<void> {
  const times: (readonly [small: number, large: number])[] = [];
  for (let n = 0; n < SAMPLES; n++) times.push([(await small(n)).ms, (await large(n)).ms]);
  const shown = (pair: readonly number[]) => pair.map((ms) => `${ms.toFixed(0)} ms`).join(' and ');
  const middle = [0, 1].map((side) =>
    quantile(
      times.map((pair) => pair[side]!),
      0.5,
    ),
  );
  const ratio = middle[1]! / Math.max(middle[0]!, LEAST_MS);
  judge(
    `${what}: first ${shown(times[0]!)}, then ${shown(middle)} (${ratio.toFixed(1)} times)`,
    ratio <= MAX_TIMES,
  );
}

const post = (caller: HttpCaller, path: string, body: object) => caller.post(`/api/v1/${path}`, body);

const idsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Routes orders of one unit, and ships them. */
async function ship(caller: HttpCaller, prefix: string, skus: readonly string[]): Promise<SentAnswer> {
  const orders = skus.map((sku, n) => orderOf(`${prefix}-${n}`, { [sku]: 1 }));
  await post(caller, 'orders/batch-route', { orders });
  const shipped = orders.map(({ external_order_id: order_id }) => ({ order_id }));
  return post(caller, 'orders/batch-shipped', { orders: shipped });
}

/** With fewer calls there is no 99th percentile. */
const LEAST_CALLS = 150;
const OWN_SLOWEST_MS = 1000;
const OTHERS_P99_MS = 45;
const STORES = { small: 8, large: 500 };
const ROWS = 10_000;

async function addChain({ url, db }: ServiceUnderTest, stores: number, skus: readonly string[]) {
  const account: Partial<AccountFileInput> = warehousesAt(Array.from({ length: stores }, () => '60446'));
  const { keys } = await addClient(db, `stores-${stores}`, account);
  const caller = new HttpCaller(url, { key: keys.live });
  const step = Math.max(1, Math.floor(ROWS / stores));
  for (let from = 0; from < skus.length; from += step)
    await post(caller, 'inventory', syncOf(skus.slice(from, from + step), 1_000, idsOf('W', stores)));
  const rows = (n: number) => syncOf(skus, 1_000 + (n % 7), ['W3']);
  return {
    key: keys.live,
    works: {
      'rows of a store': (n) => post(caller, 'inventory', rows(n)),
      'rows of a store, counted': (n) =>
        post(caller, 'inventory', { ...rows(n), counted_at: new Date().toISOString() }),
      'rows of a store as an upload': (n) => post(caller, 'inventory/uploads', rows(n)),
      'changes of a store': () => {
        const changed = skus.slice(0, sized(1000));
        return post(caller, 'inventory/changes', {
          changes: changed.map((sku) => ({ sku, warehouse_id: 'W3', change: 1 })),
        });
      },
      'shipped orders': (n) => ship(caller, `${stores}-${n}`, skus.slice(0, sized(2500))),
    } satisfies Record<string, Work>,
  };
}

async function chain(service: ServiceUnderTest): Promise<void> {
  const skus = idsOf('UP-', sized(ROWS));
  const small = await addChain(service, STORES.small, skus);
  const large = await addChain(service, STORES.large, skus);
  const other = await addChain(service, 1, idsOf('UP-', 1000));
  for (const name of Object.keys(large.works) as (keyof typeof large.works)[])
    await compare(name, small.works[name], large.works[name]);
  const callers = [large.key, other.key].map((key) => ({ sends: 'orders of a unit', key }) as const);
  for (const [name, work] of Object.entries<Work>(large.works)) {
    const end = await startCallers(service.url, callers, LEAST_CALLS);
    await work(SAMPLES);
    const [own, others] = (await end()).map(({ taken, refused }) => ({ taken, isAnswered: refused === 0 }));
    const [slowest, p99] = [quantile(own!.taken, 1), quantile(others!.taken, 0.99)];
    judge(
      `beside ${name}: its own orders at most ${slowest.toFixed(0)} ms, those of others p99 ${p99.toFixed(1)} ms`,
      slowest <= OWN_SLOWEST_MS && p99 <= OTHERS_P99_MS && own!.isAnswered && others!.isAnswered,
    );
  }
  const { peak } = await memoryOf(service.apis[0]!.pid);
  judge(`${peak.toFixed(0)} MiB of memory at most`, peak < MAX_MIB);
  await judgeData(service, []);
}

/** Judges whether there are other faults in the data than those that are known. */
async function judgeData({ db }: ServiceUnderTest, known: readonly string[]): Promise<void> {
  const faults = (await faultsOfData(db)).filter((fault) => !known.includes(fault));
  judge(`the data adds up ${faults.join('; ')}`, faults.length === 0);
}

const PAIR = { sku: 'UP-0', warehouse_id: 'EWR1' };
const PAGE_MS = 50;
const PAGES = 100;

/** Fills a ledger. All of its orders hold a unit of the pair, and one of another SKU. */
async function fill({ url, db }: ServiceUnderTest, { keys, live }: TestClient): Promise<void> {
  const caller = new HttpCaller(url, { key: keys.live });
  const held = sized(200_000);
  await post(caller, 'inventory', syncOf(idsOf('UP-', 1000), 10_000_000));
  await routeRun(
    caller,
    runOf(
      Array.from({ length: held }, (_, n) => orderOf(`held-${n}`, { [PAIR.sku]: 1, [`UP-${n % 1000}`]: 1 })),
    ),
  );
  await fillAccount(db, live.ledger_id, 5, () => {});
  await db.pool.query(
    `INSERT INTO stock_entries (ledger_id, sku, warehouse_id, kind, quantity, happened_at, left_at)
     SELECT $1, $2, id, 'change', 1, moment, moment
     FROM warehouses, generate_series(1, $4::int) AS n, LATERAL (SELECT now() - make_interval(days => 1, secs => 20 * 86400.0 * n / $4::int)) AS t (moment)
     WHERE client_id = $5 AND warehouse_id = $3`,
    [live.ledger_id, PAIR.sku, PAIR.warehouse_id, sized(1_000_000), live.client_id],
  );
  await db.pool.query('VACUUM ANALYZE');
}

async function ledgers(service: ServiceUnderTest): Promise<void> {
  const { url, db } = service;
  const [small, large] = [await addClient(db, 'small'), await addClient(db, 'large')];
  const callers = [small, large].map(({ keys }) => new HttpCaller(url, { key: keys.live }));
  await post(callers[0]!, 'inventory', syncOf([PAIR.sku], 10_000_000));
  await fill(service, large);
  const filled = await faultsOfData(db);
  const counted = () => ({ ...syncOf([PAIR.sku], 10_000_000), counted_at: new Date().toISOString() });
  const works: Record<string, (caller: HttpCaller, n: number) => Promise<SentAnswer>> = {
    'a change': (caller) => post(caller, 'inventory/changes', { changes: [{ ...PAIR, change: 1 }] }),
    'a hold': (caller, n) =>
      post(caller, 'orders/route', { ...orderOf(`hold-${n}`, { [PAIR.sku]: 1 }), hold_minutes: 60 }),
    'a shipment': (caller, n) => ship(caller, `ship-${n}`, [PAIR.sku]),
    'a counted sync': (caller) => post(caller, 'inventory', counted()),
    'a sync': (caller) => post(caller, 'inventory', syncOf([PAIR.sku], 10_000_000)),
  };
  for (const [what, work] of Object.entries(works))
    await compare(
      what,
      (n) => work(callers[0]!, n),
      (n) => work(callers[1]!, n),
    );
  const usual = await readHistory(url, small, 9);
  const times = await readHistory(url, large, PAGES);
  const ends = [usual, times.slice(0, 9), times.slice(-9)].map((some) => quantile(some, 0.5));
  judge(
    `a page of a short history, of a long one, and its hundredth: ${ends.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`,
    ends.every((ms) => ms <= Math.max(PAGE_MS, MAX_TIMES * ends[0]!)),
  );
  // The rows that were made by SQL do not add up before anything is done to them.
  await judgeData(service, filled);
}

/** Reads so many pages of the pair's history, the first one again after the last. Returns how long each took. */
async function readHistory(url: string, { token }: TestClient, pages: number): Promise<number[]> {
  const caller = new HttpCaller(url, { key: token });
  const times: number[] = [];
  for (let cursor: string | null = null; times.length < pages; ) {
    const asked = new URLSearchParams({ environment: 'live', warehouse_id: PAIR.warehouse_id });
    if (cursor !== null) asked.set('cursor', cursor);
    const started = performance.now();
    const path = `/account/v1/inventory/${PAIR.sku}/history?${asked}`;
    const page: { readonly next_cursor: string | null } = await caller.json(path);
    times.push(performance.now() - started);
    cursor = page.next_cursor;
  }
  return times;
}

const SCENARIOS: Readonly<Record<string, (service: ServiceUnderTest) => Promise<void>>> = {
  chain,
  ledgers,
  searches: (service) => searches(service, sized(100)),
};
for (const name of positionals.length > 0 ? positionals : ['chain', 'ledgers']) {
  console.log(name);
  await withService({ workers: 1 }, SCENARIOS[name]!);
}
endChecks();
