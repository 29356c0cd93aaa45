import type { HttpCaller } from '../harness/http.ts';
import { PostCaller } from '../harness/post-caller.ts';
import { routeRun } from '../harness/route-run.ts';
import { batchDataset, type Dataset, freshOrders } from './dataset.ts';
import { atRate } from './many-requests.ts';
import { type Comparison, quantile } from './measure.ts';
import type { OneStage } from './one-stage.ts';
import { BenchStage, jsonBody } from './stage.ts';
import { stores } from './stores.ts';
import { generator } from './window-instances.ts';

/** Single orders a second of the same client. */
const SINGLES = 500;
const SECONDS = 60;
/** Windows of the run, of 5,000 orders each. */
const WINDOWS = 3;

/** Windows that are improved together, beside single orders of the same client on the same stock. They have no floor. */
export function windowsBeside(stages: OneStage): Comparison[] {
  return [runBeside(stages), ...[superstore(), fewSkus()].map((each) => batchBeside(stages, each))];
}

const figure = (name: string, unit: string, better: 'lower' | 'higher') => ({
  ...{ case: name, unit, goal: null, better },
});

/** A managed run: how many windows fit whole, how many orders were decided again, and how long the single orders took. */
function runBeside(stages: OneStage): Comparison {
  const dataset = batchDataset();
  const { account, orders } = dataset;
  const settings = { ...account.settings, batch_optimization: 'improve' as const };
  const opened = stages.lazily(() =>
    BenchStage.open(
      { ...dataset, account: { ...account, settings } },
      { workers: 1, env: { WORKER_THREADS: '1' } },
    ),
  );
  const ours = async () => {
    const stage = await opened();
    const small = new PostCaller(stage.service.url, stage.keys[0]!);
    await stage.resetStock();
    const run = Array.from({ length: WINDOWS }, (_, round) => freshOrders(orders, round)).flat();
    const beside = atRate(
      {
        perSecond: SINGLES,
        send: (nth) => {
          const order = { ...orders[nth % orders.length], external_order_id: `BESIDE-${nth}` };
          return small.post('/api/v1/orders/route', jsonBody(order));
        },
      },
      SECONDS,
    );
    const began = performance.now();
    const id = await routeRun(
      stage.caller,
      Buffer.from(run.map((order) => JSON.stringify(order)).join('\n')),
    );
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await stage.db.pool.query<{ again: number }>(
      `SELECT coalesce((figures->>'orders_redecided')::int, 0) AS again FROM run_windows WHERE run_id = $1`,
      [id],
    );
    const taken = await beside;
    const again = rows.reduce((sum, each) => sum + each.again, 0);
    const whole = rows.filter((each) => each.again === 0).length;
    return [rows.length, whole, again, seconds, quantile(taken, 0.5), quantile(taken, 0.99)];
  };
  const figures = [
    figure('windows', 'windows', 'higher'),
    figure('windows that fit whole', 'windows', 'higher'),
    figure('orders of windows decided again', 'orders', 'lower'),
    figure('the run', 's', 'lower'),
    figure(`${SINGLES} single orders a second, p50`, 'ms', 'lower'),
    figure(`${SINGLES} single orders a second, p99`, 'ms', 'lower'),
  ];
  return { figures, ours, floor: null, rounds: 1, warmUps: 0 };
}

/** A synchronous batch, and the single orders beside it. */
interface BatchBeside extends Dataset {
  readonly single: (nth: number) => object;
  /** So many a second, or so many from the request of the batch to its answer. */
  readonly singles: { readonly perSecond: number } | { readonly count: number };
}

interface BatchAnswer {
  readonly optimization: {
    readonly shipments_before: number;
    readonly shipments_after: number;
    readonly orders_redecided: number;
  };
}

/** What a batch saves alone, and what it keeps of that beside single orders. */
function batchBeside(
  stages: OneStage,
  { name, orders, single, singles, ...dataset }: BatchBeside,
): Comparison {
  const opened = stages.lazily(() => BenchStage.open(dataset));
  let round = 0;
  const route = async (caller: HttpCaller) => {
    const body = { orders: freshOrders(orders, round++) };
    const began = performance.now();
    const { optimization } = await caller.json<BatchAnswer>('/api/v1/orders/batch-route', body);
    const seconds = (performance.now() - began) / 1000;
    return { ...optimization, saved: optimization.shipments_before - optimization.shipments_after, seconds };
  };
  const ours = async () => {
    const stage = await opened();
    const { caller, service, keys } = stage;
    const small = new PostCaller(service.url, keys[0]!);
    await stage.resetStock();
    const alone = await route(caller);
    await stage.resetStock();
    const send = (nth: number) => {
      const order = { ...single(nth), external_order_id: `BESIDE-${round}-${nth}` };
      return small.post('/api/v1/orders/route', jsonBody(order));
    };
    const perSecond = 'count' in singles ? singles.count / alone.seconds : singles.perSecond;
    const [kept, taken] = await Promise.all([route(caller), atRate({ perSecond, send }, alone.seconds)]);
    return [alone.saved, kept.saved, kept.orders_redecided, kept.seconds, quantile(taken, 0.5)];
  };
  const beside =
    'count' in singles ? `${singles.count} single orders` : `${singles.perSecond} single orders a second`;
  const figures = [
    figure(`${name}: saved alone`, 'shipments', 'higher'),
    figure(`${name}: saved beside ${beside}`, 'shipments', 'higher'),
    figure(`${name}: orders decided again`, 'orders', 'lower'),
    figure(`${name}: the batch`, 's', 'lower'),
    figure(`${name}: ${beside}, p50`, 'ms', 'lower'),
  ];
  return { figures, ours, floor: null, rounds: 5, warmUps: 1 };
}

/** The 5,000 first orders of Superstore under plain rules. */
function superstore(): BatchBeside {
  const { account, orders, ...dataset } = batchDataset();
  const settings = { batch_optimization: 'improve' as const };
  return {
    ...{ ...dataset, name: `${dataset.name}, plain rules`, orders },
    account: { ...account, settings, profiles: [], item_controls: [] },
    single: (nth) => orders[nth % orders.length]!,
    singles: { perSecond: 20 },
  };
}

const FEW_SKUS = 40;
const FEW_SITES = 6;
const FEW_ORDERS = 1500;

/**
 * Many orders for few SKUs, of which there is a fifth more than they ask for, each at some of the sites: generated, the same each
 * time. Alone the batch saves some 90 shipments.
 */
function fewSkus(): BatchBeside {
  const random = generator(5);
  const { account, folder } = stores(FEW_SITES, { settings: { batch_optimization: 'improve' } });
  const zips = account.warehouses!.map(({ zip }) => zip);
  const order = () => ({
    destination_zip: zips[Math.floor(random() * zips.length)]!,
    lines: [
      ...new Set(
        Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(FEW_SKUS * random() ** 1.5)),
      ),
    ].map((sku) => ({ sku: `S-${sku}`, quantity: 1 + Math.floor(random() * 2) })),
  });
  const orders = Array.from({ length: FEW_ORDERS }, (_, n) => ({ external_order_id: `O-${n}`, ...order() }));
  const asked = new Map<string, number>();
  for (const { sku, quantity } of orders.flatMap(({ lines }) => lines))
    asked.set(sku, (asked.get(sku) ?? 0) + quantity);
  const inventory = [...asked].flatMap(([sku, units]) => {
    const shares = account.warehouses!.map(() => (random() < 0.7 ? random() : 0));
    const all = shares.reduce((sum, share) => sum + share, 0) || 1;
    return account.warehouses!.map(({ warehouse_id }, at) => ({
      ...{ sku, warehouse_id, quantity_available: Math.round((1.2 * units * shares[at]!) / all) },
    }));
  });
  return {
    ...{ name: `${FEW_ORDERS} orders on ${FEW_SKUS} SKUs`, account, folder, inventory, orders },
    single: order,
    singles: { count: 600 },
  };
}
