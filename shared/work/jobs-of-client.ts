import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { Database, Queryable } from '../db/database.ts';
import { QUEUE_NAMES } from './job-kinds.ts';
import type { JobQueues } from './job-queues.ts';

/** A client with its ledgers, which the data of jobs name. */
export interface JobOwner {
  readonly client_id: number;
  readonly ledger_ids: readonly number[];
}

/** What jobs name of their client. */
interface JobData {
  readonly client_id?: number;
  readonly ledger_id?: number;
  readonly run_id?: number;
}

/** Jobs that are read at a time. */
const PAGE = 1000;

/** How long a worker may take to end a job whose work was cancelled. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 500;

/**
 * Removes the jobs of a client from all queues, also those that have ended, and those of runs that are gone. One that is
 * worked on is waited for: its work was cancelled. Returns how many it removed. Throws an Error if a worker does not end.
 */
export async function removeJobsOf(
  { pool }: Pick<Database, 'pool'>,
  queues: JobQueues,
  owner: JobOwner,
): Promise<number> {
  const end = Date.now() + TIMEOUT_MS;
  let removed = 0;
  for (const name of QUEUE_NAMES) {
    for (;;) {
      const jobs = await jobsOf(pool, queues.of(name), owner);
      // A job that is worked on is locked, and cannot be removed.
      const outcomes = await Promise.allSettled(jobs.map((job) => job.remove()));
      const failed = outcomes.filter((each) => each.status === 'rejected');
      removed += outcomes.length - failed.length;
      if (failed.length === 0) break;
      if (Date.now() > end)
        throw new Error(`A worker still works on a job of ${name}. Try again when it has ended.`, {
          cause: failed[0]!.reason,
        });
      await pause(POLL_MS);
    }
  }
  return removed;
}

/** All pages are read before any job is removed, because a removal moves those behind it. */
async function jobsOf(pool: Queryable, queue: Queue, owner: JobOwner): Promise<Job<JobData>[]> {
  const found: Job<JobData>[] = [];
  for (let from = 0; ; from += PAGE) {
    const page = (await queue.getJobs(undefined, from, from + PAGE - 1)) as (Job<JobData> | undefined)[];
    const jobs = page.filter((job) => job !== undefined);
    const runs = await runsOf(
      pool,
      owner,
      jobs.flatMap(({ data }) => data.run_id ?? []),
    );
    found.push(
      ...jobs.filter(
        ({ data: { client_id, ledger_id, run_id } }) =>
          client_id === owner.client_id ||
          (ledger_id !== undefined && owner.ledger_ids.includes(ledger_id)) ||
          (run_id !== undefined && runs.has(run_id)),
      ),
    );
    if (page.length === 0) return found;
  }
}

async function runsOf(
  pool: Queryable,
  { client_id }: JobOwner,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT wanted.id FROM unnest($1::bigint[]) AS wanted (id) LEFT JOIN runs r ON r.id = wanted.id
     WHERE r.id IS NULL OR r.client_id = $2`,
    [ids, client_id],
  );
  return new Set(rows.map(({ id }) => id));
}
