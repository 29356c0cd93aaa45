import { RUN_TASKS } from '../runs/managed/run-tasks.ts';
import { routeBatch } from '../runs/route-batch.ts';

/** All that threads do, by name: what goes in and comes out is plain data. */
export const THREAD_TASKS = { ...RUN_TASKS, 'route-batch': routeBatch };

export type ThreadTasks = typeof THREAD_TASKS;
