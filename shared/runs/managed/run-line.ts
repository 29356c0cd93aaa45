import type pg from 'pg';

/**
 * A ledger's accepted runs take their turns one run after another, in the order in which they were accepted.
 * Returns the id of the one whose time it is, or null where none waits.
 */
export async function headOfLedger(db: Pick<pg.Pool, 'query'>, ledgerId: number): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'head-of-ledger',
    text: `SELECT id FROM runs
           WHERE ledger_id = $1 AND phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')
           ORDER BY accepted_at, id LIMIT 1`,
    values: [ledgerId],
  });
  return rows[0]?.id ?? null;
}
