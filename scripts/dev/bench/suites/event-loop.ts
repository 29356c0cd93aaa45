import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { batchDataset } from '../dataset.ts';
import { HttpCaller } from '../http.ts';
import { quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const WATCH = fileURLToPath(new URL('../children/watch-event-loop.js', import.meta.url));
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
  const api = await startWatchedApi(stage.service.databaseUrl);
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
          await api.delay();
          let busy = true;
          const asking = ask(others, () => busy);
          for (let batch = 0; batch < BATCHES; batch++)
            await batches.post('/api/v1/orders/batch-route', body);
          busy = false;
          const delay = await api.delay();
          const taken = (await asking).sort((a, b) => a - b);
          return [delay, quantile(taken, 0.99)];
        },
        floor: null,
      },
    ],
    close: async () => {
      batches.close();
      others.close();
      await api.stop();
      await stage.close();
    },
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

interface WatchedApi {
  readonly url: string;
  /** p99.9 since the last time, in milliseconds. */
  delay(): Promise<number>;
  stop(): Promise<void>;
}

async function startWatchedApi(databaseUrl: string): Promise<WatchedApi> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--import', WATCH, join(projectRoot, 'dist', 'api', 'server.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await pause(EVERY_MS);
  return {
    url,
    delay: async () => {
      child.send('delay');
      return (await once(child, 'message'))[0] as number;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
