import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import type { accountRun } from '../../contracts/account/runs.ts';
import type { Database } from '../../db/database.ts';
import { optimizationOfRun } from '../../ledger/run-store.ts';
import { costsOf } from '../../ledger/status-counts.ts';
import { readRunCounts } from '../../runs/counts/run-counts.ts';
import { findRun, viewRun } from '../../runs/run-queries.ts';

/**
 * Reads a run, and what it ships from each warehouse. An operator also sees why a step is tried again. Throws AppError
 * not_found, also for a run of another ledger.
 */
export async function readAccountRun(
  db: Database,
  ledgerId: number,
  runId: number,
  { forOperator }: { readonly forOperator: boolean },
): Promise<z.output<typeof accountRun>> {
  const row = await findRun(db.pool, ledgerId, runId);
  const stored = await loadConfiguration(db, row.configuration_id);
  const { configuration } = stored;
  const [shown, optimization, counts] = await Promise.all([
    viewRun(db.pool, row),
    optimizationOfRun(db.pool, row, stored),
    readRunCounts(db, row),
  ]);
  const view = { ...shown, ...optimization };
  const { configuration_id, retry_error } = row;
  if (forOperator && view.progress.waiting_for === 'retry' && retry_error !== null) {
    view.progress.retry_error = retry_error;
  }
  if (counts === null) {
    return { run: view, warehouses: null, shipments: null, units_shipped: null, configuration_id };
  }
  const warehouses = configuration.warehouses
    .map(({ warehouse_id, warehouse_name }, index) => ({
      warehouse_id,
      warehouse_name,
      shipments: counts[`${index} shipments`] ?? 0,
      units: counts[`${index} units`] ?? 0,
    }))
    .filter(({ units }) => units > 0)
    .sort((left, right) => right.units - left.units);
  const run = configuration.rates ? { ...view, costs: costsOf(counts) } : view;
  const sum = (of: 'shipments' | 'units') => warehouses.reduce((total, each) => total + each[of], 0);
  return { run, warehouses, shipments: sum('shipments'), units_shipped: sum('units'), configuration_id };
}
