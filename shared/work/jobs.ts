import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RunRow } from '../ledger/run-row.ts';
import type { StatusTally } from '../ledger/status-counts.ts';
import type { WorkDeps } from '../runs/background-work.ts';
import { computeFloor, giveUpFloor } from '../runs/certificate.ts';
import { allocateRun } from '../runs/managed/allocate-run.ts';
import { type ChoosingDeps, chooseOrders } from '../runs/managed/choose-orders.ts';
import { loadManagedRun, markRunFailed } from '../runs/managed/managed-run.ts';
import { planAllocation } from '../runs/managed/plan-allocation.ts';
import { percentOfRun } from '../runs/managed/progress.ts';
import { scoreChunk } from '../runs/managed/score-chunk.ts';
import { enqueueFirstInQueue, enqueueRun, enqueueWhatIfs } from './enqueue-due.ts';
import type { JobData, JobName } from './job-kinds.ts';
import type { JobQueues } from './job-queues.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';
import { endWhatIf } from './what-if/what-ifs.ts';
import { workWhatIf } from './what-if/work-what-if.ts';

/** What the end of a job needs. */
export interface JobEndDeps {
  readonly db: Database;
  readonly queues: JobQueues;
  readonly logger: Pick<Logger, 'info'>;
}

/** What is counted of what jobs did. */
export interface JobCounters {
  countOrders(tally: StatusTally): void;
  observeAllocatorWait(milliseconds: number): void;
}

/** The work of a kind of job. */
interface Job<Data, Deps, Result> {
  /** The work. It may be repeated, killed, or done twice at once. What goes in and comes out is plain data. */
  task(deps: Deps, data: Data): Promise<Result>;
  /** Counts what the task did, and adds the jobs that follow. Returns what Bull Board shows as the job's result. */
  report(
    deps: JobEndDeps & { readonly metrics: JobCounters },
    data: Data,
    did: NoInfer<Result>,
  ): Promise<object>;
  /** Ends the work of a job that has failed for the last time. Returns what the log says; null: nothing was to be ended. */
  fail(deps: JobEndDeps, data: Data): Promise<string | null>;
}

/**
 * All background work, an entry each: what is done in a job, after it, and when its tries are used up. A new kind is an
 * entry here and in `job-kinds.ts`, and what finds the work that is due in `enqueue-due.ts`. All tasks but deliveries, which
 * wait for answers, are done in threads.
 */
export const JOBS = {
  /** Chooses the stored orders that a run routes again. */
  'choose-orders': job('choose-orders', {
    task: (deps: ChoosingDeps, { run_id }) => chooseOrders(deps, run_id),
    report: (deps, { run_id, ledger_id }, did) => reportRun(deps, run_id, did, ledger_id),
    fail: failRun,
  }),
  /** Scores a chunk of a run: its lanes and, where orders do not see each other, its decisions. */
  'score-chunk': job('score-chunk', {
    task: async (deps: WorkDeps, { run_id, chunk }) => {
      const did = await scoreChunk(deps, run_id, chunk);
      // If nothing was left to score, the worker that scored the last chunk may have been killed before this.
      if (did === null || did.to_allocate) await planAllocation(deps.db, run_id);
      return did;
    },
    report: (deps, { run_id }, did) => reportRun(deps, run_id, did),
    fail: failRun,
  }),
  /** Allocates the next batches of a run that uses up stock, one run of a client at a time. */
  'allocate-run': job('allocate-run', {
    task: (deps: WorkDeps, { run_id }) => allocateRun(deps, run_id),
    report: (deps, { run_id }, did) => reportRun(deps, run_id, did),
    fail: failRun,
  }),
  /** Decides the next orders of a what-if twice: as they are configured, and with its draft. */
  'what-if': job('what-if', {
    task: workWhatIf,
    async report({ db, queues }, { ledger_id }, whatIf) {
      await enqueueWhatIfs(db, queues, ledger_id);
      if (whatIf === null) return { nothing_to_do: 'no such what-if' };
      const { status, orders_decided, orders_total, orders_changed } = whatIf;
      return { status, orders_decided, orders_total, orders_changed };
    },
    async fail({ db, queues }, { what_if_id: id, ledger_id }) {
      const failure = 'An internal error stopped this what-if. Make a new one.';
      await inTransaction(db.pool, (tx) => endWhatIf(tx, { id, ledger_id }, 'failed', failure));
      await enqueueWhatIfs(db, queues, ledger_id);
      return 'what-if failed';
    },
  }),
  /** Computes the floor of orders that were improved together. */
  'window-floor': job('window-floor', {
    task: computeFloor,
    report: async (_deps, _data, computed) => computed,
    async fail({ db }, window) {
      await giveUpFloor(db.pool, window);
      return 'floor of a batch given up';
    },
  }),
  /** Sends what is due to a webhook endpoint. */
  'deliver-webhooks': job('deliver-webhooks', {
    task: deliverWebhooks,
    report: async (_deps, _data, delivered) => delivered,
    fail: async () => 'webhooks could not be delivered; trying again',
  }),
};

/** Takes the types of an entry from its name and its task. */
function job<N extends JobName, Deps, Result>(
  _name: N,
  work: Job<JobData<N>, Deps, Result>,
): Job<JobData<N>, Deps, Result> {
  return work;
}

/** The part that is read of what a run's job did; null: nothing was left to do. */
interface RunStep {
  /** What was decided. */
  readonly tally?: StatusTally;
  /** How long the job waited for the ledger's lock, in milliseconds. */
  readonly waited_ms?: number;
  /** What happened once in the run's life: its first job, its last chunk that was scored, its last order. */
  readonly started?: boolean;
  readonly to_allocate?: boolean;
  readonly finished: boolean;
}

/** `chooserOf` is the ledger of a run that has chosen its orders. */
async function reportRun(
  { db, queues, metrics, logger }: JobEndDeps & { readonly metrics: JobCounters },
  runId: number,
  did: RunStep | null,
  chooserOf: number | null = null,
): Promise<object> {
  const run = await loadManagedRun(db.pool, runId);
  if (did?.tally) metrics.countOrders(did.tally);
  if (did?.waited_ms !== undefined) metrics.observeAllocatorWait(did.waited_ms);
  if (run === null) {
    // A run without orders may be deleted. The next one of its ledger need not wait for housekeeping.
    if (chooserOf !== null) await enqueueFirstInQueue(db.pool, queues, chooserOf);
    return { nothing_to_do: 'no such run' };
  }
  if (did?.started) logger.info(factsOf(run), 'run started');
  if (did?.to_allocate) logger.info(factsOf(run), 'run is scored, its orders are allocated now');
  if (did?.finished) logger.info(factsOf(run), 'run completed');
  if (run.phase === 'allocating' || chooserOf !== null) await enqueueRun(db.pool, queues, run);
  if (run.phase === 'done' || run.status === 'failed')
    await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
  return { ...(did ?? { nothing_to_do: run.status }), run_percent: percentOfRun(run) };
}

function factsOf({ id: run_id, client_id, client_run_number, orders_total }: RunRow): object {
  return { run_id, client_id, client_run_number, orders_total };
}

/** Fails a run until a person retries it. The error may name internals: it is only in the log and on Bull Board. */
async function failRun(
  { db, queues }: JobEndDeps,
  { run_id }: { readonly run_id: number },
): Promise<string | null> {
  const failure = 'An internal error stopped this run. Retry it to continue where it stopped.';
  const run = await markRunFailed(db.pool, run_id, failure);
  if (run !== null) await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
  return run && 'run failed';
}
