import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, freshOrders } from '../dataset.ts';
import type { Caller } from '../http.ts';
import { quantile, type Suite } from '../measure.ts';
import { jsonBody, Stage } from '../stage.ts';

const REQUESTS = 1000;

/** Single orders over HTTP, one after another on one connection. */
export async function singleSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await Stage.open(dataset);
  const floor = await stage.floor('single');
  const orders = dataset.orders.slice(0, REQUESTS);
  let bodies: Buffer[] = [];
  let round = 0;
  return {
    comparisons: [
      {
        figures: [0.5, 0.99].map((share) => ({
          case: `single orders, p${share * 100}`,
          unit: 'ms',
          goal: 2,
          better: 'lower' as const,
        })),
        ours: async () => {
          await stage.resetStock();
          bodies = freshOrders(orders, round++).map(jsonBody);
          return withCpuTime(() => latencies(stage.caller, '/api/v1/orders/route', bodies));
        },
        floor: () => withCpuTime(() => latencies(floor, '/', bodies)),
      },
    ],
    close: () => stage.close(),
  };
}

async function latencies(caller: Caller, path: string, bodies: readonly Buffer[]): Promise<number[]> {
  const taken: number[] = [];
  for (const body of bodies) taken.push((await caller.post(path, body)).milliseconds);
  taken.sort((a, b) => a - b);
  return [quantile(taken, 0.5), quantile(taken, 0.99)];
}
