import { readOrderCauses } from '../../runs/search/order-causes.ts';
import { JOBS } from '../../work/jobs.ts';
import { doAccountTask } from './account-tasks.ts';
import { BODY_TASKS_IN_THREADS } from './body-tasks.ts';
import { writeSlice } from './long-answers.ts';

const { 'deliver-webhooks': _, ...IN_THREADS } = JOBS;

type JobTasks = { readonly [N in keyof typeof IN_THREADS]: (typeof IN_THREADS)[N]['task'] };

/**
 * All tasks of threads, by name: those of jobs, of large bodies, of accounts, of long answers, and of sums over many orders. Their data and results
 * are plain data.
 */
export const THREAD_TASKS = {
  ...(Object.fromEntries(
    Object.entries(IN_THREADS).map(([name, { task }]) => [name, task]),
  ) as unknown as JobTasks),
  ...BODY_TASKS_IN_THREADS,
  doAccountTask,
  readOrderCauses,
  writeSlice,
};

export type ThreadTasks = typeof THREAD_TASKS;
