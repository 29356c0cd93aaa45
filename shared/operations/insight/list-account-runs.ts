import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { accountRunPage, accountRunsQuery } from '../../contracts/account/runs.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { Queryable } from '../../db/database.ts';
import { selectRuns, toListedRun } from '../../runs/run-queries.ts';
import { boundsOf } from '../../runs/search/run-ranges.ts';

/** The end of a page: whether its last run has not ended, and the id of that run. */
const position = z.tuple([z.boolean(), z.int().min(1)]);

/** Synchronous runs end with their request. Only a managed run has another status than completed. */
const ONLY_MANAGED = sql`kind = 'managed'`;

/**
 * Reads one page of a ledger's runs: those that have not ended, then the others, both newest first; or all of them,
 * oldest first. Throws AppError validation_failed for a bad cursor.
 */
export async function listAccountRuns(
  db: Queryable,
  ledgerId: number,
  { cursor, limit, number, kind, sort, ...filter }: z.output<typeof accountRunsQuery>,
): Promise<z.output<typeof accountRunPage>> {
  const end = cursor === undefined ? null : decodeCursor(position, cursor);
  const { first, last } = await boundsOf(db, ledgerId, filter);
  const { status } = filter;
  const managed = kind === 'managed' || (status !== undefined && status !== 'completed');
  if (managed && kind === 'sync') return { runs: [], next_cursor: null };
  const ofKind = managed ? ONLY_MANAGED : kind ? sql`kind = 'sync'` : sql`true`;
  const numbered = number ? sql`client_run_number = ${number}` : sql`true`;
  const read = async (live: boolean, condition: Sql, order: 'ASC' | 'DESC', most: number) => {
    const all = sql`${condition} AND id >= ${first} AND id <= ${last} AND ${ofKind} AND ${numbered}`;
    return (await selectRuns(db, ledgerId, filter, all, order, most)).map((run) => ({ live, run }));
  };
  const newestFirst = async () => {
    const [live, before] = end ?? [true, Number.MAX_SAFE_INTEGER];
    const unfinished = live
      ? await read(true, sql`phase <> 'done' AND id < ${before}`, 'DESC', limit + 1)
      : [];
    const room = limit + 1 - unfinished.length;
    const below = live ? Number.MAX_SAFE_INTEGER : before;
    const ended = room > 0 ? await read(false, sql`phase = 'done' AND id < ${below}`, 'DESC', room) : [];
    return [...unfinished, ...ended];
  };
  const found =
    sort === 'created_at'
      ? await read(false, sql`id > ${end?.[1] ?? 0}`, 'ASC', limit + 1)
      : await newestFirst();
  const { page, next_cursor } = pageOf(found, limit, ({ live, run }) => [live, run.id]);
  return { runs: page.map(({ run }) => toListedRun(run)), next_cursor };
}
