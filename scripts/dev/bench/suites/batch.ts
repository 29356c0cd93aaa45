import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, freshOrders } from '../dataset.ts';
import type { Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

/**
 * A batch over HTTP, from the request to the last byte of its answer: Variant A, reservations, everything stored.
 * The service does not know the orders, but it knows their lanes.
 */
export async function batchSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset);
  let round = 0;
  let body: Buffer = Buffer.alloc(0);
  const prepare = async () => {
    await stage.resetStock();
    body = jsonBody({ orders: freshOrders(dataset.orders, round++) });
  };
  const route = () => stage.caller.post('/api/v1/orders/batch-route', body);
  await prepare();
  const { bytes } = await route();
  const floor = await stage.floor('batch', { answerBytes: bytes });
  return {
    comparisons: [
      {
        figures: [{ case: '5,000 orders over HTTP', unit: 'ms', goal: 1.5, better: 'lower' }],
        ours: async () => {
          await prepare();
          return withCpuTime(async () => [(await route()).ms]);
        },
        floor: async () => {
          await stage.untilIdle();
          return withCpuTime(async () => [(await floor.post('/', body)).ms]);
        },
      },
    ],
    close: () => stage.close(),
  };
}
