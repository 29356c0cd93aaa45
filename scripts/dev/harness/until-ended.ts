import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { ServiceClient } from '../../wrs/client.ts';
import { fetchRun } from '../../wrs/runs/fetch-run.ts';

const POLL_MS = 25;

/** Waits until a run is completed, cancelled or failed, and returns it. */
export async function untilEnded(client: ServiceClient, runId: number): Promise<RunView> {
  for (;;) {
    const run = await fetchRun(client, runId);
    if (run.status === 'completed' || run.status === 'cancelled' || run.status === 'failed') return run;
    await pause(POLL_MS);
  }
}
