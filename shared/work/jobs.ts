import { z } from 'zod';
import type { JobKind } from '../db/queue/job-kind.ts';
import type { WorkDeps } from '../runs/background-work.ts';
import { allocateRun } from '../runs/managed/allocate-run.ts';
import { type ChoosingDeps, chooseOrders } from '../runs/managed/choose-orders.ts';
import { planAllocation } from '../runs/managed/plan-allocation.ts';
import { scoreChunk } from '../runs/managed/score-chunk.ts';
import { workBulkAction } from './bulk/work-bulk-action.ts';
import { compareRuns } from './shadow/compare-runs.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';
import { workWhatIf } from './what-if/work-what-if.ts';

const id = z.int().min(1);
const index = z.int().min(0);

/**
 * All background jobs, an entry each. The queues, the worker, the tasks of threads and Bull Board follow from it, so
 * that a new job is an entry here and the function that does its work.
 */
export const JOBS = {
  'bulk-action': job({
    description: 'Works on a release, a reroute or an export of all orders that match a filter.',
    // `since` is when the action was last worked on. It is only part of the identity.
    data: z.object({ bulk_action_id: id, ledger_id: id, since: index }),
    identity: ({ bulk_action_id, since }) => `${bulk_action_id}-${since}`,
    task: workBulkAction,
  }),
  'choose-orders': job({
    description: 'Chooses the stored orders that a run routes again.',
    data: z.object({ run_id: id, ledger_id: id }),
    identity: ({ run_id }) => String(run_id),
    task: (deps: ChoosingDeps, { run_id }) => chooseOrders(deps, run_id),
  }),
  'score-chunk': job({
    description: 'Scores a chunk of a run: its lanes and, where orders do not see each other, its decisions.',
    data: z.object({ run_id: id, chunk: index }),
    identity: ({ run_id, chunk }) => `${run_id}-${chunk}`,
    task: async (deps, { run_id, chunk }) => {
      const outcome = await scoreChunk(deps, run_id, chunk);
      // If nothing was left to score, the worker that scored the last chunk may have been killed before this.
      if (outcome === null || outcome.to_allocate) await planAllocation(deps.db, run_id);
      return outcome;
    },
  }),
  'allocate-run': job({
    description: 'Allocates the next batches of a run that uses up stock, one run of a client at a time.',
    // `batch` was next when the job was added. It is only part of the identity: the run's row says what is next now.
    data: z.object({ run_id: id, batch: index }),
    identity: ({ run_id, batch }) => `${run_id}-${batch}`,
    task: (deps, { run_id }) => allocateRun(deps, run_id),
  }),
  'what-if': job({
    description: 'Decides the next orders of a what-if twice: as they are configured, and with its draft.',
    // `step` was next when the job was added. It is only part of the identity.
    data: z.object({ what_if_id: id, ledger_id: id, step: index }),
    identity: ({ what_if_id, step }) => `${what_if_id}-${step}`,
    task: workWhatIf,
  }),
  'compare-runs': job({
    description: 'Decides the latest synchronous runs of a ledger a second time, under its shadow settings.',
    // `since` is the last run that was compared when the job was added. It is only part of the identity.
    data: z.object({ ledger_id: id, since: index }),
    identity: ({ ledger_id, since }) => `${ledger_id}-${since}`,
    task: compareRuns,
  }),
  'deliver-webhooks': job({
    description: 'Sends what is due to a webhook endpoint. Not in a thread: it waits for answers.',
    data: z.object({ endpoint_id: id, client_id: id }),
    identity: ({ endpoint_id }) => String(endpoint_id),
    task: deliverWebhooks,
  }),
};

export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.output<(typeof JOBS)[N]['data']>;

/** The names of all jobs, which are the names of their queues. */
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** The jobs of managed runs. */
export type RunJobName = Exclude<JobName, 'bulk-action' | 'what-if' | 'compare-runs' | 'deliver-webhooks'>;

/** Takes the types of an entry from its schema and its task. */
function job<Data extends object, Result, Deps = WorkDeps>(
  kind: JobKind<Data, Deps, Result>,
): JobKind<Data, Deps, Result> {
  return kind;
}
