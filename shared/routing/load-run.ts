import type { PresentedOrder } from '../contracts/presented-order.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { Database } from '../db/database.ts';
import { findRun } from './run-queries.ts';
import { openRunResults } from './run-results.ts';

/** Results read at a time. */
const SLICE = 1000;

/**
 * Reads a synchronous run back as it was answered: presenting it gives the same bytes again. Throws AppError not_found,
 * also for a run of another ledger.
 */
export async function loadRun(db: Database, ledgerId: number, runId: number): Promise<RoutedRun> {
  const row = await findRun(db.pool, ledgerId, runId);
  const results = await openRunResults(db, row);
  const decisions: PresentedOrder[] = [];
  for await (const slice of results.slices({}, SLICE)) for (const decided of slice) decisions.push(decided);
  return {
    run: { ...row, routing_run_id: row.id, orders_considered: row.orders_total },
    configuration: results.configuration,
    decisions,
  };
}
