import type { Queryable } from '../database.ts';

/** A worker that has not reported for so long does not count as alive. */
const ALIVE_SECONDS = 15;

/** Rows of killed workers are deleted at this age. */
const FORGOTTEN_AFTER = '1 hour';

/** True in SQL if a worker is alive. The database's clock alone decides, so clocks of machines may differ. */
export const WORKER_IS_ALIVE = `EXISTS (
  SELECT FROM workers WHERE seen_at > statement_timestamp() - interval '${ALIVE_SECONDS} seconds'
)`;

/** Counts workers that can take jobs, in all processes. */
export async function countLiveWorkers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ workers: number }>({
    name: 'count-live-workers',
    text: `SELECT count(*)::int AS workers FROM workers
           WHERE seen_at > statement_timestamp() - interval '${ALIVE_SECONDS} seconds'`,
  });
  return rows[0]!.workers;
}

/** Records that a worker is alive. */
export async function reportAlive(db: Queryable, workerId: string): Promise<void> {
  await db.query({
    name: 'report-alive',
    text: `WITH forgotten AS (
             DELETE FROM workers WHERE seen_at < statement_timestamp() - interval '${FORGOTTEN_AFTER}' AND id <> $1
           )
           INSERT INTO workers (id, seen_at) VALUES ($1, statement_timestamp())
           ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    values: [workerId],
  });
}

/** Records that a worker has stopped. */
export async function reportStopped(db: Queryable, workerId: string): Promise<void> {
  await db.query('DELETE FROM workers WHERE id = $1', [workerId]);
}
