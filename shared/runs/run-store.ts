import type pg from 'pg';
import type { Principal } from '../accounts/principal.ts';
import { list, prepared, raw, type Sql, sql } from '../db/sql.ts';
import type { StatusCounts } from './run-summary.ts';

/** Ids of a run that is to be: its own, and those of its orders, which follow one another in request order. */
export interface RunIds {
  readonly run_id: number;
  readonly first_id: number;
}

/**
 * Takes a ledger's lock as `lockLedger` does, and the ids of a run with so many orders. They are gone also where it
 * never comes to be.
 */
export async function lockForRun(
  tx: pg.PoolClient,
  ledgerId: number,
  orders: number,
): Promise<RunIds & { readonly stock_epoch: number }> {
  const { rows } = await tx.query<[number, number, number]>({
    name: 'lock-for-run',
    // Materialized: ids are taken under the lock, so that of one order's decisions the latest has the highest.
    text: `WITH locked AS MATERIALIZED (SELECT stock_epoch FROM ledgers WHERE id = $1 FOR NO KEY UPDATE)
           SELECT stock_epoch, nextval('runs_id_seq'), take_order_ids($2) FROM locked`,
    values: [ledgerId, orders],
    rowMode: 'array',
  });
  const [stock_epoch, run_id, first_id] = rows[0]!;
  return { stock_epoch, run_id, first_id };
}

/**
 * Writes a synchronous run that the caller's transaction completes, and in the same statement what `also` writes.
 * Returns its client_run_number.
 */
export async function createCompletedRun(
  tx: pg.PoolClient,
  { client_id, ledger_id, configuration_id }: Principal,
  { run_id, first_id }: RunIds,
  counts: StatusCounts,
  orders: number,
  also: readonly Sql[] = [],
): Promise<number> {
  const { rows } = await tx.query<{ client_run_number: number }>(
    prepared(sql`
      WITH number AS (
        UPDATE clients SET last_run_number = last_run_number + 1 WHERE id = ${client_id} RETURNING last_run_number
      ), ${list([
        sql`chunk AS (INSERT INTO run_chunks (run_id, chunk, first_id, orders) VALUES (${run_id}, 0, ${first_id}, ${orders}))`,
        ...also.map((write, index) => sql`${raw(`also_${index}`)} AS (${write})`),
      ])}
      INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                        orders_total, orders_routed, full_count, split_count, partial_count,
                        partial_split_count, none_count, finished_at)
      SELECT ${run_id}, ${client_id}, ${ledger_id}, last_run_number, 'sync', 'completed', ${configuration_id},
             ${orders}, ${orders}, ${counts.full_count}, ${counts.split_count}, ${counts.partial_count},
             ${counts.partial_split_count}, ${counts.none_count}, now()
      FROM number
      RETURNING client_run_number`),
  );
  return rows[0]!.client_run_number;
}
