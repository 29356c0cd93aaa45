import { syncBody } from '../inventory/sync-body.ts';
import { routeBatch } from '../runs/route-batch.ts';
import { routeOrder } from '../runs/route-order.ts';
import type { RunTally } from '../runs/run-summary.ts';

/** The requests that are answered from their body's bytes, in any thread: what goes in and comes out is plain data. */
export const BODY_TASKS = {
  'route-order': routeOrder,
  'route-batch': routeBatch,
  'sync-inventory': syncBody,
};

export type BodyTasks = typeof BODY_TASKS;

export type BodyTaskData<N extends keyof BodyTasks> = Parameters<BodyTasks[N]>[1];

/** What a body is answered with. */
export interface BodyAnswer {
  /** JSON, as text or as UTF-8. */
  readonly answer: string | Uint8Array;
  /** Whether it is the first answer to the same request, given again. */
  readonly replayed: boolean;
  /** What was decided for it; null where nothing was. */
  readonly tally: RunTally | null;
}
