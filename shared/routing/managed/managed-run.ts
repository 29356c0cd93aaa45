import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { type RunRow, runColumns } from '../run-row.ts';

const FIELDS = [
  'id',
  'client_id',
  'ledger_id',
  'client_run_number',
  'status',
  'phase',
  'configuration_id',
  'orders_total',
  'orders_scored',
  'orders_routed',
  'next_batch',
  'usage_day',
  'scoring_round',
] as const;

/** A managed run as its jobs need it. */
export type ManagedRun = Pick<RunRow, (typeof FIELDS)[number]>;

const COLUMNS = runColumns(FIELDS);

/** Whether jobs may work on the run. They may not if it has failed, until a person retries it (`retryRun`). */
export function isWorkable({ phase, status }: Pick<RunRow, 'phase' | 'status'>): boolean {
  return (phase === 'scoring' || phase === 'allocating') && (status === 'queued' || status === 'running');
}

/** Reads a run of any ledger, for a job. Returns null if there is none. */
export async function loadManagedRun(db: Queryable, runId: number): Promise<ManagedRun | null> {
  const { rows } = await db.query<ManagedRun>({
    name: 'load-managed-run',
    text: `SELECT ${COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ?? null;
}

/**
 * Reads a run and locks it until the transaction ends. Every change of its progress or status needs this lock. Returns
 * null if the ledger has no such run.
 */
export async function lockManagedRun(
  tx: pg.PoolClient,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<ManagedRun | null> {
  const { rows } = await tx.query<ManagedRun>({
    name: 'lock-managed-run',
    text: `SELECT ${COLUMNS} FROM runs WHERE id = $1 AND ledger_id = $2 FOR NO KEY UPDATE`,
    values: [id, ledger_id],
  });
  return rows[0] ?? null;
}

/** The same for a job, which knows only the run's id. */
export async function lockRunOfJob(tx: pg.PoolClient, runId: number): Promise<ManagedRun | null> {
  const { rows } = await tx.query<ManagedRun>({
    name: 'lock-run-of-job',
    text: `SELECT ${COLUMNS} FROM runs WHERE id = $1 FOR NO KEY UPDATE`,
    values: [runId],
  });
  return rows[0] ?? null;
}
