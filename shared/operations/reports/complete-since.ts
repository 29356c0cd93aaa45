import type { Queryable } from '../../db/database.ts';

/** The time since which no run of a ledger was removed by age. Null if none was removed. */
export async function completeSince(db: Queryable, ledgerId: number): Promise<Date | null> {
  const { rows } = await db.query<{ complete_since: Date | null }>(
    'SELECT complete_since FROM ledgers WHERE id = $1',
    [ledgerId],
  );
  return rows[0]!.complete_since;
}
