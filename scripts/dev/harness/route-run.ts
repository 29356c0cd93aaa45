import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpCaller } from '../bench/http.ts';

const POLL_MS = 50;

/** Sends orders (NDJSON) as a managed run, and resolves when it is completed. Throws if it fails. */
export async function routeRun(caller: HttpCaller, orders: Buffer | Readable): Promise<void> {
  const { routing_run_id } = await caller.postForJson<{ routing_run_id: number }>(
    '/api/v1/runs',
    orders,
    'application/x-ndjson',
  );
  for (;;) {
    const { status } = await caller.getJson<{ status: string }>(`/api/v1/runs/${routing_run_id}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(`Run ${routing_run_id} failed.`);
    await pause(POLL_MS);
  }
}
