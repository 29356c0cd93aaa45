import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { quantile } from '../../bench/measure.ts';
import { type SentRequest, sendRequest } from '../../harness/http.ts';
import { orderOf } from '../../harness/orders.ts';

/** How long another client's requests took meanwhile, in milliseconds. */
export interface Waits {
  readonly slowestOrder: number;
  readonly slowestMe: number;
  /** The 99th percentile of GET /me. */
  readonly p99Me: number;
  /** Requests that were not answered 200. */
  readonly refused: number;
}

/** The least number of requests of a kind: with fewer there is no 99th percentile. */
const MIN_REQUESTS = 150;

/** The pause between two requests of a kind. */
const PAUSE_MS = 5;

/**
 * Sends requests until `event` has happened. It runs in a thread of its own, so that the work of the attack in this thread
 * does not count as a wait.
 */
export async function bystand(url: string, key: string, event: Promise<unknown>): Promise<Waits> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, key } });
  const answer = once(thread, 'message');
  const stop = () => thread.postMessage('stop');
  event.then(stop, stop);
  const [waits] = await answer;
  return waits;
}

/** Sends single orders and GET /me, one after the other of each kind, until `stop` is aborted. */
async function sendMeanwhile(url: string, key: string, stop: AbortSignal): Promise<Waits> {
  let refused = 0;
  const timed = async (requestOf: () => SentRequest): Promise<number[]> => {
    const taken: number[] = [];
    while (!stop.aborted || taken.length < MIN_REQUESTS) {
      const { status, ms } = await sendRequest(url, requestOf(), { authorization: `Bearer ${key}` });
      taken.push(ms);
      if (status !== 200) refused += 1;
      await pause(PAUSE_MS);
    }
    return taken;
  };
  let n = 0;
  const order = () => ({
    method: 'POST',
    url: '/api/v1/orders/route',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(orderOf(`BYSTANDER-${n++}`, { 'LAMP-100': 1 }))),
  });
  const me = { method: 'GET', url: '/api/v1/me', headers: {}, body: null };
  const [orders, mes] = await Promise.all([timed(order), timed(() => me)]);
  return {
    slowestOrder: quantile(orders, 1),
    slowestMe: quantile(mes, 1),
    p99Me: quantile(mes, 0.99),
    refused,
  };
}

if (!isMainThread) {
  const stop = new AbortController();
  parentPort!.once('message', () => stop.abort());
  parentPort!.postMessage(await sendMeanwhile(workerData.url, workerData.key, stop.signal));
}
