import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { batchDataset } from '../dataset.ts';
import { HttpCaller } from '../http.ts';
import { quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const WATCH = new URL('../children/watch-event-loop.js', import.meta.url);
/** So that the delay has a thousand samples and more. */
const BATCHES = 20;
/** Requests are sent by the clock, so a request that waits does not delay the next ones. */
const EVERY_MS = 20;
const SOCKETS = 50;

/** How batches of 5,000 orders, one after another, affect other callers of the same API. */
export async function eventLoopSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset);
  await stage.resetStock();
  const port = String(await freePort());
  const env = { NODE_OPTIONS: `--max-old-space-size=1024 --import ${WATCH}`, WATCH_PORT: port };
  const api = await stage.service.startApi({ env });
  const delay = async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
  const batches = new HttpCaller(api.url, { key: stage.key });
  const others = new HttpCaller(api.url, { key: stage.key, sockets: SOCKETS });
  // The same orders in every batch: each order releases its reservation and reserves again.
  const body = jsonBody({ orders: dataset.orders });
  return {
    comparisons: [
      {
        figures: [
          { case: 'delay of the event loop, p99.9', unit: 'ms', goal: 60, better: 'lower' },
          { case: 'GET /api/v1/me, p99', unit: 'ms', goal: 50, better: 'lower' },
        ],
        warmUps: 1,
        ours: async () => {
          await delay();
          let busy = true;
          const asking = ask(others, () => busy);
          for (let batch = 0; batch < BATCHES; batch++)
            await batches.post('/api/v1/orders/batch-route', body);
          busy = false;
          return [await delay(), quantile(await asking, 0.99)];
        },
        floor: null,
      },
    ],
    close: () => stage.close(),
  };
}

async function ask(caller: HttpCaller, goesOn: () => boolean): Promise<number[]> {
  const asked: Promise<{ milliseconds: number }>[] = [];
  while (goesOn()) {
    asked.push(caller.get('/api/v1/me'));
    await pause(EVERY_MS);
  }
  return (await Promise.all(asked)).map(({ milliseconds }) => milliseconds);
}
