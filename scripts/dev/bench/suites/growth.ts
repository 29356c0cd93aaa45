import { join } from 'node:path';
import { timed } from '../../harness/latencies.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import { routeFile } from '../../harness/route-run.ts';
import { demoDataset, writeOrderFile } from '../dataset.ts';
import type { BenchOptions, Suite } from '../measure.ts';
import { BenchStage } from '../stage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** 50,000 orders in comparison with 1,000,000. */
const SMALLER = 20;
/** Lets V8 compile the code first: otherwise that time would count against the smaller run. */
const WARM_UP_ORDERS = 5000;

interface Cost {
  readonly anOrder: number;
  readonly api: number;
  readonly worker: number;
}

/** The cost of a managed run of a million orders in comparison with a twentieth of them, each on its own processes. */
export async function growthSuite({ growthOrders: large }: BenchOptions): Promise<Suite> {
  const small = Math.round(large / SMALLER);
  const folder = await temporaryFolder();
  const fileOf = (orders: number) => join(folder.path, `${orders}.ndjson`);
  for (const [round, orders] of [WARM_UP_ORDERS, small, large].entries())
    await writeOrderFile(fileOf(orders), orders, round);

  const datasets = new Map([small, large].map((orders) => [orders, demoDataset(orders)]));

  let open: BenchStage | undefined;
  const costOf = async (orders: number): Promise<Cost> => {
    const stage = await BenchStage.open(datasets.get(orders)!, {
      workers: 1,
      env: { WORKER_THREADS: '2' },
    });
    open = stage;
    try {
      await stage.resetStock();
      await routeFile(stage.caller, fileOf(WARM_UP_ORDERS));
      await stage.resetStock();
      const milliseconds = await timed(() => routeFile(stage.caller, fileOf(orders)));
      const [api, worker] = await Promise.all(
        [...stage.service.apis, ...stage.service.workers].map(async ({ pid }) => (await memoryOf(pid)).peak),
      );
      return { anOrder: milliseconds / orders, api: api!, worker: worker! };
    } finally {
      open = undefined;
      await stage.close();
    }
  };
  const beside = `at ${large} orders beside ${small}`;
  const figure = (name: string, unit: string, goal: number) => ({
    case: name,
    unit,
    goal,
    better: 'lower' as const,
  });
  return {
    comparisons: [
      {
        figures: [
          figure(`cost an order ${beside}`, 'times', 1.2),
          figure(`peak memory of the API ${beside}`, 'times', 1.2),
          figure(`peak memory of the worker ${beside}`, 'times', 1.2),
          figure(`peak memory of the API at ${large} orders`, 'MB', 400),
          figure(`peak memory of the worker at ${large} orders`, 'MB', 400),
        ],
        warmUps: 0,
        ours: async () => {
          const [less, more] = [await costOf(small), await costOf(large)];
          return [
            more.anOrder / less.anOrder,
            more.api / less.api,
            more.worker / less.worker,
            more.api,
            more.worker,
          ];
        },
        floor: null,
      },
    ],
    close: async () => {
      await open?.close();
      await folder.remove();
    },
  };
}
