import type { z } from 'zod';
import type { Principal } from '../../accounts/principal.ts';
import { usageOf } from '../../accounts/usage.ts';
import type { overview, overviewQuery } from '../../contracts/account/overview.ts';
import type { planUsage } from '../../contracts/account/usage.ts';
import type { Database } from '../../db/database.ts';
import { readLastSync } from './last-sync.ts';
import { type Period, periodOf, readBuckets, readFigures, readReasons } from './read-counts.ts';
import { runsAtWork } from './runs-at-work.ts';

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
  const [figures, previous, buckets, reasons, counted_since, runs, usage, stock] = await Promise.all([
    readFigures(pool, ledger_id, period),
    readFigures(pool, ledger_id, before),
    readBuckets(pool, ledger_id, period),
    readReasons(pool, ledger_id, period),
    countedSince(db, ledger_id),
    runsAtWork(pool, ledger_id, period),
    readPlanUsage(db, principal, now),
    readLastSync(pool, ledger_id),
  ]);
  const { from, to, bucket } = period as Period;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket,
    counted_since: counted_since?.toISOString() ?? null,
    figures,
    previous,
    buckets,
    ...reasons,
    runs,
    usage,
    stock,
  };
}

/** Since when a ledger's decisions are counted; null: all of them are. See `countEarlierDecisions`. */
async function countedSince({ pool }: Database, ledgerId: number): Promise<Date | null> {
  const { rows } = await pool.query<{ moment: Date }>(
    `SELECT coalesce((SELECT created_at FROM runs WHERE ledger_id = u.ledger_id AND id >= u.run_id ORDER BY id LIMIT 1), now())
       AS moment
     FROM uncounted_decisions u WHERE ledger_id = $1`,
    [ledgerId],
  );
  return rows[0]?.moment ?? null;
}

/** What a client has used of its plan, for people. */
export async function readPlanUsage(
  { pool }: Database,
  principal: Principal,
  now: Date,
): Promise<z.output<typeof planUsage>> {
  const usage = await usageOf(pool, principal, now);
  return {
    plan: principal.plan.code,
    period: usage.routed_orders_period,
    used: usage.routed_orders_used,
    limit: usage.routed_orders_limit,
    remaining: usage.routed_orders_remaining,
    inventory_rows_limit: principal.plan.inventory_rows_limit,
  };
}
