import type pg from 'pg';
import type { Principal } from '../accounts/principal.ts';
import type { StatusCounts } from './run-summary.ts';

export interface CreatedRun {
  readonly routing_run_id: number;
  readonly client_run_number: number;
  /** Id of the first order and decision; the run's ids follow one another in request order. */
  readonly first_id: number;
}

/** Writes a synchronous run that the caller's transaction completes, and takes its block of ids. */
export async function createCompletedRun(
  tx: pg.PoolClient,
  principal: Principal,
  counts: StatusCounts,
  orders: number,
): Promise<CreatedRun> {
  const { rows } = await tx.query<{ id: number; client_run_number: number; first_id: string }>({
    name: 'create-completed-run',
    text: `WITH number AS (
             UPDATE clients SET last_run_number = last_run_number + 1 WHERE id = $1 RETURNING last_run_number
           ), run AS (
             INSERT INTO runs (client_id, ledger_id, client_run_number, kind, status, configuration_id,
                               orders_total, orders_routed, full_count, split_count, partial_count,
                               partial_split_count, none_count, finished_at)
             SELECT $1, $2, last_run_number, 'sync', 'completed', $3, $4, $4, $5, $6, $7, $8, $9, now()
             FROM number
             RETURNING id, client_run_number
           ), chunk AS (
             INSERT INTO run_chunks (run_id, chunk, first_id, orders)
             SELECT id, 0, take_order_ids($4), $4 FROM run
             RETURNING first_id
           )
           SELECT id, client_run_number, first_id FROM run, chunk`,
    values: [
      principal.client_id,
      principal.ledger_id,
      principal.configuration_id,
      orders,
      counts.full_count,
      counts.split_count,
      counts.partial_count,
      counts.partial_split_count,
      counts.none_count,
    ],
  });
  const run = rows[0]!;
  return {
    routing_run_id: run.id,
    client_run_number: run.client_run_number,
    first_id: Number(run.first_id),
  };
}
