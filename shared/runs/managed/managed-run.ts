import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';

export type RunStatus = 'queued' | 'running' | 'cancelling' | 'cancelled' | 'completed' | 'failed';
export type RunPhase = 'receiving' | 'scoring' | 'allocating' | 'done';

/** A managed run's row: the columns that its jobs need. */
export interface ManagedRun {
  readonly id: number;
  readonly client_id: number;
  readonly ledger_id: number;
  readonly client_run_number: number;
  readonly status: RunStatus;
  readonly phase: RunPhase;
  readonly configuration_id: number;
  readonly orders_total: number;
  readonly orders_scored: number;
  readonly orders_routed: number;
  readonly next_batch: number;
  readonly usage_day: string | null;
  /** See `scoringRoundOf`; null until the run's jobs are first added. */
  readonly scoring_round: number | null;
}

const COLUMNS = `id, client_id, ledger_id, client_run_number, status, phase, configuration_id, orders_total,
  orders_scored, orders_routed, next_turn AS next_batch, usage_day, scoring_round`;

/** Whether jobs may work on the run. They may not if it has failed, until a person retries it (`retryRun`). */
export function isWorkable({ phase, status }: Pick<ManagedRun, 'phase' | 'status'>): boolean {
  return (phase === 'scoring' || phase === 'allocating') && (status === 'queued' || status === 'running');
}

/** Reads a run. Returns null if there is none. */
export async function loadManagedRun(db: Queryable, runId: number): Promise<ManagedRun | null> {
  const { rows } = await db.query<ManagedRun>({
    name: 'load-managed-run',
    text: `SELECT ${COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ?? null;
}

/** Reads a run and locks it until the transaction ends. Every change of its progress or status needs this lock. */
export async function lockManagedRun(tx: pg.PoolClient, runId: number): Promise<ManagedRun | null> {
  const { rows } = await tx.query<ManagedRun>({
    name: 'lock-managed-run',
    text: `SELECT ${COLUMNS} FROM runs WHERE id = $1 FOR NO KEY UPDATE`,
    values: [runId],
  });
  return rows[0] ?? null;
}
