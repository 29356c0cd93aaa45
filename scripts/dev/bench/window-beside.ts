import { runOf } from '../harness/orders.ts';
import { PostCaller } from '../harness/post-caller.ts';
import { routeRun } from '../harness/route-run.ts';
import { batchDataset, freshOrders } from './dataset.ts';
import { atRate } from './many-requests.ts';
import { type Comparison, quantile } from './measure.ts';
import { jsonBody } from './stage.ts';
import type { Stages } from './stages.ts';

/** Single orders a second of the same client. */
const SINGLES = 500;
const SECONDS = 60;
/** Windows of the run, of 5,000 orders each. */
const WINDOWS = 3;

const figure = (name: string, unit: string, better: 'lower' | 'higher' = 'lower') => ({
  ...{ case: name, unit, goal: null, better },
});

/**
 * A managed run whose windows are improved together, beside single orders of the same client on the same stock: how many windows
 * fit whole, how many orders were decided again, and how long the single orders took. It has no floor.
 */
export function windowsBeside(stages: Stages): Comparison[] {
  const dataset = batchDataset();
  const { account, orders } = dataset;
  const settings = { ...account.settings, batch_optimization: 'improve' as const };
  const worker = { workers: 1, env: { WORKER_THREADS: '1' } };
  return stages.rows(
    (open) => open({ ...dataset, account: { ...account, settings } }, worker),
    [
      {
        figures: [
          figure('windows', 'windows', 'higher'),
          figure('windows that fit whole', 'windows', 'higher'),
          figure('orders of windows decided again', 'orders'),
          figure('the run', 's'),
          figure(`${SINGLES} single orders a second, p50`, 'ms'),
          figure(`${SINGLES} single orders a second, p99`, 'ms'),
        ],
        ours: async ({ service, keys, caller, db }) => {
          const small = new PostCaller(service.url, keys[0]!);
          const send = (nth: number) => {
            const order = { ...orders[nth % orders.length], external_order_id: `BESIDE-${nth}` };
            return small.post('/api/v1/orders/route', jsonBody(order));
          };
          const beside = atRate({ perSecond: SINGLES, send }, SECONDS);
          const run = Array.from({ length: WINDOWS }, (_, round) => freshOrders(orders, round)).flat();
          const began = performance.now();
          const id = await routeRun(caller, runOf(run));
          const seconds = (performance.now() - began) / 1000;
          const { rows } = await db.pool.query<{ again: number }>(
            `SELECT coalesce((figures->>'orders_redecided')::int, 0) AS again FROM run_windows WHERE run_id = $1`,
            [id],
          );
          const taken = await beside;
          const again = rows.reduce((sum, each) => sum + each.again, 0);
          const whole = rows.filter((each) => each.again === 0).length;
          return [rows.length, whole, again, seconds, quantile(taken, 0.5), quantile(taken, 0.99)];
        },
        rounds: 1,
        warmUps: 0,
      },
    ],
  );
}
