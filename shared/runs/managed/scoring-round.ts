import type pg from 'pg';
import { MAX_PRIORITY } from '../../db/queue/job-limits.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RunRow } from '../../ledger/run-row.ts';

/** Advisory lock of those who begin a run's rounds. */
const ROUNDS_LOCK = 0x726f756e6473;

/**
 * Chunks are scored round by round, one chunk of each ledger in a round: start-time fair queueing (Goyal, Vin and Cheng
 * 1996), where every chunk costs the same. A run begins in the round that is being scored now, or after its ledger's
 * earlier runs. So a chunk waits for two chunks of each other ledger at most, however large their runs are, and a
 * ledger's runs are scored in order. Rounds begin again at 0 whenever nothing was being scored.
 *
 * Returns the round of the run's chunk 0, the same at each call until the run is retried. If some chunks are scored
 * already (a retried run), the round is earlier, so that the next chunk is in the present round.
 */
export async function scoringRoundOf(pool: pg.Pool, run: RunRow): Promise<number> {
  return run.scoring_round ?? inTransaction(pool, (tx) => beginRounds(tx, run));
}

async function beginRounds(tx: pg.PoolClient, run: RunRow): Promise<number> {
  // The statement after it sees the rounds of every run that began before.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ROUNDS_LOCK]);
  const { rows } = await tx.query<{ round: number }>(
    `WITH run AS (
       SELECT count(scored_at)::int AS scored FROM run_chunks WHERE run_id = $1
     ), others AS (
       SELECT ledger_id, scoring_round + scored AS present_round, scoring_round + chunks AS end_round
       FROM runs
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS chunks, count(scored_at)::int AS scored FROM run_chunks WHERE run_id = runs.id
       ) AS counted
       WHERE phase = 'scoring' AND status IN ('queued', 'running') AND scoring_round IS NOT NULL AND id <> $1
     ), present AS (
       SELECT min(present_round) AS round FROM others -- null: nothing is scored
     ), last AS (
       SELECT scoring_round + (SELECT count(*)::int FROM run_chunks WHERE run_id = runs.id) AS end_round
       FROM runs WHERE ledger_id = $2 AND kind = 'managed' AND scoring_round IS NOT NULL AND id <> $1
       ORDER BY id DESC LIMIT 1
     ), begun AS (
       UPDATE runs
       SET scoring_round = coalesce(greatest(
         present.round,
         (SELECT max(end_round) FROM others WHERE ledger_id = $2),
         -- Of chunks that were scored and runs that were cancelled, no more counts than the present round.
         (SELECT least(end_round, present.round + 1) FROM last WHERE present.round IS NOT NULL)
       ), 0) - run.scored
       FROM run, present WHERE id = $1 AND scoring_round IS NULL
       RETURNING scoring_round
     )
     SELECT coalesce((SELECT scoring_round FROM begun), (SELECT scoring_round FROM runs WHERE id = $1)) AS round`,
    [run.id, run.ledger_id],
  );
  return rows[0]!.round;
}

/** The priority of a chunk's job: the lower, the sooner. */
export function priorityOf(round: number, chunk: number): number {
  return Math.min(Math.max(round + chunk, 0) + 1, MAX_PRIORITY);
}
