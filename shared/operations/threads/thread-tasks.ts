import { JOBS } from '../../routing/managed/jobs.ts';
import { doAccountTask } from './account-tasks.ts';
import { BODY_TASKS_IN_THREADS } from './body-tasks.ts';

type JobTasks = { readonly [N in keyof typeof JOBS]: (typeof JOBS)[N]['task'] };

/**
 * All tasks of threads, by name: those of jobs, of large bodies, and of accounts. Their data and results are plain
 * data.
 */
export const THREAD_TASKS = {
  ...(Object.fromEntries(
    Object.entries(JOBS).map(([name, { task }]) => [name, task]),
  ) as unknown as JobTasks),
  ...BODY_TASKS_IN_THREADS,
  doAccountTask,
};

export type ThreadTasks = typeof THREAD_TASKS;
