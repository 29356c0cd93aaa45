import { loadConfiguration } from '../../account/configurations.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isWindow } from '../../ledger/decide-orders.ts';
import { ledgerContext } from '../../ledger/ledger-state.ts';
import { TOO_HARD } from '../../ledger/search-allowance.ts';
import { addCounts } from '../../ledger/status-counts.ts';
import { loadOrdersOfBatches } from '../../ledger/stored-orders.ts';
import type { WorkDeps } from '../background-work.ts';
import { allocationPass, type PassResult } from './allocation-pass.ts';
import { AllocationReader } from './allocation-reader.ts';
import { startRun } from './managed-run.ts';
import { WINDOW_BATCHES, windowPass } from './window-pass.ts';

/** Batches that one job allocates before it lets other clients' runs go first. A job ends sooner if a task waits for its thread. */
const BATCHES_A_JOB = 80;

/**
 * Allocates the run's next batches on the stock as it is then, in transactions under the ledger's lock. Many batches
 * share a transaction; it ends as soon as another request waits for the lock, so that synchronous requests of the same
 * client are answered in between. The run's row says which batch is next, wherever this stops or is stopped. Returns
 * null if the run may not be allocated now: another worker has done these batches, or an earlier run of the ledger has
 * not ended. Of a run whose orders are improved together, a job allocates one window.
 */
export async function allocateRun(deps: WorkDeps, runId: number): Promise<PassResult | null> {
  const { db, lanes } = deps;
  const started = await inTransaction(db.pool, (tx) => startRun(tx, runId));
  if (started?.run.phase !== 'allocating') return null;
  const { run } = started;
  const configuration = await loadConfiguration(db, run.configuration_id);
  let most = BATCHES_A_JOB;
  let { isThreadWaitedFor } = deps;
  // Whether an order would be worse is known order by order.
  const isEach = run.selection !== null && 'unless_worse' in run.selection && run.selection.unless_worse;
  if (!isEach && isWindow(ledgerContext(run.ledger_id, configuration), run.orders_total)) {
    const pass = await windowPass(deps, run, configuration);
    if (pass !== TOO_HARD) return pass;
    // Its orders are allocated as ever, in this job: the next one would look for better routes of most of them again.
    most = WINDOW_BATCHES;
    isThreadWaitedFor = undefined;
  }
  const reader = new AllocationReader(run.next_batch, run.next_batch + most, async (first, batches) => {
    const stored = await loadOrdersOfBatches(db.pool, runId, first, batches);
    const zips = stored.map(({ order }) => order.destination_zip);
    return { first, batches, stored, destinations: await lanes.resolve(configuration, zips) };
  });
  let done: PassResult | null = null;
  while (done === null || (done.batches < most && !done.finished)) {
    const pass = await allocationPass(deps, run, configuration, reader);
    if (pass === null) break;
    done = done === null ? pass : both(done, pass);
    if (isThreadWaitedFor?.()) break;
  }
  return done;
}

/** The result of two passes, of which `later` came second. */
function both(earlier: PassResult, later: PassResult): PassResult {
  return {
    ...later,
    batches: earlier.batches + later.batches,
    orders: earlier.orders + later.orders,
    tally: addCounts(earlier.tally, later.tally),
    waited_ms: earlier.waited_ms + later.waited_ms,
  };
}
