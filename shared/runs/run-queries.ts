import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../contracts/cursor.ts';
import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { ListedRun, RunView, runPage, runsQuery } from '../contracts/run.ts';
import type { Queryable } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { MAX_FAULTS_SHOWN } from '../errors/faults.ts';
import { WORKER_IS_ALIVE } from '../workers/live-workers.ts';
import { type ProgressFacts, progressOf } from './managed/progress.ts';
import { countStatuses, type StatusCounts } from './status-counts.ts';

/** A run's row as its views need it. */
export interface RunRow extends StatusCounts, ProgressFacts {
  readonly routing_run_id: number;
  readonly client_run_number: number;
  readonly client_id: number;
  readonly ledger_id: number;
  readonly configuration_id: number;
  readonly fault_count: number;
  readonly warnings: readonly IntakeWarning[] | null;
  readonly failure: string | null;
  /** When its orders had all been received. */
  readonly accepted_at: Date | null;
}

/** What of a run's row its views need. */
export const RUN_COLUMNS = `id AS routing_run_id, client_run_number, client_id, ledger_id, kind, status, phase, configuration_id,
  orders_total, orders_scored, orders_routed, full_count, split_count, partial_count, partial_split_count,
  none_count, fault_count, warnings, failure, accepted_at, created_at, started_at, updated_at, finished_at,
  ${WORKER_IS_ALIVE} AS worker_alive`;

/** Reads a ledger's run. Throws AppError not_found, also for a run of another ledger. */
export async function findRun(db: Queryable, ledgerId: number, runId: number): Promise<RunRow> {
  const { rows } = await db.query<RunRow>({
    name: 'find-run',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1::bigint AND ledger_id = $2`,
    values: [runId, ledgerId],
  });
  if (rows[0] === undefined) throw new AppError('not_found', `There is no routing run ${runId}.`);
  return rows[0];
}

/** A run as it is shown by itself, with the first faults and warnings of its input. */
export async function viewRun(db: Queryable, run: RunRow): Promise<RunView> {
  const view = run.warnings ? { ...toListedRun(run), warnings: [...run.warnings] } : toListedRun(run);
  if (run.fault_count === 0) return view;
  const { rows } = await db.query<NonNullable<RunView['faults']>[number]>(
    'SELECT line, path, message FROM run_faults WHERE run_id = $1 ORDER BY fault LIMIT $2',
    [run.routing_run_id, MAX_FAULTS_SHOWN],
  );
  return { ...view, faults: rows };
}

/** A managed run as it was when it was accepted, whatever became of it since, and of the workers. */
export function asAccepted(run: RunRow): RunRow {
  return {
    ...run,
    ...countStatuses([]),
    status: 'queued',
    phase: 'scoring',
    orders_scored: 0,
    orders_routed: 0,
    failure: null,
    started_at: null,
    updated_at: run.accepted_at ?? run.created_at,
    finished_at: null,
    worker_alive: true,
  };
}

const LIST = `
  SELECT ${RUN_COLUMNS} FROM runs
  WHERE ledger_id = $1 AND ($2::run_status IS NULL OR status = $2)
    AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
    AND ($5::bigint IS NULL OR id < $5)
  ORDER BY id DESC
  LIMIT $6`;

const position = z.int().min(1);

/** Reads one page of a ledger's runs, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listRuns(
  db: Queryable,
  ledgerId: number,
  query: z.output<typeof runsQuery>,
): Promise<z.output<typeof runPage>> {
  const before = query.cursor ? decodeCursor(position, query.cursor) : null;
  const { rows } = await db.query<RunRow>(LIST, [
    ledgerId,
    query.status ?? null,
    query.from ?? null,
    query.to ?? null,
    before,
    query.limit + 1,
  ]);
  const page = rows.slice(0, query.limit);
  const more = rows.length > page.length;
  return {
    runs: page.map(toListedRun),
    next_cursor: more ? encodeCursor(page.at(-1)!.routing_run_id) : null,
  };
}

/** A run as it is listed. */
export function toListedRun(run: RunRow): ListedRun {
  return {
    routing_run_id: run.routing_run_id,
    client_run_number: run.client_run_number,
    client_id: run.client_id,
    kind: run.kind,
    status: run.status,
    orders_considered: run.orders_total,
    orders_routed: run.orders_routed,
    full_count: run.full_count,
    split_count: run.split_count,
    partial_count: run.partial_count,
    partial_split_count: run.partial_split_count,
    none_count: run.none_count,
    fault_count: run.fault_count,
    failure: run.failure,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    progress: progressOf(run),
  };
}
