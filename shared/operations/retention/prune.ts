import type { Database } from '../../db/database.ts';
import type { Config } from '../../foundation/config/config.ts';
import { deleteOldVersions } from '../../ledger/stock/stock-store.ts';
import { countRows, deleteInSteps } from './delete-in-steps.ts';
import { LAPSED_ROWS } from './lapsed-rows.ts';
import { pruneAudit } from './prune-audit.ts';
import { type PruneOptions, pruneRuns } from './prune-runs.ts';
import { pruneStockLog } from './prune-stock-log.ts';

/** What was removed of one kind, or would be. */
export interface PrunedKind {
  readonly kind: string;
  readonly count: number;
}

/** How many days rows are kept. Null: for ever. */
export type Retention = Pick<Config, 'retentionDays' | 'auditRetentionDays' | 'stockLogDays'>;

/**
 * Removes rows that have lapsed, and orders, decisions, runs and entries of the audit log that are too old.
 * `withPruneLock` keeps other processes from doing the same.
 */
export async function prune(
  db: Pick<Database, 'pool'>,
  { retentionDays, auditRetentionDays, stockLogDays }: Retention,
  options: PruneOptions,
): Promise<PrunedKind[]> {
  const { dryRun, signal } = options;
  const pruned: PrunedKind[] = [];
  for (const { kind, ...rows } of LAPSED_ROWS) {
    pruned.push({ kind, count: await (dryRun ? countRows(db, rows) : deleteInSteps(db, rows, signal)) });
  }
  if (auditRetentionDays !== null)
    pruned.push({
      kind: 'entries of the audit log',
      count: await pruneAudit(db, auditRetentionDays, options),
    });
  const runs = await pruneRuns(db, retentionDays, options);
  if (runs !== null) {
    pruned.push(
      { kind: 'orders with their decisions', count: runs.orders },
      { kind: 'runs', count: runs.runs },
    );
    pruned.push({ kind: 'old orders kept: their reservation is active', count: runs.orders_kept });
  }
  if (!dryRun) {
    await pruneStockLog(db, await daysAgo(db, stockLogDays), signal);
    await deleteLeftVersions(db, signal);
  }
  return pruned;
}

/** By the database's clock, which dates all rows. */
async function daysAgo({ pool }: Pick<Database, 'pool'>, days: number): Promise<Date> {
  const { rows } = await pool.query<{ moment: Date }>(
    `SELECT date_trunc('milliseconds', now() - make_interval(days => $1)) AS moment`,
    [days],
  );
  return rows[0]!.moment;
}

/** Deletes old versions of stock that an upload could not delete. */
async function deleteLeftVersions({ pool }: Pick<Database, 'pool'>, signal?: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM ledgers l
     WHERE EXISTS (SELECT FROM stock WHERE ledger_id = l.id AND version < l.stock_version)
        OR EXISTS (SELECT FROM skus WHERE ledger_id = l.id AND version < l.stock_version)`,
  );
  for (const { id } of rows) if (!signal?.aborted) await deleteOldVersions(pool, id);
}
