import { PostCaller } from '../../harness/post-caller.ts';
import { routeRun } from '../../harness/route-run.ts';
import { batchDataset, freshOrders } from '../dataset.ts';
import { atRate } from '../many-requests.ts';
import { quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/** Single orders a second of the same client. */
const SINGLES = 500;
const SECONDS = 60;
/** Windows of the run, of 5,000 orders each. */
const WINDOWS = 3;

/**
 * A managed run whose windows are improved together, beside single orders of the same client on the same stock: how many
 * windows fit whole, how many orders had to be decided again, and how long the single orders took. It has no floor.
 */
export async function windowBesideSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const { account, orders } = dataset;
  const settings = { ...account.settings, batch_optimization: 'improve' as const };
  const stage = await BenchStage.open(
    { ...dataset, account: { ...account, settings } },
    { workers: 1, env: { WORKER_THREADS: '1' } },
  );
  const small = new PostCaller(stage.service.url, stage.keys[0]!);
  const ours = async () => {
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
  const figure = (name: string, unit: string, better: 'lower' | 'higher') => ({
    ...{ case: name, unit, goal: null, better },
  });
  return {
    comparisons: [
      {
        figures: [
          figure('windows', 'windows', 'higher'),
          figure('windows that fit whole', 'windows', 'higher'),
          figure('orders of windows decided again', 'orders', 'lower'),
          figure('the run', 's', 'lower'),
          figure(`${SINGLES} single orders a second, p50`, 'ms', 'lower'),
          figure(`${SINGLES} single orders a second, p99`, 'ms', 'lower'),
        ],
        ours,
        floor: null,
        ...{ rounds: 1, warmUps: 0 },
      },
    ],
    close: () => stage.close(),
  };
}
