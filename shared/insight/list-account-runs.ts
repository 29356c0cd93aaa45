import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { accountRunPage, accountRunsQuery } from '../contracts/account/runs.ts';
import { decodeCursor, encodeCursor } from '../contracts/cursor.ts';
import type { Queryable } from '../db/database.ts';
import { unprepared } from '../db/sql.ts';
import { SHOWN_COLUMNS, type ShownRun, toListedRun } from '../runs/run-queries.ts';
import { boundsOf } from './run-ranges.ts';

/** The end of a page: whether its last run has not ended, and the id of that run. */
const position = z.tuple([z.boolean(), z.int().min(1)]);

/** Synchronous runs end with their request. Only a managed run has another status than completed. */
const ONLY_MANAGED = sql`kind = 'managed'`;

/**
 * Reads one page of a ledger's runs: those that have not ended, then the others, both newest first. Throws AppError
 * validation_failed for a bad cursor.
 */
export async function listAccountRuns(
  db: Queryable,
  ledgerId: number,
  { cursor, limit, status, kind, from, to }: z.output<typeof accountRunsQuery>,
): Promise<z.output<typeof accountRunPage>> {
  const [live, before] = cursor ? decodeCursor(position, cursor) : [true, Number.MAX_SAFE_INTEGER];
  const { first, last } = await boundsOf(db, ledgerId, { from, to });
  const managed = kind === 'managed' || (status !== undefined && status !== 'completed');
  if (managed && kind === 'sync') return { runs: [], next_cursor: null };
  const read = async (phase: '<>' | '=', below: number, most: number) => {
    const { rows } = await db.query<ShownRun>(
      unprepared(sql`
        SELECT ${raw(SHOWN_COLUMNS)} FROM runs
        WHERE ledger_id = ${ledgerId} AND phase ${raw(phase)} 'done' AND id < ${below} AND id >= ${first} AND id <= ${last}
          AND ${managed ? ONLY_MANAGED : kind ? sql`kind = 'sync'` : sql`true`}
          AND ${status ? sql`status = ${status}::run_status` : sql`true`}
          AND (${from ?? null}::timestamptz IS NULL OR created_at >= ${from ?? null})
          AND (${to ?? null}::timestamptz IS NULL OR created_at < ${to ?? null})
        ORDER BY id DESC LIMIT ${most}`),
    );
    return rows.map((run) => ({ live: phase === '<>', run }));
  };
  const unfinished = live ? await read('<>', before, limit + 1) : [];
  const room = limit + 1 - unfinished.length;
  const ended = room > 0 ? await read('=', live ? Number.MAX_SAFE_INTEGER : before, room) : [];
  const found = [...unfinished, ...ended];
  const page = found.slice(0, limit);
  const end = page.at(-1);
  return {
    runs: page.map(({ run }) => toListedRun(run)),
    next_cursor: end && found.length > limit ? encodeCursor([end.live, end.run.id]) : null,
  };
}
