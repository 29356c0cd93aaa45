import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { HttpCaller } from '../../harness/http.ts';
import { OrderSource, orderOf } from '../../harness/orders.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { routeRun } from '../../harness/route-run.ts';

const ROUTE = '/api/v1/orders/route';
const SMALL_RUN_ORDERS = 500;
/** Between two requests of a caller. */
const PAUSE_MS = 5;

/** What a caller sends, by name. Each begins the IDs of its orders with `prefix`. */
const CALLS = {
  'GET /me': (url: string, key: string) => {
    const caller = new HttpCaller(url, { key });
    return () => caller.get('/api/v1/me');
  },
  'single orders': (url: string, key: string, prefix: string) => {
    const [caller, orders] = [new PostCaller(url, key), new OrderSource(prefix)];
    return () => caller.post(ROUTE, orders.single());
  },
  /** Of a thousand SKUs in turn. */
  'orders of a unit': (url: string, key: string, prefix: string) => {
    const caller = new HttpCaller(url, { key });
    let n = 0;
    const order = () => orderOf(`${prefix}-${n}`, { [`UP-${n++ % 1000}`]: 1 });
    return () => caller.post(ROUTE, Buffer.from(JSON.stringify(order())));
  },
  'small runs': (url: string, key: string, prefix: string) => {
    const [caller, orders] = [new HttpCaller(url, { key }), new OrderSource(prefix)];
    return () => routeRun(caller, orders.run(SMALL_RUN_ORDERS));
  },
};

/** Who sends the same request again and again, one after another. */
export interface Caller {
  readonly sends: keyof typeof CALLS;
  readonly key: string;
}

/** How long a caller's requests took, in milliseconds, and how many had no success. */
export interface Waits {
  readonly taken: readonly number[];
  readonly refused: number;
}

let threads = 0;

/**
 * Starts callers in a thread of their own, so that no work of this thread counts as a wait. Resolves when they have begun.
 * What it returns ends them after so many requests at least, and returns their waits.
 */
export async function startCallers(
  url: string,
  callers: readonly Caller[],
  least: number,
): Promise<() => Promise<readonly Waits[]>> {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { url, callers, least, prefix: `caller-${threads++}` },
  });
  await once(thread, 'message');
  return async () => {
    const answer = once(thread, 'message');
    thread.postMessage('end');
    return (await answer)[0];
  };
}

if (!isMainThread) {
  const { url, callers, least, prefix } = workerData;
  let goesOn = true;
  parentPort!.once('message', () => {
    goesOn = false;
  });
  const calling = callers.map(async ({ sends, key }: Caller): Promise<Waits> => {
    const call: () => Promise<unknown> = CALLS[sends](url, key, prefix);
    const taken: number[] = [];
    let refused = 0;
    while (goesOn || taken.length < least) {
      const started = performance.now();
      await call().catch(() => {
        refused += 1;
      });
      taken.push(performance.now() - started);
      await pause(PAUSE_MS);
    }
    return { taken, refused };
  });
  parentPort!.postMessage('begun');
  parentPort!.postMessage(await Promise.all(calling));
}
