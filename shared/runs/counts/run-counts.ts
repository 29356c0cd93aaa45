import { loadConfiguration } from '../../account/configurations.ts';
import type { ShownRun } from '../../contracts/run.ts';
import type { Database } from '../../db/database.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { optimizationOfRun } from '../../ledger/run-store.ts';
import {
  addCounts,
  costsOf,
  countWarehouses,
  NO_WAREHOUSES,
  type WarehouseCounts,
} from '../../ledger/status-counts.ts';
import { findRun, viewRun } from '../run-queries.ts';
import { openRunResults } from '../run-results.ts';

/** The most decisions that are read if nothing was counted. */
const MAX_READ = 20_000;

/** Decisions that are read at a time. */
const SLICE = 500;

/**
 * What a run ships from each warehouse, and what that costs: from its counts, or, for a small run, from its decisions. Null
 * for a large run of before this was counted.
 */
export async function readRunCounts(db: Database, run: RunRow): Promise<WarehouseCounts | null> {
  const { rows } = await db.pool.query<{ by_warehouse: WarehouseCounts | null }>(
    'SELECT by_warehouse FROM runs WHERE id = $1 AND ledger_id = $2',
    [run.id, run.ledger_id],
  );
  const stored = rows[0]?.by_warehouse ?? null;
  if (stored !== null || run.orders_routed > MAX_READ) return stored;
  let counts = NO_WAREHOUSES;
  const { slices } = await openRunResults(db, run);
  for await (const slice of slices({}, SLICE)) {
    counts = addCounts(counts, countWarehouses(slice.map(({ decision }) => decision)));
  }
  return counts;
}

/** A run as it is shown by itself, with what its orders cost if the account has rates. Throws AppError not_found. */
export async function showRun(db: Database, ledgerId: number, runId: number): Promise<ShownRun> {
  const run = await findRun(db.pool, ledgerId, runId);
  const view = await viewRun(db.pool, run);
  const configuration = await loadConfiguration(db, run.configuration_id);
  const counts = configuration.rates && (await readRunCounts(db, run));
  return {
    ...view,
    ...(await optimizationOfRun(db.pool, run, configuration)),
    ...(counts !== null && { costs: costsOf(counts) }),
  };
}
