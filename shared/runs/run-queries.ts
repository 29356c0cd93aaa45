import sql, { raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { runFaultPage } from '../contracts/account/runs.ts';
import { type pageQuery, recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { ListedRun, RunView, runPage, runsQuery } from '../contracts/run.ts';
import type { Queryable } from '../db/database.ts';
import { WORKER_IS_ALIVE } from '../db/queue/live-workers.ts';
import { unprepared } from '../db/sql.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN } from '../foundation/errors/faults.ts';
import { isOnSync } from '../ledger/reroute-run.ts';
import { RUN_COLUMNS, type RunRow } from '../ledger/run-row.ts';
import { countStatuses } from '../ledger/status-counts.ts';
import { progressOfRun, type RunFacts } from './managed/progress.ts';
import { WORKABLE } from './managed/run-states.ts';

/** A run as its views need it. */
export type ShownRun = RunRow & Pick<RunFacts, 'worker_alive' | 'first_in_queue'>;

/** The columns of a ShownRun, of `runs`. */
export const SHOWN_COLUMNS = `${RUN_COLUMNS}, ${WORKER_IS_ALIVE} AS worker_alive,
  CASE WHEN ${WORKABLE} THEN (
    SELECT id FROM runs q WHERE q.ledger_id = runs.ledger_id AND ${WORKABLE} ORDER BY accepted_at, id LIMIT 1
  ) END AS first_in_queue`;

/** Reads a ledger's run. Throws AppError not_found, also for a run of another ledger. */
export async function findRun(db: Queryable, ledgerId: number, runId: number): Promise<ShownRun> {
  const { rows } = await db.query<ShownRun>({
    name: 'find-run',
    text: `SELECT ${SHOWN_COLUMNS} FROM runs WHERE id = $1::bigint AND ledger_id = $2`,
    values: [runId, ledgerId],
  });
  if (rows[0] === undefined) throw new AppError('not_found', `There is no routing run ${runId}.`);
  return rows[0];
}

/** Reads those of some runs that are there. */
export async function findRuns(
  db: Queryable,
  runs: readonly { readonly ledger_id: number; readonly run_id: number }[],
): Promise<ShownRun[]> {
  const { rows } = await db.query<ShownRun>({
    name: 'find-runs',
    text: `SELECT ${SHOWN_COLUMNS} FROM runs
           WHERE id = ANY ($1::bigint[]) AND (ledger_id, id) IN (SELECT * FROM unnest($2::int[], $1::bigint[]))`,
    values: [runs.map(({ run_id }) => run_id), runs.map(({ ledger_id }) => ledger_id)],
  });
  return rows;
}

/** A run as it is shown by itself, with the first faults and warnings of its input. */
export async function viewRun(db: Queryable, run: ShownRun): Promise<RunView> {
  const view = run.warnings ? { ...toListedRun(run), warnings: [...run.warnings] } : toListedRun(run);
  if (run.fault_count === 0) return view;
  const { rows } = await db.query<NonNullable<RunView['faults']>[number]>(
    `SELECT f.line, f.path, f.message FROM runs r JOIN run_faults f ON f.run_id = r.id
     WHERE r.id = $1 AND r.ledger_id = $2 ORDER BY f.fault LIMIT $3`,
    [run.id, run.ledger_id, MAX_FAULTS_SHOWN],
  );
  return { ...view, faults: rows };
}

/** Reads a page of the faults of a run's input. Throws AppError not_found, or validation_failed for a bad cursor. */
export async function listRunFaults(
  db: Queryable,
  ledgerId: number,
  runId: number,
  { cursor, limit }: z.output<typeof pageQuery>,
): Promise<z.output<typeof runFaultPage>> {
  const run = await findRun(db, ledgerId, runId);
  const after = cursor === undefined ? -1 : decodeCursor(z.int().min(0), cursor);
  const { rows } = await db.query<NonNullable<RunView['faults']>[number] & { fault: number }>(
    `SELECT f.fault, f.line, f.path, f.message FROM runs r JOIN run_faults f ON f.run_id = r.id
     WHERE r.id = $1 AND r.ledger_id = $2 AND f.fault > $3 ORDER BY f.fault LIMIT $4`,
    [run.id, ledgerId, after, limit + 1],
  );
  const { page, next_cursor } = pageOf(rows, limit, ({ fault }) => fault);
  return { faults: page.map(({ fault: _fault, ...shown }) => shown), next_cursor };
}

/** A managed run as it was when it was accepted, whatever became of it since, and of the workers. */
export function asAccepted(run: ShownRun): ShownRun {
  return {
    ...run,
    ...countStatuses([]),
    status: 'queued',
    phase: 'scoring',
    orders_scored: 0,
    orders_routed: 0,
    orders_superseded: 0,
    orders_unchanged: 0,
    failure: null,
    started_at: null,
    updated_at: run.accepted_at ?? run.created_at,
    finished_at: null,
    worker_alive: true,
    first_in_queue: null,
    retry_at: null,
  };
}

/** Reads up to `limit` of a ledger's runs that meet a condition, newest or oldest first. */
export async function selectRuns(
  db: Queryable,
  ledgerId: number,
  { status, from, to }: Pick<z.output<typeof runsQuery>, 'status' | 'from' | 'to'>,
  condition: Sql,
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<ShownRun[]> {
  const { rows } = await db.query<ShownRun>(
    unprepared(sql`
      SELECT ${raw(SHOWN_COLUMNS)} FROM runs
      WHERE ledger_id = ${ledgerId} AND ${condition}
        AND ${status ? sql`status = ${status}::run_status` : sql`true`}
        AND (${from ?? null}::timestamptz IS NULL OR created_at >= ${from ?? null})
        AND (${to ?? null}::timestamptz IS NULL OR created_at < ${to ?? null})
      ORDER BY id ${raw(order)} LIMIT ${limit}`),
  );
  return rows;
}

/** Reads one page of a ledger's runs, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listRuns(
  db: Queryable,
  ledgerId: number,
  query: z.output<typeof runsQuery>,
): Promise<z.output<typeof runPage>> {
  const before = query.cursor ? decodeCursor(recordId, query.cursor) : Number.MAX_SAFE_INTEGER;
  const rows = await selectRuns(db, ledgerId, query, sql`id < ${before}`, 'DESC', query.limit + 1);
  const { page, next_cursor } = pageOf(rows, query.limit, ({ id }) => id);
  return { runs: page.map(toListedRun), next_cursor };
}

/** A run as it is listed. */
export function toListedRun(run: ShownRun): ListedRun {
  return {
    routing_run_id: run.id,
    client_run_number: run.client_run_number,
    client_id: run.client_id,
    kind: run.kind,
    status: run.status,
    orders_considered: run.orders_total - (isOnSync(run) ? run.orders_unchanged : 0),
    orders_routed: run.orders_routed,
    orders_superseded: run.orders_superseded,
    orders_unchanged: isOnSync(run) ? 0 : run.orders_unchanged,
    full_count: run.full_count,
    split_count: run.split_count,
    partial_count: run.partial_count,
    partial_split_count: run.partial_split_count,
    none_count: run.none_count,
    fault_count: run.fault_count,
    failure: run.failure,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    progress: progressOfRun(run),
  };
}
