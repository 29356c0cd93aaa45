import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { BenchStage } from './stage.ts';

const POLL_MS = 20;
const BUFFER_BYTES = 256 * 1024;

export interface MeasuredRun {
  readonly id: number;
  /** From before the file was sent to when the run was seen to be completed. */
  readonly milliseconds: number;
}

/** Sends a file of orders as a managed run and waits for its end. */
export async function managedRun(
  { caller }: Pick<BenchStage, 'caller'>,
  file: string,
  orders: number,
): Promise<MeasuredRun> {
  const started = performance.now();
  const stream = createReadStream(file, { highWaterMark: BUFFER_BYTES });
  const { routing_run_id: id } = await caller.postForJson<RunView>(
    '/api/v1/runs',
    stream,
    'application/x-ndjson',
  );
  for (;;) {
    const run = await caller.getJson<RunView>(`/api/v1/runs/${id}`);
    const milliseconds = performance.now() - started;
    if (run.status === 'completed' && run.orders_routed === orders) return { id, milliseconds };
    if (run.status !== 'queued' && run.status !== 'running')
      throw new Error(`The run ended ${run.status} with ${run.orders_routed} of ${orders} orders.`);
    await pause(POLL_MS);
  }
}
