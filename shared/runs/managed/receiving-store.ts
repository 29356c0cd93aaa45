import type pg from 'pg';
import sql from 'sql-template-tag';
import { meter } from '../../account/usage.ts';
import type { IntakeFault } from '../../contracts/intake/intake-record.ts';
import type { IntakeWarning } from '../../contracts/intake-warning.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import { prepared } from '../../db/sql.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import type { IdRange, RunRow } from '../../ledger/run-row.ts';
import { insertOrders } from '../../ledger/run-store.ts';
import { moveRuns, RECEIVING, theRun } from './run-states.ts';

/** A run whose receiver has not said for so long that it lives has lost it. */
export const RECEIVING_SECONDS = 60;

/** Creates the run's row. Its client sees the run from now on. */
export async function beginRun(
  db: Pick<pg.Pool, 'query'>,
  principal: Principal,
): Promise<Pick<RunRow, 'id' | 'client_run_number'>> {
  const { rows } = await db.query<Pick<RunRow, 'id' | 'client_run_number'>>({
    name: 'begin-run',
    text: `WITH number AS (
             UPDATE ledgers SET last_run_number = last_run_number + 1 WHERE id = $2 RETURNING last_run_number
           )
           INSERT INTO runs (client_id, ledger_id, client_run_number, kind, status, phase, configuration_id,
                             orders_total, receiving_until, requested_by)
           SELECT $1, $2, last_run_number, 'managed', 'queued', 'receiving', $3, 0,
                  clock_timestamp() + make_interval(secs => $4), $5 FROM number
           RETURNING id, client_run_number`,
    values: [
      principal.client_id,
      principal.ledger_id,
      principal.configuration_id,
      RECEIVING_SECONDS,
      JSON.stringify(principal.by),
    ],
  });
  return rows[0]!;
}

/** What a batch adds to a run. */
export interface ReceivedBatch {
  readonly chunk: number;
  readonly orders: readonly RoutingOrder[];
  readonly faulty_orders: number;
  /** The faults to list, the first of them being fault number `first_fault` of the run. */
  readonly faults: readonly IntakeFault[];
  readonly first_fault: number;
}

/**
 * Adds a batch to a run in one transaction, and returns the ids of its orders. It does not wait for the disk: a
 * crash of the database that loses a batch also breaks the receiver's connection. The transaction that accepts the run
 * waits for all batches. Throws AppError run_ended if the run is no longer being received.
 */
export async function addBatch(
  tx: pg.PoolClient,
  ledgerId: number,
  runId: number,
  batch: ReceivedBatch,
): Promise<IdRange> {
  const orders = batch.orders.length;
  const { rows } = await tx.query<{ first_id: number | null }>({
    name: 'add-batch',
    text: `WITH run AS (
             UPDATE runs SET orders_total = orders_total + $2, fault_count = fault_count + $3, updated_at = now()
             WHERE id = $1 AND ledger_id = $5 AND ${RECEIVING}
             RETURNING id
           ), chunk AS (
             INSERT INTO run_chunks (run_id, chunk, first_id, orders)
             SELECT id, $4, take_order_ids($2), $2 FROM run WHERE $2 > 0
             RETURNING first_id
           )
           SELECT first_id, set_config('synchronous_commit', 'off', true) FROM run LEFT JOIN chunk ON true`,
    values: [runId, orders, batch.faulty_orders, batch.chunk, ledgerId],
  });
  if (rows[0] === undefined) throw new AppError('run_ended');
  const first_id = rows[0].first_id ?? 0;
  if (orders > 0) await tx.query(prepared(insertOrders(ledgerId, first_id, batch.orders)));
  await saveFaults(tx, runId, batch);
  return { first_id, orders };
}

async function saveFaults(
  tx: pg.PoolClient,
  runId: number,
  { faults, first_fault }: ReceivedBatch,
): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `INSERT INTO run_faults (run_id, fault, line, path, message)
     SELECT $1, $2 + ordinal - 1, line, path, message
     FROM unnest($3::int[], $4::text[], $5::text[]) WITH ORDINALITY AS f(line, path, message, ordinal)`,
    [
      runId,
      first_fault,
      faults.map(({ line }) => line),
      faults.map(({ path }) => path),
      faults.map(({ message }) => message),
    ],
  );
}

/**
 * Hands a run over to the workers after all of it was received, and counts its orders as usage.
 * Throws AppError: usage_limit, run_ended.
 */
export async function acceptRun(
  tx: pg.PoolClient,
  principal: Principal,
  runId: number,
  { orders, warnings }: { readonly orders: number; readonly warnings: readonly IntakeWarning[] | null },
  now: Date,
): Promise<void> {
  const refusal = await meter(tx, principal, orders, now);
  if (refusal !== null) throw refusal;
  const usageDay = principal.environment === 'live' ? now.toISOString().slice(0, 10) : null;
  const accepted = await moveRuns(
    tx,
    theRun({ id: runId, ledger_id: principal.ledger_id }),
    'accept',
    sql`usage_day = ${usageDay}, warnings = ${warnings && JSON.stringify(warnings)}`,
  );
  if (accepted.length === 0) throw new AppError('run_ended');
}

/**
 * Ends runs that were not accepted, and deletes their orders. The run itself is kept, for its client to see, if the
 * client cancelled it or if there is a `failure` to show. Runs that are not being received are left alone. Returns the
 * ids of the runs that it ended.
 */
export async function endReceiving(
  tx: pg.PoolClient,
  runIds: readonly number[],
  failure: string | null,
): Promise<number[]> {
  const { rows } = await tx.query<Pick<RunRow, 'id' | 'status'>>(
    `SELECT id, status FROM runs WHERE id = ANY($1) AND phase = 'receiving' ORDER BY id FOR UPDATE`,
    [runIds],
  );
  if (rows.length === 0) return [];
  const ended = rows.map(({ id }) => id);
  await tx.query(
    `DELETE FROM orders o USING run_chunks c
     WHERE c.run_id = ANY($1) AND o.id >= c.first_id AND o.id < c.first_id + c.orders`,
    [ended],
  );
  await tx.query('DELETE FROM run_chunks WHERE run_id = ANY($1)', [ended]);
  const isKept = ({ status }: Pick<RunRow, 'status'>) => status === 'cancelling' || failure !== null;
  const kept = rows.filter(isKept).map(({ id }) => id);
  const forgotten = rows.filter((run) => !isKept(run)).map(({ id }) => id);
  if (forgotten.length > 0) await tx.query('DELETE FROM runs WHERE id = ANY($1)', [forgotten]);
  const why = sql`failure = CASE status WHEN 'cancelling' THEN NULL ELSE ${failure} END`;
  if (kept.length > 0) await moveRuns(tx, sql`id = ANY(${kept})`, 'abandon', why);
  return ended;
}
