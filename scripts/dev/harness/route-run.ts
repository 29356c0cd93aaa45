import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpCaller } from './http.ts';

const POLL_MS = 20;

/** Sends orders (NDJSON) as a managed run. Resolves with its id when it is completed, and throws if it ends otherwise. */
export async function routeRun(caller: HttpCaller, orders: Buffer | Readable): Promise<number> {
  const { routing_run_id } = await caller.json<{ routing_run_id: number }>(
    '/api/v1/runs',
    orders,
    'application/x-ndjson',
  );
  for (;;) {
    const { status } = await caller.json<{ status: string }>(`/api/v1/runs/${routing_run_id}`);
    if (status === 'completed') return routing_run_id;
    if (status !== 'queued' && status !== 'running') throw new Error(`The run ended ${status}.`);
    await pause(POLL_MS);
  }
}
