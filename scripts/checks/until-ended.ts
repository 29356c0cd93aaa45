import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../shared/contracts/run.ts';
import { type Client, dataOf } from '../wrs/client.ts';

const POLL_MS = 25;

/** Reads a run. */
export function viewRun(client: Client, routing_run_id: number): Promise<RunView> {
  return dataOf(client.api.GET('/api/v1/runs/{routing_run_id}', { params: { path: { routing_run_id } } }));
}

/** Waits until a run is completed, cancelled or failed, and returns it. */
export async function untilEnded(client: Client, runId: number): Promise<RunView> {
  for (;;) {
    const run = await viewRun(client, runId);
    if (run.status === 'completed' || run.status === 'cancelled' || run.status === 'failed') return run;
    await pause(POLL_MS);
  }
}
