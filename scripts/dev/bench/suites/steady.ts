import { HttpCaller } from '../../harness/http.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { batchDataset, type Dataset } from '../dataset.ts';
import { type Arrivals, atRate } from '../many-requests.ts';
import { type BenchOptions, quantile, type Suite } from '../measure.ts';
import { type BenchStage, jsonBody } from '../stage.ts';
import { Stages } from '../stages.ts';

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
export function steadySuite({ minutes }: BenchOptions): Suite {
  const stages = new Stages();
  const dataset = batchDataset();
  const worker = { workers: 1, env: { WORKER_THREADS: '1' } };
  const comparisons = stages.rows(
    (open) => open(dataset, worker),
    [
      {
        figures: KINDS.flatMap((kind) =>
          Object.keys(SHARES).map((name) => ({
            case: `${RATES[kind]} ${kind} a second, ${name}`,
            ...{ unit: 'ms', better: 'lower' as const },
            goal: kind === 'syncs' ? null : (GOAL_MS[name] ?? null),
          })),
        ),
        ours: async (stage) => {
          await play(stage, dataset, 'WARM-UP', minutes * 6); // processes that begin are slower
          const taken = await play(stage, dataset, 'S', minutes * 60);
          return taken.flatMap((each) => Object.values(SHARES).map((share) => quantile(each, share)));
        },
        rounds: 1,
        warmUps: 0,
      },
    ],
  );
  return { comparisons, close: () => stages.close() };
}

/** How long each request of each kind took. */
function play(
  { service, keys }: BenchStage,
  { orders, inventory }: Dataset,
  prefix: string,
  seconds: number,
): Promise<number[][]> {
  const key = keys[0]!;
  const small = new PostCaller(service.url, key);
  const large = new HttpCaller(service.url, { key, sockets: 4 });
  const post = (path: string, body: object) => small.post(`/api/v1/${path}`, jsonBody(body));
  const idOf = (nth: number) => `${prefix}-${nth}`;
  const senders: Readonly<Record<Kind, Arrivals['send']>> = {
    orders: (nth) => post('orders/route', { ...orders[nth % orders.length], external_order_id: idOf(nth) }),
    promises: (nth) => {
      const { destination_zip, lines } = orders[nth % orders.length] as Record<string, unknown>;
      return post('promise', { destination_zip, carts: [{ lines }] });
    },
    changes: (nth) => {
      const { sku, warehouse_id } = inventory[(nth * 7919) % inventory.length]!;
      return post('inventory/changes', { changes: [{ sku, warehouse_id, change: 5 }] });
    },
    /** Of an order that came long before: one in ten has shipped. */
    shipped: (nth) => {
      const order_id = idOf(Math.max(0, nth * (RATES.orders / RATES.shipped) - RATES.orders));
      return post('orders/batch-shipped', { orders: [{ order_id }] });
    },
    syncs: (nth) => {
      const from = (nth * SYNC_ROWS) % inventory.length;
      const rows = inventory.slice(from, from + SYNC_ROWS);
      return large.post('/api/v1/inventory', { counted_at: new Date().toISOString(), inventory: rows });
    },
  };
  return Promise.all(KINDS.map((kind) => atRate({ perSecond: RATES[kind], send: senders[kind] }, seconds)));
}
