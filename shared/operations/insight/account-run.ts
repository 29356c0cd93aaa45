import type { z } from 'zod';
import { loadConfiguration } from '../../accounts/configurations.ts';
import type { accountRun } from '../../contracts/account/runs.ts';
import type { Database } from '../../db/database.ts';
import { findRun, viewRun } from '../../routing/run-queries.ts';
import { openRunResults } from '../../routing/run-results.ts';
import type { RunRow } from '../../routing/run-row.ts';
import {
  addCounts,
  countWarehouses,
  NO_WAREHOUSES,
  type WarehouseCounts,
} from '../../routing/status-counts.ts';

/** The most decisions that are read if nothing was counted. */
const MAX_READ = 20_000;

/** Decisions that are read at a time. */
const SLICE = 500;

/**
 * Reads a run, and what it ships from each warehouse: from its counts (`countWarehouses`), or, for a small run, from its
 * decisions. Throws AppError not_found, also for a run of another ledger.
 */
export async function readAccountRun(
  db: Database,
  ledgerId: number,
  runId: number,
): Promise<z.output<typeof accountRun>> {
  const row = await findRun(db.pool, ledgerId, runId);
  const [run, counts, { configuration }] = await Promise.all([
    viewRun(db.pool, row),
    readCounts(db, row),
    loadConfiguration(db, row.configuration_id),
  ]);
  const { configuration_id } = row;
  if (counts === null) {
    return { run, warehouses: null, shipments: null, units_shipped: null, configuration_id };
  }
  const warehouses = configuration.warehouses
    .map(({ warehouse_id, warehouse_name }, place) => ({
      warehouse_id,
      warehouse_name,
      shipments: counts[`${place} shipments`] ?? 0,
      units: counts[`${place} units`] ?? 0,
    }))
    .filter(({ units }) => units > 0)
    .sort((left, right) => right.units - left.units);
  const sum = (of: 'shipments' | 'units') => warehouses.reduce((total, each) => total + each[of], 0);
  return { run, warehouses, shipments: sum('shipments'), units_shipped: sum('units'), configuration_id };
}

async function readCounts(db: Database, run: RunRow): Promise<WarehouseCounts | null> {
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
