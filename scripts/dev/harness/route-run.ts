import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpCaller } from '../bench/http.ts';

const POLL_MS = 20;
const BUFFER_BYTES = 256 * 1024;

/** Sends orders (NDJSON) as a managed run. Resolves with its id when it is completed, and throws if it ends otherwise. */
export async function routeRun(caller: HttpCaller, orders: Buffer | Readable): Promise<number> {
  const { routing_run_id } = await caller.postForJson<{ routing_run_id: number }>(
    '/api/v1/runs',
    orders,
    'application/x-ndjson',
  );
  for (;;) {
    const { status } = await caller.getJson<{ status: string }>(`/api/v1/runs/${routing_run_id}`);
    if (status === 'completed') return routing_run_id;
    if (status !== 'queued' && status !== 'running') throw new Error(`The run ended ${status}.`);
    await pause(POLL_MS);
  }
}

/** The same with a file of orders. */
export function routeFile(caller: HttpCaller, file: string): Promise<number> {
  return routeRun(caller, createReadStream(file, { highWaterMark: BUFFER_BYTES }));
}
