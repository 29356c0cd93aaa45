import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { usageOf } from '../../account/usage.ts';
import type { overview, overviewQuery } from '../../contracts/account/overview.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Principal } from '../../identity/principal.ts';
import { SHOWN_COLUMNS, type ShownRun, toListedRun } from '../../runs/run-queries.ts';
import { readLastSync } from './list-skus.ts';
import { type Period, periodOf, readBuckets, readFigures, readReasons } from './read-counts.ts';

type Overview = z.output<typeof overview>;

/**
 * Reads what happened to a ledger in a period, and which runs are under way. The decisions are already counted,
 * so it takes the same time for any number of them.
 */
export async function readOverview(
  db: Database,
  principal: Principal,
  query: z.output<typeof overviewQuery>,
  now: Date,
): Promise<Overview> {
  const { pool } = db;
  const { ledger_id } = principal;
  const period = await periodOf(pool, query);
  const before = { ...period, from: period.previous_from, to: period.from };
  const { rates } = await loadConfiguration(db, principal.configuration_id);
  const isPriced = rates !== null;
  const [figures, previous, buckets, reasons, runs, changes, usage, stock] = await Promise.all([
    readFigures(pool, ledger_id, period, isPriced),
    readFigures(pool, ledger_id, before, isPriced),
    readBuckets(pool, ledger_id, period),
    readReasons(pool, ledger_id, period),
    runsAtWork(pool, ledger_id, period),
    changesIn(pool, principal.client_id, period),
    usageOf(pool, principal, now),
    stockAge(pool, ledger_id),
  ]);
  const { from, to, bucket } = period;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket,
    figures,
    previous,
    buckets,
    ...reasons,
    runs,
    changes,
    usage,
    stock,
  };
}

/** The most runs that are shown. All are counted. */
const SHOWN = 10;

/**
 * Reads a ledger's runs that are under way, failed runs that wait for a person or failed in the period, and runs of the period
 * that left out invalid orders. All are managed runs, which have their own index.
 */
async function runsAtWork(
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
  const [underWay, failed, faulty] = await Promise.all([
    read(`phase <> 'done' AND status <> 'failed'`),
    read(`status = 'failed' AND (phase <> 'done' OR updated_at >= $2 AND updated_at < $3)`),
    read('fault_count > 0 AND created_at >= $2 AND created_at < $3'),
  ]);
  return {
    under_way: underWay.runs,
    under_way_count: underWay.of_all,
    failed: failed.runs,
    failed_count: failed.of_all,
    faulty: faulty.runs,
  };
}

/** The most changes of the configuration that are shown. */
const SHOWN_CHANGES = 100;

/** When the configuration of a client changed in a period. */
async function changesIn(
  db: Queryable,
  clientId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<string[]> {
  const { rows } = await db.query<{ activated_at: Date }>(
    `SELECT activated_at FROM activations WHERE client_id = $1 AND activated_at >= $2 AND activated_at < $3
     ORDER BY id DESC LIMIT ${SHOWN_CHANGES}`,
    [clientId, from, to],
  );
  return rows.map(({ activated_at }) => activated_at.toISOString());
}

/** The most syncs that the usual time between two is learned from. */
const LEARNED_FROM = 5000;

/** The last sync of a ledger, and how much time usually lies between two. */
async function stockAge(db: Queryable, ledgerId: number): Promise<Overview['stock']> {
  const [last, { rows }] = await Promise.all([
    readLastSync(db, ledgerId),
    // Many syncs may come at once, one a warehouse, so only the longest time of a day says something.
    db.query<{ usual: number | null }>(
      `SELECT CASE WHEN count(*) >= 3 THEN round(percentile_cont(0.5) WITHIN GROUP (ORDER BY longest))::int END AS usual
       FROM (
         SELECT max(extract(epoch FROM gap)) AS longest FROM (
           SELECT created_at, created_at - lag(created_at) OVER (ORDER BY id) AS gap FROM (
             SELECT id, created_at FROM ingest_runs WHERE ledger_id = $1 ORDER BY id DESC LIMIT ${LEARNED_FROM}
           ) AS latest WHERE created_at > now() - interval '14 days'
         ) AS gaps GROUP BY date_trunc('day', created_at, 'UTC')
       ) AS days WHERE longest IS NOT NULL`,
      [ledgerId],
    ),
  ]);
  return last && { ...last, usual_gap_seconds: rows[0]!.usual };
}
