import type pg from 'pg';
import { loadConfiguration, type StoredConfiguration } from '../../accounts/configurations.ts';
import { lockLedger } from '../../accounts/ledger-lock.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import { NO_WAREHOUSES } from '../counts/warehouse-counts.ts';
import { pinStock } from '../inventory/stock-store.ts';
import type { DecisionContext, LedgerState } from '../ledger-state.ts';
import { loadLedgerState } from '../load-ledger-state.ts';
import { runMode } from '../run-mode.ts';
import type { IdRange, RunRow } from '../run-row.ts';
import { NO_TALLY, type StatusTally } from '../status-counts.ts';
import { loadDestinationZips, loadOrderRange } from '../stored-orders.ts';
import { advanceRun, dropWorkingState, type RunAdvance, RunNoLongerRunning } from './advance-run.ts';
import { decideAndSave, ordersOf } from './decide-and-save.ts';
import { isWorkable, loadManagedRun, startRun } from './managed-run.ts';
import type { RunWorkDeps } from './run-work.ts';

/** What a scoring job did. */
export interface ScoreOutcome extends RunAdvance {
  readonly orders: number;
  readonly destinations: number;
  /** Whether the run's chunks are all scored and its orders are still to be allocated. */
  readonly to_allocate: boolean;
  /** What was decided. */
  readonly tally: StatusTally;
}

/**
 * Scores a chunk of a managed run: does all that does not depend on what other orders use up. It resolves lanes and
 * caches them for the whole service. If orders do not see each other (routing-only, or Variant B without consumption),
 * it decides the chunk. Running it again changes nothing. Returns null if nothing was left to do.
 */
export async function scoreChunk(
  deps: RunWorkDeps,
  runId: number,
  chunk: number,
): Promise<ScoreOutcome | null> {
  const run = await loadManagedRun(deps.db.pool, runId);
  if (run === null || !isWorkable(run)) return null;
  const range = await loadChunk(deps.db.pool, runId, chunk);
  if (range === null || range.scored) return null;
  const configuration = await loadConfiguration(deps.db, run.configuration_id);
  const mode = runMode(configuration);
  const pinsNow = mode.inventory_aware && !mode.honours_reservations && !mode.consumes;
  const started = await inTransaction(deps.db.pool, async (tx) => {
    const start = await startRun(tx, runId);
    // Orders that do not see each other are allocated as they are scored, so their snapshot is pinned now.
    if (pinsNow && start?.first) await pinStock(tx, run.ledger_id, runId);
    return start;
  });
  if (started === null) return null;
  if (started.first) deps.onMilestone?.('started');

  if (mode.consumes) return scoreDestinations(deps, configuration, run, chunk, range);
  const stored = await loadOrderRange(deps.db.pool, range.first_id, range.orders);
  const orders = ordersOf(stored);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  return unlessCancelled(() =>
    inTransaction(deps.db.pool, async (tx) => {
      if (!(await claimChunk(tx, runId, chunk))) return null;
      const pinned_by = mode.inventory_aware ? runId : null;
      const context = { ledger_id: run.ledger_id, pinned_by, configuration, mode };
      const { state, stock_epoch } = await loadChunkState(tx, context, orders);
      const saving = pipeline(tx);
      const batch = { stored, destinations };
      const { tally, by_warehouse } = decideAndSave(saving, runId, state, stock_epoch, batch);
      const { advance } = await saving.run({
        stock: state.changes(),
        advance: () =>
          advanceRun(tx, run, { scored: orders.length, batches: 0, counts: tally, by_warehouse }),
      });
      if (advance.finished) await dropWorkingState(tx, runId);
      return {
        orders: orders.length,
        destinations: destinations.size,
        ...advance,
        to_allocate: false,
        tally,
      };
    }),
  );
}

/**
 * Loads what a chunk's orders are decided on. They promise no units, so they need the ledger's lock only if an earlier
 * decision on one of their order IDs has a reservation, which they release. The reservation and its stock are then read
 * again: other orders may change them until the lock is taken.
 */
async function loadChunkState(
  tx: pg.PoolClient,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
): Promise<{ readonly state: LedgerState; readonly stock_epoch: number | null }> {
  const state = await loadLedgerState(tx, context, orders);
  if (state.reservations.length === 0) return { state, stock_epoch: null };
  const stock_epoch = await lockLedger(tx, context.ledger_id);
  return { state: await loadLedgerState(tx, context, orders), stock_epoch };
}

/** Resolves a chunk's lanes for the allocation, which decides its orders later. */
async function scoreDestinations(
  { db, lanes }: RunWorkDeps,
  configuration: StoredConfiguration,
  run: RunRow,
  chunk: number,
  { first_id, orders }: ChunkToScore,
): Promise<ScoreOutcome | null> {
  const zips = await loadDestinationZips(db.pool, first_id, orders);
  await lanes.resolve(configuration, zips);
  return unlessCancelled(() =>
    inTransaction(db.pool, async (tx) => {
      if (!(await claimChunk(tx, run.id, chunk))) return null;
      const step = { scored: orders, batches: 0, counts: NO_TALLY, by_warehouse: NO_WAREHOUSES };
      const advance = await advanceRun(tx, run, step);
      const to_allocate = advance.orders_scored === run.orders_total;
      return { orders, destinations: zips.length, ...advance, to_allocate, tally: NO_TALLY };
    }),
  );
}

async function unlessCancelled<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RunNoLongerRunning) return null;
    throw error;
  }
}

interface ChunkToScore extends IdRange {
  readonly scored: boolean;
}

async function loadChunk(
  db: Pick<pg.Pool, 'query'>,
  runId: number,
  chunk: number,
): Promise<ChunkToScore | null> {
  const { rows } = await db.query<ChunkToScore>(
    `SELECT first_id, orders, scored_at IS NOT NULL AS scored FROM run_chunks WHERE run_id = $1 AND chunk = $2`,
    [runId, chunk],
  );
  return rows[0] ?? null;
}

/** Takes the chunk for this transaction. Returns false if another transaction has scored it. */
async function claimChunk(tx: pg.PoolClient, runId: number, chunk: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE run_chunks SET scored_at = clock_timestamp() WHERE run_id = $1 AND chunk = $2 AND scored_at IS NULL',
    [runId, chunk],
  );
  return rowCount === 1;
}
