import { RUN_TASKS } from '../runs/managed/run-tasks.ts';
import { BODY_TASKS_IN_THREADS } from './answer-in-thread.ts';

/** All that threads do, by name: what goes in and comes out is plain data. */
export const THREAD_TASKS = { ...RUN_TASKS, ...BODY_TASKS_IN_THREADS };

export type ThreadTasks = typeof THREAD_TASKS;
