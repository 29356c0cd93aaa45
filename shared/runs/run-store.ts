import type pg from 'pg';
import type { Principal } from '../accounts/principal.ts';
import { list, prepared, raw, type Sql, sql } from '../db/sql.ts';
import type { StatusCounts } from './run-summary.ts';

/** A run that is to be: its ids, the client's number for it, and the ids of its orders, which follow one another. */
export interface OpenedRun {
  readonly run_id: number;
  readonly client_run_number: number;
  /** Orders have their ids in request order. */
  readonly first_id: number;
}

/**
 * Takes a ledger's lock as `lockLedger` does, and the numbers of a run with so many orders. The client's own number
 * stays with the next run where this one never comes to be; the ids are gone then.
 */
export async function lockForRun(
  tx: pg.PoolClient,
  { ledger_id, client_id }: Principal,
  orders: number,
): Promise<OpenedRun & { readonly stock_epoch: number }> {
  const { rows } = await tx.query<[number, number, number, number]>({
    name: 'lock-for-run',
    // Materialized: ids are taken under the lock, so that of one order's decisions the latest has the highest.
    text: `WITH locked AS MATERIALIZED (SELECT stock_epoch FROM ledgers WHERE id = $1 FOR NO KEY UPDATE),
                numbered AS (
                  UPDATE clients SET last_run_number = last_run_number + 1 FROM locked WHERE id = $2
                  RETURNING stock_epoch, last_run_number
                )
           SELECT stock_epoch, nextval('runs_id_seq'), last_run_number, take_order_ids($3) FROM numbered`,
    values: [ledger_id, client_id, orders],
    rowMode: 'array',
  });
  const [stock_epoch, run_id, client_run_number, first_id] = rows[0]!;
  return { stock_epoch, run_id, client_run_number, first_id };
}

/** Writes a synchronous run that the caller's transaction completes, and in the same statement what `also` writes. */
export async function createCompletedRun(
  tx: pg.PoolClient,
  { client_id, ledger_id, configuration_id }: Principal,
  { run_id, client_run_number, first_id }: OpenedRun,
  counts: StatusCounts,
  orders: number,
  also: readonly Sql[] = [],
): Promise<void> {
  await tx.query(
    prepared(sql`
      WITH ${list([
        sql`chunk AS (INSERT INTO run_chunks (run_id, chunk, first_id, orders) VALUES (${run_id}, 0, ${first_id}, ${orders}))`,
        ...also.map((write, index) => sql`${raw(`also_${index}`)} AS (${write})`),
      ])}
      INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                        orders_total, orders_routed, full_count, split_count, partial_count,
                        partial_split_count, none_count, finished_at)
      VALUES (${run_id}, ${client_id}, ${ledger_id}, ${client_run_number}, 'sync', 'completed', ${configuration_id},
              ${orders}, ${orders}, ${counts.full_count}, ${counts.split_count}, ${counts.partial_count},
              ${counts.partial_split_count}, ${counts.none_count}, now())`),
  );
}
