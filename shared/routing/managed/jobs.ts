import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../db/queue/job-kind.ts';
import { type BulkWork, type BulkWorkDeps, workBulkAction } from '../bulk/work-bulk-action.ts';
import { type Compared, type ComparisonDeps, compareRuns } from '../shadow/compare-runs.ts';
import { type Delivered, type DeliveryDeps, deliverWebhooks, type EndpointJob } from '../webhooks/deliver.ts';
import type { WhatIf } from '../what-if/what-ifs.ts';
import { type WhatIfWorkDeps, workWhatIf } from '../what-if/work-what-if.ts';
import { allocateRun } from './allocate-run.ts';
import { type ChoosingDeps, chooseOrders } from './choose-orders.ts';
import { loadManagedRun } from './managed-run.ts';
import { planAllocation } from './plan-allocation.ts';
import { type RunTaskResult, type RunWorkDeps, runTask } from './run-work.ts';
import { scoreChunk } from './score-chunk.ts';

const id = z.int().min(1);
const index = z.int().min(0);

interface BulkActionJob {
  readonly bulk_action_id: number;
  readonly ledger_id: number;
  /** When the action was last worked on. It is only part of the identity. */
  readonly since: number;
}

const BULK_ACTION: JobKind<BulkActionJob, BulkWorkDeps, BulkWork> = {
  description: 'Works on a release, a reroute or an export of all orders that match a filter.',
  data: z.object({ bulk_action_id: id, ledger_id: id, since: index }),
  identity: ({ bulk_action_id, since }) => `${bulk_action_id}-${since}`,
  task: workBulkAction,
};

interface WhatIfJob {
  readonly what_if_id: number;
  readonly ledger_id: number;
  /** Was next when the job was added. It is only part of the identity. */
  readonly step: number;
}

const WHAT_IF: JobKind<WhatIfJob, WhatIfWorkDeps, WhatIf | null> = {
  description: 'Decides the next orders of a what-if twice: as they are configured, and with its draft.',
  data: z.object({ what_if_id: id, ledger_id: id, step: index }),
  identity: ({ what_if_id, step }) => `${what_if_id}-${step}`,
  task: workWhatIf,
};

const DELIVER_WEBHOOKS: JobKind<EndpointJob, DeliveryDeps, Delivered> = {
  description: 'Sends what is due to a webhook endpoint. Not in a thread: it waits for answers.',
  data: z.object({ endpoint_id: id, client_id: id }),
  identity: ({ endpoint_id }) => String(endpoint_id),
  task: deliverWebhooks,
};

interface CompareRunsJob {
  readonly ledger_id: number;
  /** The last run that was compared when the job was added. It is only part of the identity. */
  readonly since: number;
}

const COMPARE_RUNS: JobKind<CompareRunsJob, ComparisonDeps, Compared> = {
  description: 'Decides the latest synchronous runs of a ledger a second time, under its shadow settings.',
  data: z.object({ ledger_id: id, since: index }),
  identity: ({ ledger_id, since }) => `${ledger_id}-${since}`,
  task: compareRuns,
};

/**
 * All background jobs, an entry each. The queues, the worker, the tasks of threads and Bull Board follow from it, so
 * that a new job is an entry here and the function that does its work.
 */
export const JOBS = {
  'bulk-action': BULK_ACTION,
  'choose-orders': jobOfRun({
    description: 'Chooses the stored orders that a run routes again.',
    data: z.object({ run_id: id, ledger_id: id }),
    identity: ({ run_id }) => String(run_id),
    task: (deps: ChoosingDeps, { run_id }) => runTask(deps, run_id, () => chooseOrders(deps, run_id)),
  }),
  'score-chunk': jobOfRun({
    description: 'Scores a chunk of a run: its lanes and, where orders do not see each other, its decisions.',
    data: z.object({ run_id: id, chunk: index }),
    identity: ({ run_id, chunk }) => `${run_id}-${chunk}`,
    task: (deps, { run_id, chunk }) => runTask(deps, run_id, (work) => scoreChunk(work, run_id, chunk)),
  }),
  'allocate-run': jobOfRun({
    description: 'Allocates the next batches of a run that uses up stock, one run of a client at a time.',
    // `batch` was next when the job was added. It is only part of the identity: the run's row says what is next now.
    data: z
      .object({ run_id: id, batch: index })
      // The release before calls it `turn`.
      .or(z.object({ run_id: id, turn: index }).transform(({ run_id, turn }) => ({ run_id, batch: turn }))),
    identity: ({ run_id, batch }) => `${run_id}-${batch}`,
    task: (deps, { run_id }) => runTask(deps, run_id, (work) => allocateRun(work, run_id)),
  }),
  'what-if': WHAT_IF,
  'compare-runs': COMPARE_RUNS,
  'deliver-webhooks': DELIVER_WEBHOOKS,
};

export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.output<(typeof JOBS)[N]['data']>;

/** The names of all jobs, which are the names of their queues. */
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/**
 * What is left to do after a chunk was scored: if it was the last one, plans the run's allocation. That only waits for the
 * database, up to a second for a large run, so the worker does it without a thread.
 */
export async function afterScoring<Outcome extends { readonly to_allocate?: boolean }>(
  db: Database,
  runId: number,
  result: RunTaskResult<Outcome>,
): Promise<RunTaskResult<Outcome>> {
  const { outcome, milestones } = result;
  // If nothing was left to score, the worker that scored the last chunk may have been killed before this.
  const mayPlan = outcome === null || outcome.to_allocate;
  if (!mayPlan || !(await planAllocation(db, runId))) return result;
  return { outcome, run: await loadManagedRun(db.pool, runId), milestones: [...milestones, 'scored'] };
}

/** The jobs of managed runs. */
export type RunJobName = Exclude<JobName, 'bulk-action' | 'what-if' | 'compare-runs' | 'deliver-webhooks'>;

/** Takes the types of an entry from its schema and its task. */
function jobOfRun<Data extends { readonly run_id: number }, Outcome, Deps extends RunWorkDeps = RunWorkDeps>(
  job: JobKind<Data, Deps, RunTaskResult<Outcome>>,
): JobKind<Data, Deps, RunTaskResult<Outcome>> {
  return job;
}
