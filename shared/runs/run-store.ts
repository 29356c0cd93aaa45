import type pg from 'pg';
import type { Principal } from '../accounts/principal.ts';
import { assertWithinPlan, fitsPlan, meteredLimit } from '../accounts/usage.ts';
import { list, prepared, raw, type Sql, sql } from '../db/sql.ts';
import { together } from '../db/transaction.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import type { RunSummary } from './run-summary.ts';

/** A run that is to be: its ids, the client's number for it, and the ids of its orders, which follow one another. */
export interface OpenedRun {
  readonly run_id: number;
  readonly client_run_number: number;
  /** Orders have their ids in request order. */
  readonly first_id: number;
}

/**
 * Takes a ledger's lock as `lockLedger` does, and the ids and the client's number of a run with so many orders. A run
 * beyond the plan takes neither. Throws AppError usage_limit.
 */
export async function openRun(
  tx: pg.PoolClient,
  principal: Principal,
  orders: number,
  day: Date,
): Promise<OpenedRun & { readonly stock_epoch: number }> {
  const { ledger_id, client_id } = principal;
  // Materialized: ids are taken under the lock, so that of one order's decisions the latest has the highest.
  const open = prepared(sql`
    WITH locked AS MATERIALIZED (SELECT stock_epoch FROM ledgers WHERE id = ${ledger_id} FOR NO KEY UPDATE),
         numbered AS (
           UPDATE clients SET last_run_number = last_run_number + 1 FROM locked
           WHERE id = ${client_id} AND ${fitsPlan(principal, orders, day)}
           RETURNING stock_epoch, last_run_number
         )
    SELECT stock_epoch, nextval('runs_id_seq'), last_run_number, take_order_ids(${orders}) FROM numbered`);
  const [, { rows }] = await together(tx, () => [
    meteredLimit(principal) !== null && lockLedger(tx, ledger_id), // see fitsPlan
    tx.query<[number, number, number, number]>({ ...open, rowMode: 'array' }),
  ]);
  if (rows[0] === undefined) {
    await assertWithinPlan(tx, principal, orders, day);
    throw new Error(`Ledger ${ledger_id} is gone.`);
  }
  const [stock_epoch, run_id, client_run_number, first_id] = rows[0];
  return { stock_epoch, run_id, client_run_number, first_id };
}

/** Ids of several runs that are to be. */
export interface OpenedRuns {
  readonly run_ids: readonly number[];
  /** The client's numbers for them follow one another, as the ids of all their orders do. */
  readonly first_run_number: number;
  readonly first_id: number;
}

/** Takes the ids and numbers of so many runs with so many orders together. The caller has the ledger's lock. */
export async function openRuns(
  tx: pg.PoolClient,
  { client_id }: Principal,
  runs: number,
  orders: number,
): Promise<OpenedRuns> {
  const { rows } = await tx.query<[string, number, number]>({
    ...prepared(sql`
      UPDATE clients SET last_run_number = last_run_number + ${runs}::int WHERE id = ${client_id}
      RETURNING (SELECT json_agg(nextval('runs_id_seq')) FROM generate_series(1, ${runs}::int))::text,
                last_run_number - ${runs}::int + 1, take_order_ids(${orders})`),
    rowMode: 'array',
  });
  const [run_ids, first_run_number, first_id] = rows[0]!;
  return { run_ids: JSON.parse(run_ids), first_run_number, first_id };
}

/** Writes several synchronous runs that the caller's transaction completes, and in the same statement what `also` writes. */
export async function createCompletedRuns(
  tx: pg.PoolClient,
  { client_id, ledger_id, configuration_id }: Principal,
  runs: readonly { readonly run: RunSummary; readonly first_id: number }[],
  also: readonly Sql[],
): Promise<void> {
  const rows = runs.map(({ run, first_id }) => ({ ...run, first_id }));
  await tx.query(
    prepared(sql`
      WITH completed AS (
             SELECT *
             FROM json_to_recordset(${JSON.stringify(rows)})
               AS run (routing_run_id bigint, client_run_number bigint, first_id bigint, orders_routed int, full_count int,
                       split_count int, partial_count int, partial_split_count int, none_count int, warnings jsonb)
           ),
           chunk AS (
             INSERT INTO run_chunks (run_id, chunk, first_id, orders)
             SELECT routing_run_id, 0, first_id, orders_routed FROM completed
           ),
           ${list(asParts(also))}
      INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                        orders_total, orders_routed, full_count, split_count, partial_count,
                        partial_split_count, none_count, warnings, finished_at)
      SELECT routing_run_id, ${client_id}, ${ledger_id}, client_run_number, 'sync', 'completed', ${configuration_id},
             orders_routed, orders_routed, full_count, split_count, partial_count, partial_split_count, none_count,
             warnings, now()
      FROM completed`),
  );
}

/** Writes a synchronous run that the caller's transaction completes, and in the same statement what `also` writes. */
export async function createCompletedRun(
  tx: pg.PoolClient,
  { client_id, ledger_id, configuration_id }: Principal,
  { run_id, client_run_number, first_id }: OpenedRun,
  { orders_routed: orders, warnings, ...counts }: RunSummary,
  also: readonly Sql[] = [],
): Promise<void> {
  await tx.query(
    prepared(sql`
      WITH ${list([
        sql`chunk AS (INSERT INTO run_chunks (run_id, chunk, first_id, orders) VALUES (${run_id}, 0, ${first_id}, ${orders}))`,
        ...asParts(also),
      ])}
      INSERT INTO runs (id, client_id, ledger_id, client_run_number, kind, status, configuration_id,
                        orders_total, orders_routed, full_count, split_count, partial_count,
                        partial_split_count, none_count, warnings, finished_at)
      VALUES (${run_id}, ${client_id}, ${ledger_id}, ${client_run_number}, 'sync', 'completed', ${configuration_id},
              ${orders}, ${orders}, ${counts.full_count}, ${counts.split_count}, ${counts.partial_count},
              ${counts.partial_split_count}, ${counts.none_count}, ${warnings ? JSON.stringify(warnings) : null}, now())`),
  );
}

/** Writes as parts of a statement that begins WITH. */
function asParts(writes: readonly Sql[]): Sql[] {
  return writes.map((write, index) => sql`${raw(`also_${index}`)} AS (${write})`);
}
