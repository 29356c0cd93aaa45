import { HttpCaller } from '../../harness/http.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { batchDataset } from '../dataset.ts';
import { type Arrivals, atRate } from '../many-requests.ts';
import { type BenchOptions, quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/** Requests a second. A half of what two cores can do: what waits is work that comes together, not work that is too much. */
const RATES = { orders: 200, promises: 50, changes: 50, shipped: 20, syncs: 0.5 };
type Kind = keyof typeof RATES;
const KINDS = Object.keys(RATES) as Kind[];

const SHARES = { p50: 0.5, p99: 0.99, 'p99.9': 0.999 };
/** Of each kind but syncs, whose rows take longer. */
const GOAL_MS: Readonly<Record<string, number>> = { p99: 20 };
const SYNC_ROWS = 500;

/**
 * Orders, promises, changes, shipments and counted syncs of one client at a fixed rate for `--minutes`: how long each kind
 * takes from when it is due. It has no floor.
 */
export async function steadySuite({ minutes }: BenchOptions): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset, { workers: 1, env: { WORKER_THREADS: '1' } });
  await stage.resetStock();
  const { orders, inventory } = dataset;
  const key = stage.keys[0]!;
  const small = new PostCaller(stage.service.url, key);
  const large = new HttpCaller(stage.service.url, { key, sockets: 4 });
  let pass = 0;
  const idOf = (nth: number) => `S${pass}-${nth}`;

  const senders: Readonly<Record<Kind, Arrivals['send']>> = {
    orders: (nth) => {
      const order = { ...orders[nth % orders.length], external_order_id: idOf(nth) };
      return small.post('/api/v1/orders/route', jsonBody(order));
    },
    promises: (nth) => {
      const { destination_zip, lines } = orders[nth % orders.length] as {
        destination_zip: string;
        lines: object[];
      };
      return small.post('/api/v1/promise', jsonBody({ destination_zip, carts: [{ lines }] }));
    },
    changes: (nth) => {
      const { sku, warehouse_id } = inventory[(nth * 7919) % inventory.length]!;
      return small.post(
        '/api/v1/inventory/changes',
        jsonBody({ changes: [{ sku, warehouse_id, change: 5 }] }),
      );
    },
    /** Of an order that came long before: one in ten has shipped. */
    shipped: (nth) => {
      const order_id = idOf(Math.max(0, nth * (RATES.orders / RATES.shipped) - RATES.orders));
      return small.post('/api/v1/orders/batch-shipped', jsonBody({ orders: [{ order_id }] }));
    },
    syncs: (nth) => {
      const from = (nth * SYNC_ROWS) % inventory.length;
      const body = {
        counted_at: new Date().toISOString(),
        inventory: inventory.slice(from, from + SYNC_ROWS),
      };
      return large.post('/api/v1/inventory', jsonBody(body));
    },
  };
  const play = (seconds: number) => {
    pass += 1;
    return Promise.all(KINDS.map((kind) => atRate({ perSecond: RATES[kind], send: senders[kind] }, seconds)));
  };
  return {
    comparisons: [
      {
        figures: KINDS.flatMap((kind) =>
          Object.keys(SHARES).map((name) => ({
            case: `${RATES[kind]} ${kind} a second, ${name}`,
            ...{ unit: 'ms', better: 'lower' as const },
            goal: kind === 'syncs' ? null : (GOAL_MS[name] ?? null),
          })),
        ),
        ours: async () => {
          await play(minutes * 6); // processes that begin are slower
          const taken = await play(minutes * 60);
          return taken.flatMap((each) => Object.values(SHARES).map((share) => quantile(each, share)));
        },
        floor: null,
        ...{ rounds: 1, warmUps: 0 },
      },
    ],
    close: () => stage.close(),
  };
}
