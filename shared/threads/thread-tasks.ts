import { RUN_TASKS } from '../runs/managed/run-tasks.ts';
import { ACCOUNT_TASKS } from './account-tasks.ts';
import { BODY_TASKS_IN_THREADS } from './answer-in-thread.ts';

/** All that threads do, by name: what goes in and comes out is plain data. */
export const THREAD_TASKS = { ...RUN_TASKS, ...BODY_TASKS_IN_THREADS, ...ACCOUNT_TASKS };

export type ThreadTasks = typeof THREAD_TASKS;
