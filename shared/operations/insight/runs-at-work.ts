import type { z } from 'zod';
import type { overview } from '../../contracts/account/overview.ts';
import type { Queryable } from '../../db/database.ts';
import { SHOWN_COLUMNS, type ShownRun, toListedRun } from '../../routing/run-queries.ts';
import type { Period } from './read-counts.ts';

/** The most runs that are shown. All are counted. */
const SHOWN = 10;

/**
 * Reads a ledger's runs that are under way, and its failed runs that wait for a person or failed in the period. All of
 * these are managed runs, which have their own index.
 */
export async function runsAtWork(
  db: Queryable,
  ledgerId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<z.output<typeof overview>['runs']> {
  const read = async (condition: string) => {
    const { rows } = await db.query<ShownRun & { readonly of_all: number }>(
      `SELECT ${SHOWN_COLUMNS}, count(*) OVER () AS of_all FROM runs
       WHERE ledger_id = $1 AND kind = 'managed' AND ${condition}
         AND $2::timestamptz IS NOT NULL AND $3::timestamptz IS NOT NULL
       ORDER BY id DESC LIMIT ${SHOWN}`,
      [ledgerId, from, to],
    );
    return { runs: rows.map(toListedRun), of_all: rows[0]?.of_all ?? 0 };
  };
  const [underWay, failed] = await Promise.all([
    read(`phase <> 'done' AND status <> 'failed'`),
    read(`status = 'failed' AND (phase <> 'done' OR updated_at >= $2 AND updated_at < $3)`),
  ]);
  return {
    under_way: underWay.runs,
    under_way_count: underWay.of_all,
    failed: failed.runs,
    failed_count: failed.of_all,
  };
}
