import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { HttpCaller } from './http.ts';
import { OrderSource, orderOf, syncOf } from './orders.ts';
import { PostCaller } from './post-caller.ts';
import { routeRun } from './route-run.ts';

const ROUTE = '/api/v1/orders/route';
const SMALL_RUN_ORDERS = 500;
/** A batch of so many orders is answered in a thread. */
const BATCH_ORDERS = 250;
/** What a person signs in with. */
export const PASSWORD = 'correct horse battery staple';
const POLL_MS = 10;
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
    return () => caller.post(ROUTE, orderOf(`${prefix}-${n}`, { [`UP-${n++ % 1000}`]: 1 }));
  },
  batches: (url: string, key: string, prefix: string) => {
    const [caller, orders] = [new HttpCaller(url, { key }), new OrderSource(prefix)];
    return () => caller.post('/api/v1/orders/batch-route', orders.batch(BATCH_ORDERS));
  },
  reports: (url: string, key: string) => {
    const caller = new HttpCaller(url, { key });
    return () => caller.get('/api/v1/reports/decisions.csv');
  },
  'what-ifs': (url: string, key: string) => {
    const caller = new HttpCaller(url, { key });
    const ask = {
      orders: { from: '2020-01-01', to: '2100-01-01' },
      draft: { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] },
    };
    return async () => {
      const { what_if_id } = await caller.json<{ what_if_id: number }>('/api/v1/what-ifs', ask);
      for (let status = 'queued'; status !== 'completed'; await pause(POLL_MS)) {
        ({ status } = await caller.json<{ status: string }>(`/api/v1/what-ifs/${what_if_id}`));
        if (status === 'failed') throw new Error('The what-if failed.');
      }
    };
  },
  /** From a sync of stock to its event, at an endpoint of this thread. */
  webhooks: (url: string, key: string, _prefix: string, port?: number) => {
    const caller = new HttpCaller(url, { key });
    const events = new EventEmitter();
    const server = createServer((request, response) => {
      response.writeHead(204).end();
      request.resume();
      events.emit('event');
    });
    server.listen(port, '127.0.0.1').unref();
    return async () => {
      const told = once(events, 'event');
      await caller.json('/api/v1/inventory', syncOf(['UP-1'], 1_000_000));
      await told;
    };
  },
  /** Of a person, whose e-mail address is the key. The proxy before the service says from where. */
  'sign-ins': (url: string, email: string) => {
    const caller = new HttpCaller(url);
    const [headers, body] = [{ 'x-forwarded-for': '198.51.100.7' }, { email, password: PASSWORD }];
    return () => caller.succeed({ path: '/account/v1/session', headers, body });
  },
  /** With a token of an owner. */
  'changes of settings': (url: string, token: string) => {
    const caller = new HttpCaller(url, { key: token });
    let n = 0;
    const body = () => ({ max_shipments: 1 + (n++ % 9) });
    return () => caller.succeed({ method: 'PATCH', path: '/account/v1/settings', body: body() });
  },
  'small runs': (url: string, key: string, prefix: string) => {
    const [caller, orders] = [new HttpCaller(url, { key }), new OrderSource(prefix)];
    return () => routeRun(caller, orders.run(SMALL_RUN_ORDERS));
  },
};

export type CallKind = keyof typeof CALLS;

/** Who sends the same request again and again, one after another. */
export interface Caller {
  readonly sends: CallKind;
  readonly key: string;
  /** Where it listens for events. */
  readonly port?: number;
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
    const [waits] = await answer;
    await thread.terminate();
    return waits;
  };
}

if (!isMainThread) {
  const { url, callers, least, prefix } = workerData;
  let goesOn = true;
  parentPort!.once('message', () => {
    goesOn = false;
  });
  const calling = callers.map(async ({ sends, key, port }: Caller): Promise<Waits> => {
    const call: () => Promise<unknown> = CALLS[sends](url, key, prefix, port);
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
