import type pg from 'pg';
import type { Principal } from '../accounts/principal.ts';
import type { StatusCounts } from './run-summary.ts';

/** Ids of a run that is to be: its own, and those of its orders, which follow one another in request order. */
export interface RunIds {
  readonly run_id: number;
  readonly first_id: number;
}

/** Takes the ids of a run with so many orders. They are gone also where it never comes to be. */
export async function takeRunIds(db: Pick<pg.ClientBase, 'query'>, orders: number): Promise<RunIds> {
  const { rows } = await db.query<RunIds>({
    name: 'take-run-ids',
    text: `SELECT nextval(pg_get_serial_sequence('runs', 'id')) AS run_id, take_order_ids($1) AS first_id`,
    values: [orders],
  });
  return rows[0]!;
}

/** Writes a synchronous run that the caller's transaction completes. Returns its client_run_number. */
export async function createCompletedRun(
  tx: pg.PoolClient,
  principal: Principal,
  { run_id, first_id }: RunIds,
  counts: StatusCounts,
  orders: number,
): Promise<number> {
  const { rows } = await tx.query<{ client_run_number: number }>({
    name: 'create-completed-run',
    text: `WITH number AS (
             UPDATE clients SET last_run_number = last_run_number + 1 WHERE id = $1 RETURNING last_run_number
           ), chunk AS (
             INSERT INTO run_chunks (run_id, chunk, first_id, orders) VALUES ($10, 0, $11, $4)
           )
           INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                             orders_total, orders_routed, full_count, split_count, partial_count,
                             partial_split_count, none_count, finished_at)
           SELECT $10, $1, $2, last_run_number, 'sync', 'completed', $3, $4, $4, $5, $6, $7, $8, $9, now()
           FROM number
           RETURNING client_run_number`,
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
      run_id,
      first_id,
    ],
  });
  return rows[0]!.client_run_number;
}
