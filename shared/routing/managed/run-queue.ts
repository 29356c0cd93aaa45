import type { Queryable } from '../../db/database.ts';
import type { RunRow } from '../run-row.ts';

/**
 * A ledger's run queue: its accepted runs are allocated one after another, in the order in which they were accepted.
 * Returns the id of the first run, or null if the queue is empty.
 */
export async function firstInQueue(db: Queryable, ledgerId: number): Promise<number | null> {
  const { rows } = await db.query<Pick<RunRow, 'id'>>({
    name: 'first-in-queue',
    text: `SELECT id FROM runs
           WHERE ledger_id = $1 AND phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')
           ORDER BY accepted_at, id LIMIT 1`,
    values: [ledgerId],
  });
  return rows[0]?.id ?? null;
}

/** Whether a run may be allocated now. */
export async function isFirstInQueue(
  db: Queryable,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<boolean> {
  return (await firstInQueue(db, ledger_id)) === id;
}
