import sql from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import { databaseNow } from '../../account/ledger-lock.ts';
import { inSnapshot, inTransaction } from '../../db/transaction.ts';
import { WINDOW_ORDERS } from '../../engine/window/batch-settings.ts';
import type { Decide, OrderDecisions, OrdersToDecide } from '../../ledger/decide-orders.ts';
import { planWindow } from '../../ledger/decide-window.ts';
import { readSuperseded } from '../../ledger/decisions/superseded-orders.ts';
import type { LedgerState } from '../../ledger/ledger-state.ts';
import { loadLedgerState } from '../../ledger/load-ledger-state.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { insertWindow } from '../../ledger/run-store.ts';
import {
  ALLOCATION_BATCH_ORDERS,
  ANSWER_SEARCH,
  SearchAllowance,
  type TooHard,
} from '../../ledger/search-allowance.ts';
import { loadOrdersOfBatches, withPriorities } from '../../ledger/stored-orders.ts';
import type { WorkDeps } from '../background-work.ts';
import { contextOfRun, endPass, openPass, type PassResult } from './allocation-pass.ts';
import type { AllocationBatches } from './allocation-reader.ts';
import { chooseWanted, decideBatch, ordersOf, saveBatch } from './decide-batch.ts';
import { isFirstInQueue } from './managed-run.ts';

/** The allocation batches of a window. */
export const WINDOW_BATCHES = WINDOW_ORDERS / ALLOCATION_BATCH_ORDERS;

/**
 * Allocates the run's next window, whose orders are improved together (docs/explanation/whole-window.md). Better routes are
 * looked for on a snapshot, and the ledger is free meanwhile; then all of the window is saved in one transaction under its
 * lock. Killed before that, it leaves nothing. Returns null as `allocationPass` does, and TOO_HARD if the orders are too hard
 * to be decided in one turn.
 */
export async function windowPass(
  deps: WorkDeps,
  run: RunRow,
  configuration: StoredConfiguration,
): Promise<PassResult | TooHard | null> {
  const began = performance.now();
  const window = await readWindow(deps, run, configuration);
  const plan = await planNext(deps, run, configuration, window);
  if (typeof plan !== 'function') return plan;
  return inTransaction(deps.db.pool, async (tx) => {
    const pass = await openPass(tx, run, configuration, window);
    if (pass === null) return null;
    const { state, released, ledger, saving } = pass;
    const allowance = new SearchAllowance(state.context.mode.consumes);
    const decide = (_: LedgerState, toDecide: OrdersToDecide) =>
      plan(state, toDecide, { allowance }) as OrderDecisions;
    const batch = decideBatch(run, state, window, released, decide);
    saveBatch(saving, state, ledger, batch);
    const { counts, window: outcome } = batch;
    const number = sql`(SELECT count(*) FROM run_windows WHERE run_id = ${run.id} AND ledger_id = ${run.ledger_id})`;
    const saved = insertWindow(run.ledger_id, run.id, number, outcome!);
    return endPass(pass, began, window.batches, counts, [saved]);
  });
}

async function readWindow(
  { db, lanes }: WorkDeps,
  run: RunRow,
  configuration: StoredConfiguration,
): Promise<AllocationBatches> {
  const { id, ledger_id, next_batch: first } = run;
  const batches = await loadOrdersOfBatches(db.pool, id, first, WINDOW_BATCHES);
  const stored = await withPriorities(db.pool, ledger_id, batches);
  const zips = stored.map(({ order }) => order.destination_zip);
  const destinations = await lanes.resolve(configuration, zips);
  return { first, batches: WINDOW_BATCHES, stored, destinations };
}

/** Looks for better routes on a snapshot. Returns how the orders are decided then; null: an earlier run has not ended. */
async function planNext(
  { db, windowWork, answerSearch = ANSWER_SEARCH }: WorkDeps,
  run: RunRow,
  configuration: StoredConfiguration,
  { stored, destinations }: AllocationBatches,
): Promise<Decide | TooHard | null> {
  const read = await inSnapshot(db.pool, async (tx) => {
    if (!(await isFirstInQueue(tx, run))) return null;
    const state = await loadLedgerState(tx, contextOfRun(run, configuration), ordersOf(stored));
    const released = await readSuperseded(tx, run.id);
    if (state.isDated) state.decideAt(run.as_of?.getTime() ?? (await databaseNow(tx)));
    return { state, released };
  });
  if (read === null) return null;
  const { wanted } = chooseWanted(run, read.state, stored, read.released);
  const toDecide = { orders: ordersOf(wanted), destinations };
  return planWindow(read.state, toDecide, { mostWork: answerSearch, windowWork });
}
