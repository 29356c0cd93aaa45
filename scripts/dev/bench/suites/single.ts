import { PostCaller } from '../../harness/post-caller.ts';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, freshOrders } from '../dataset.ts';
import { AT_ONCE, together } from '../many-requests.ts';
import { type Comparison, quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const REQUESTS = 1000;

const ROUTE = '/api/v1/orders/route';

const REQUESTS_AT_ONCE = 4000;
const FEW = 8;
const MANY = 100;

/** Single orders over HTTP: one after another on one connection, and many at once of one client and of several. */
export async function singleSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset, { clients: MANY });
  const floor = new PostCaller((await stage.floor('single')).url);
  let bodies: Buffer[] = [];
  let round = 0;
  const freshBodies = async (count: number) => {
    await stage.resetStock();
    bodies = freshOrders(dataset.orders.slice(0, count), round++).map(jsonBody);
  };
  const callers = stage.keys.map((key) => new PostCaller(stage.service.url, key));
  const atOnce = (who: string, clients: number): Comparison => ({
    figures: [
      { case: `${AT_ONCE} at once, ${who}`, unit: 'orders/s', goal: 0.5, better: 'higher' },
      { case: `${AT_ONCE} at once, ${who}, p99`, unit: 'ms', goal: null, better: 'lower' },
    ],
    ours: async () => {
      await freshBodies(REQUESTS_AT_ONCE);
      return withCpuTime(() => together(callers.slice(0, clients), ROUTE, bodies));
    },
    floor: () => withCpuTime(() => together([floor], '/', bodies)),
  });
  return {
    comparisons: [
      {
        figures: [
          { case: 'single orders, p50', unit: 'ms', goal: 2, better: 'lower' },
          { case: 'single orders, p99', unit: 'ms', goal: 2, better: 'lower' },
          { case: 'single orders, one at a time', unit: 'orders/s', goal: null, better: 'higher' },
        ],
        ours: async () => {
          await freshBodies(REQUESTS);
          return withCpuTime(() => oneByOne(callers[0]!, ROUTE, bodies));
        },
        floor: () => withCpuTime(() => oneByOne(floor, '/', bodies)),
      },
      atOnce('one client', 1),
      atOnce('eight clients', FEW),
      atOnce('a hundred clients', MANY),
    ],
    close: () => stage.close(),
  };
}

/** p50, p99, and how many a second. */
async function oneByOne(caller: PostCaller, path: string, bodies: readonly Buffer[]): Promise<number[]> {
  const taken: number[] = [];
  const started = performance.now();
  for (const body of bodies) taken.push(await caller.post(path, body));
  const perSecond = (1000 * bodies.length) / (performance.now() - started);
  return [quantile(taken, 0.5), quantile(taken, 0.99), perSecond];
}
