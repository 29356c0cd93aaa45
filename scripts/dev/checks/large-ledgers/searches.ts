import { encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { DAY_MS } from '../../../../shared/engine/rules/departures.ts';
import { addClient } from '../../harness/clients.ts';
import { HttpCaller } from '../../harness/http.ts';
import { judge } from '../../harness/judge.ts';
import { demoStock, OrderSource } from '../../harness/orders.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';
import { fillAccount } from './fill.ts';

const ROUTED = 10_000;
const GOAL_MS = 300;
type Query = Readonly<Record<string, string>>;

/** Periods in days before now. Orders came one by one, in batches, or in managed runs in them. */
const PERIODS = [
  [1, 0],
  [3, 2],
  [12, 11],
  [26, 25],
] as const;
/** The share of all decisions that comes before a page. */
const DEEP_PAGES = [0.23, 0.5];

/** Every filter alone, and the pairs that people use: values that are common, rare and never there. */
function queriesOf(order: string, sku: string): Query[] {
  const q = order.slice(0, 9);
  const short = 'reason=insufficient_inventory';
  const texts = [
    ...['', `order_id=${order}`, 'order_id=NOT-THERE', `q=${order}`, `q=${q}`, 'q=not there', `sku=${sku}`],
    ...['sku=NOT-THERE', 'zip=10001', 'zip=9', 'zip=99999', 'status=FULL', 'status=SPLIT', 'status=PARTIAL'],
    ...['status=PARTIAL_SPLIT', 'status=NONE', short, 'reason=no_inventory_available', 'warned=true'],
    ...['reason=invalid_destination_zip', 'reason=item_control_hold', 'warehouse_id=EWR1'],
    ...['warehouse_id=NOT-THERE', 'search=incomplete'],
    ...['warehouse_id=EWR1', 'reason=no_inventory_available', `sku=${sku}`, 'zip=9'].map(
      (other) => `status=NONE&${other}`,
    ),
    ...[`sku=${sku}`, 'zip=9', short, 'warned=true'].map((other) => `warehouse_id=EWR1&${other}`),
    ...['warehouse_id=EWR1', `sku=${sku}`, 'warned=true', 'search=incomplete'].map(
      (other) => `status=SPLIT&${other}`,
    ),
    ...[`status=PARTIAL&${short}`, 'status=FULL&zip=10001', `${short}&sku=${sku}`, `sku=${sku}&zip=9`],
    ...['reason=no_inventory_available&zip=9', `q=${q}&status=FULL`, 'search=incomplete&warehouse_id=EWR1'],
    ...['search=incomplete&sku=NOT-THERE', `status=NONE&reason=invalid_destination_zip&zip=9&sku=${sku}`],
  ];
  return texts.map((text) => Object.fromEntries(new URLSearchParams(text)));
}

/** Every search: of any time, of each period, and deep pages. One order has no second page. */
function* searchesOf(queries: readonly Query[], cursors: readonly string[]): Generator<Query> {
  const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString();
  for (const query of queries) {
    yield query;
    for (const [from, to] of PERIODS) yield { ...query, from: daysAgo(from), to: daysAgo(to) };
    if (query.order_id === undefined) for (const cursor of cursors) yield { ...query, cursor };
  }
}

/** The cursors of deep pages. */
async function findCursors({ pool }: Database, ledgerId: number): Promise<string[]> {
  const { rows } = await pool.query<{ run_id: number; id: number }>(
    `SELECT run_id, id FROM (
       SELECT run_id, id, row_number() OVER (ORDER BY run_id DESC, id DESC) AS place, count(*) OVER () AS all_rows
       FROM decisions WHERE ledger_id = $1
     ) AS numbered
     WHERE place = ANY (SELECT floor(share * all_rows) FROM unnest($2::float[]) AS share) ORDER BY place`,
    [ledgerId, DEEP_PAGES],
  );
  return rows.map(({ run_id, id }) => encodeCursor([run_id, id]));
}

interface Page {
  readonly orders?: readonly { readonly order_id: string; readonly skus: readonly string[] }[];
  readonly runs?: readonly { readonly routing_run_id: number; readonly orders_considered: number }[];
}

/**
 * Fills an account with so many copies of 10,000 orders, each decided three times, a third of them in runs of one order, and
 * measures the requests of the console to the account API: every search of orders, and the requests of its other pages. What
 * takes longer than the goal is repeated once, and is a fault if it takes longer again.
 */
export async function searches({ url, db }: ServiceUnderTest, copies: number): Promise<void> {
  const { keys, live, token } = await addClient(db, 'demo');
  const caller = new HttpCaller(url, { key: keys.live });
  await caller.post('/api/v1/inventory', demoStock(ROUTED / 8));
  await routeRun(caller, new OrderSource().run(ROUTED));
  await fillAccount(db, live.ledger_id, copies, console.log);
  await db.pool.query('VACUUM ANALYZE');
  const owner = new HttpCaller(url, { key: token });
  /** Reads live orders. */
  const get = (path: string, query: Query = {}) =>
    owner.succeed({ path: `/account/v1/${path}?${new URLSearchParams({ environment: 'live', ...query })}` });
  const read = async (path: string, query?: Query): Promise<Page> =>
    JSON.parse((await get(path, query)).text);
  /** Asks once, or twice if the first answer took too long. */
  const time = async (path: string, query: Query): Promise<void> => {
    const times = [(await get(path, query)).ms];
    if (times[0]! > GOAL_MS) times.push((await get(path, query)).ms);
    const { cursor, ...shown } = query;
    const asked = `${path} ${new URLSearchParams(shown)}${cursor === undefined ? '' : ' (a deep page)'}`;
    const ms = times.map((each) => each.toFixed(0)).join(', ');
    judge(`${ms.padStart(8)} ms  ${asked}`, times.at(-1)! <= GOAL_MS);
  };
  const { order_id, skus } = (await read('orders')).orders![50]!;
  const sku = skus[0]!;
  const cursors = await findCursors(db, live.ledger_id);
  for (const query of searchesOf(queriesOf(order_id, sku), cursors)) await time('orders', query);
  await db.pool.query('VACUUM ANALYZE');
  const { runs } = await read('runs', { kind: 'managed' });
  const large = runs!.find(({ orders_considered }) => orders_considered === 200_000)!;
  const run = `runs/${large.routing_run_id}`;
  const others: readonly (readonly [path: string, ...queries: Query[]])[] = [
    ['overview', ...['24h', '7d', '30d'].map((period) => ({ period, zone: 'America/Chicago' }))],
    ['runs', {}, { kind: 'managed' }, { status: 'failed' }],
    [run, {}],
    [`${run}/decisions`, {}, { status: 'NONE' }, { zip: '99999' }, { warehouse_id: 'EWR1' }, { q: 'none' }],
    ['inventory', {}, { q: sku.slice(0, 3) }],
    [`inventory/${sku}`, {}],
  ];
  for (const [path, ...queries] of others) for (const query of queries) await time(path, query);
}
