import type pg from 'pg';
import sql from 'sql-template-tag';
import { refundUsage } from '../../account/usage.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import { RUN_COLUMNS, type RunRow } from '../../ledger/run-row.ts';
import { workLock } from '../background-work.ts';
import { dropWorkingState } from './advance-run.ts';
import { isChoosing, isWorkable, moveRuns, theRun, WORKABLE } from './run-states.ts';

/** Within so long a run that is worked on makes progress: a window of it may take some seconds. */
const PROGRESS_SECONDS = 10;

/**
 * Whether runs of the ledger make progress now. A run that waits for another run, a retry or a worker does not.
 */
export async function areRunsWorkedOn(db: Queryable, ledgerId: number): Promise<boolean> {
  const { rows } = await db.query<{ worked_on: boolean }>({
    name: 'are-runs-worked-on',
    text: `SELECT EXISTS (SELECT FROM runs WHERE ledger_id = $1 AND ${WORKABLE} AND retry_at IS NULL
             AND updated_at > clock_timestamp() - make_interval(secs => $2)) AS worked_on`,
    values: [ledgerId, PROGRESS_SECONDS],
  });
  return rows[0]!.worked_on;
}

/** Reads a run of any ledger, for a job. Returns null if there is none. */
export function loadManagedRun(db: Queryable, runId: number): Promise<RunRow | null> {
  return selectRun(db, 'load-managed-run', 'id = $1', [runId]);
}

/**
 * Reads a run and locks it until the transaction ends. Every change of its progress or status needs this lock. Returns
 * null if the ledger has no such run.
 */
export function lockManagedRun(
  tx: pg.PoolClient,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<RunRow | null> {
  return selectRun(tx, 'lock-managed-run', 'id = $1 AND ledger_id = $2 FOR NO KEY UPDATE', [id, ledger_id]);
}

/** As `lockManagedRun`, for a job, which knows only the run's id. */
export function lockRunOfJob(tx: pg.PoolClient, runId: number): Promise<RunRow | null> {
  return selectRun(tx, 'lock-run-of-job', 'id = $1 FOR NO KEY UPDATE', [runId]);
}

async function selectRun(
  db: Queryable,
  name: string,
  condition: string,
  values: readonly number[],
): Promise<RunRow | null> {
  const text = `SELECT ${RUN_COLUMNS} FROM runs WHERE ${condition}`;
  const { rows } = await db.query<RunRow>({ name, text, values: [...values] });
  return rows[0] ?? null;
}

/**
 * Marks a run as running, once. Returns the run and whether this call started it, or null if no job may work on the run.
 */
export async function startRun(
  tx: pg.PoolClient,
  runId: number,
): Promise<{ readonly run: RunRow; readonly first: boolean } | null> {
  const run = await lockRunOfJob(tx, runId);
  if (run === null || !isWorkable(run)) return null;
  if (run.status === 'running') return { run, first: false };
  await moveRuns(tx, theRun(run), 'start');
  return { run: { ...run, status: 'running' }, first: true };
}

/**
 * The moment that a run's orders are decided at, in milliseconds since 1970. It is set once, when the run's first turn has
 * its ledger's lock.
 */
export async function settleMoment(
  tx: pg.PoolClient,
  { id, ledger_id, as_of }: Pick<RunRow, 'id' | 'ledger_id' | 'as_of'>,
): Promise<number> {
  if (as_of !== null) return as_of.getTime();
  const { rows } = await tx.query<Pick<RunRow, 'as_of'>>({
    name: 'settle-moment',
    text: `UPDATE runs SET as_of = coalesce(as_of, date_trunc('milliseconds', clock_timestamp()))
           WHERE id = $1 AND ledger_id = $2 RETURNING as_of`,
    values: [id, ledger_id],
  });
  return rows[0]!.as_of!.getTime();
}

/** The longest error that is kept. */
const MAX_ERROR_LENGTH = 500;

/**
 * Notes that a job of a run has failed and is tried again after `delayMs`. Each step that succeeds takes it back
 * (`advanceRun`). Where several jobs failed, the last one of them to be tried again counts.
 */
export async function noteRetry(db: Queryable, runId: number, error: Error, delayMs: number): Promise<void> {
  const { code } = error as { code?: unknown };
  const words = typeof code === 'string' ? `${error.message} (${code})` : error.message;
  await db.query(
    `UPDATE runs SET retry_at = greatest(retry_at, clock_timestamp() + make_interval(secs => $2)), retry_error = $3
     WHERE id = $1 AND ${WORKABLE}`,
    [runId, delayMs / 1000, words.slice(0, MAX_ERROR_LENGTH)],
  );
}

/**
 * Fails a run after the last try of a job. `failure` is the sentence that its client reads. The phase stays, so that a
 * retry continues from there. Until then no job works on the run, and it is not in its ledger's run queue. Returns null if
 * no job may work on the run.
 */
export async function markRunFailed(
  db: Queryable,
  runId: number,
  failure: string,
): Promise<Pick<RunRow, 'ledger_id'> | null> {
  const [failed] = await moveRuns(db, sql`id = ${runId}`, 'fail', sql`failure = ${failure}`);
  return failed ?? null;
}

/**
 * Lets a failed run go on because a person retries it. It takes its old place in its ledger's run queue. The caller has
 * found the run under its ledger, or has its job, and adds its jobs (`enqueueRun`). Returns the run, or null if it has not
 * failed or cannot go on, as a run that was not received to its end.
 */
export async function retryRun(db: Queryable, runId: number): Promise<RunRow | null> {
  const run = await loadManagedRun(db, runId);
  if (run === null) return null;
  const hasBegun = run.started_at !== null && !isChoosing(run);
  const retried = await moveRuns(db, sql`id = ${runId}`, hasBegun ? 'retry' : 'requeue');
  return retried.length === 0 ? null : loadManagedRun(db, runId);
}

/**
 * Stops a run. What was decided stays decided, and the usage of the other orders is refunded (docs/guides/runs.md). A step
 * under way is undone or counts as a whole, so that the numbers are exact. A run that is still being received is only
 * marked: its receiver deletes it. A run that has ended stays as it is. Returns false if the ledger has no such run.
 */
export async function cancelRun(
  db: Database,
  { client_id, ledger_id }: Pick<Principal, 'client_id' | 'ledger_id'>,
  runId: number,
): Promise<boolean> {
  return inLockedTransaction(db, workLock(client_id, 'runs', runId), async (tx) => {
    const run = await lockManagedRun(tx, { id: runId, ledger_id });
    if (run === null) return false;
    if (run.phase === 'done') return true;
    await moveRuns(tx, theRun(run), 'cancel');
    if (run.phase === 'receiving') return true;
    const undecided = run.orders_total - run.orders_routed - run.orders_superseded - run.orders_unchanged;
    if (run.usage_day !== null && undecided > 0) {
      await refundUsage(tx, client_id, new Date(run.usage_day), undecided);
    }
    await dropWorkingState(tx, runId);
    return true;
  });
}

/**
 * A ledger's run queue: its accepted runs are allocated one after another, in the order in which they were accepted.
 * Returns the id of the first run, or null if the queue is empty.
 */
export async function firstInQueue(db: Queryable, ledgerId: number): Promise<number | null> {
  const { rows } = await db.query<Pick<RunRow, 'id'>>({
    name: 'first-in-queue',
    text: `SELECT id FROM runs WHERE ledger_id = $1 AND ${WORKABLE} ORDER BY accepted_at, id LIMIT 1`,
    values: [ledgerId],
  });
  return rows[0]?.id ?? null;
}

/** Whether a run may be allocated now. */
export async function isFirstInQueue(
  db: Queryable,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<boolean> {
  return (await firstInQueue(db, ledger_id)) === id;
}
