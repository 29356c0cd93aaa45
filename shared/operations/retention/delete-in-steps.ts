import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';

/** The most rows that a transaction deletes, so that it is short. */
const ROWS_A_STEP = 1000;

/** Rows to be removed: the rows of a table that meet a condition. */
export interface Removable {
  readonly table: string;
  readonly condition: Sql;
}

/** Counts the rows to be removed. */
export async function countRows(
  { pool }: Pick<Database, 'pool'>,
  { table, condition }: Removable,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    prepared(sql`SELECT count(*) AS n FROM ${raw(table)} WHERE ${condition}`),
  );
  return rows[0]!.n;
}

/** Deletes rows in short transactions, until none is left or the signal aborts. Returns how many it deleted. */
export async function deleteInSteps(
  { pool }: Pick<Database, 'pool'>,
  { table, condition }: Removable,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let step = ROWS_A_STEP; step === ROWS_A_STEP && !signal?.aborted; deleted += step) {
    const { rowCount } = await pool.query(
      prepared(sql`
        DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${raw(table)} WHERE ${condition} LIMIT ${ROWS_A_STEP} FOR UPDATE SKIP LOCKED
        ))`),
    );
    step = rowCount ?? 0;
  }
  return deleted;
}
