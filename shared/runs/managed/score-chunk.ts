import type pg from 'pg';
import { loadConfiguration, type StoredConfiguration } from '../../accounts/configurations.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { Database } from '../../db/database.ts';
import { send } from '../../db/sql.ts';
import { inTransaction, together } from '../../db/transaction.ts';
import { NO_WAREHOUSES } from '../../insight/warehouse-counts.ts';
import { lockLedger } from '../../inventory/ledger-lock.ts';
import { pinStock } from '../../inventory/stock-store.ts';
import type { LaneResolver } from '../../transit/lane-resolver.ts';
import { type Books, type DecisionContext, loadBooks, OpenBooks } from '../decide-stored.ts';
import { runMode } from '../run-mode.ts';
import { NO_TALLY, type RunTally } from '../run-summary.ts';
import { loadDestinationZips, loadOrderRange } from '../stored-orders.ts';
import { advanceRun, dropWorkingState, type RunAdvance, RunNoLongerRunning } from './advance-run.ts';
import { decideStep } from './decide-step.ts';
import { isWorkable, loadManagedRun, type ManagedRun } from './managed-run.ts';
import { startRun } from './start-run.ts';

/** What happens once in a run's life, reported after the transaction that did it. */
export type RunMilestone = 'started' | 'scored' | 'completed';

export interface RunWorkDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly onMilestone?: (milestone: RunMilestone) => void;
  /** Whether another task waits for the thread that works. */
  readonly isThreadWaitedFor?: () => boolean;
}

/** What a scoring job did; null where there was nothing left to do. */
export interface ScoreOutcome extends RunAdvance {
  readonly orders: number;
  readonly destinations: number;
  /** Whether the run's chunks are all scored and its turns are still to be taken. */
  readonly to_allocate: boolean;
  /** What was decided. */
  readonly tally: RunTally;
}

/**
 * Scores a chunk of a managed run: all that does not depend on what other orders use up. Lanes are resolved
 * and cached for the whole service; where orders do not see each other (routing-only, or Variant B without
 * consumption) the chunk is decided for good. Running it again changes nothing.
 */
export async function scoreChunk(
  deps: RunWorkDeps,
  runId: number,
  chunk: number,
): Promise<ScoreOutcome | null> {
  const run = await loadManagedRun(deps.db.pool, runId);
  if (run === null || !isWorkable(run)) return null;
  const stretch = await loadChunk(deps.db.pool, runId, chunk);
  if (stretch === null || stretch.scored) return null;
  const configuration = await loadConfiguration(deps.db, run.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const pinsNow = mode.inventory_aware && !mode.honours_reservations && !mode.consumes;
  const started = await inTransaction(deps.db.pool, async (tx) => {
    const start = await startRun(tx, runId);
    // Orders that do not see each other are allocated as they are scored: this is when their snapshot is pinned.
    if (pinsNow && start?.first) await pinStock(tx, run.ledger_id, runId);
    return start;
  });
  if (started === null) return null;
  if (started.first) deps.onMilestone?.('started');

  if (mode.consumes) return scoreDestinations(deps, configuration, run, chunk, stretch);
  const stored = await loadOrderRange(deps.db.pool, stretch.first_id, stretch.orders);
  const orders = stored.map(({ order }) => order);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  return unlessCancelled(() =>
    inTransaction(deps.db.pool, async (tx) => {
      if (!(await claimChunk(tx, runId, chunk))) return null;
      const pinned_by = mode.inventory_aware ? runId : null;
      const context = { ledger_id: run.ledger_id, pinned_by, configuration, mode };
      const { books, stock_epoch } = await loadChunkBooks(tx, context, orders);
      const open = new OpenBooks(context, books);
      const [advance, tally] = await together(tx, () => {
        const decided = decideStep(tx, runId, context, open, stock_epoch, { stored, destinations });
        const { tally: counts, by_warehouse } = decided;
        const step = { scored: orders.length, turns: 0, counts, by_warehouse };
        return [advanceRun(tx, runId, step), counts, ...send(tx, open.changes()), decided.saved];
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
async function loadChunkBooks(
  tx: pg.PoolClient,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
): Promise<{ readonly books: Books; readonly stock_epoch: number | null }> {
  const books = await loadBooks(tx, context, orders);
  if (books.held.length === 0) return { books, stock_epoch: null };
  const stock_epoch = await lockLedger(tx, context.ledger_id);
  return { books: await loadBooks(tx, context, orders), stock_epoch };
}

/** Resolves a chunk's lanes for the turns that will decide its orders. */
async function scoreDestinations(
  { db, lanes }: RunWorkDeps,
  configuration: StoredConfiguration,
  run: ManagedRun,
  chunk: number,
  { first_id, orders }: Chunk,
): Promise<ScoreOutcome | null> {
  const zips = await loadDestinationZips(db.pool, first_id, orders);
  await lanes.resolve(configuration, zips);
  return unlessCancelled(() =>
    inTransaction(db.pool, async (tx) => {
      if (!(await claimChunk(tx, run.id, chunk))) return null;
      const step = { scored: orders, turns: 0, counts: NO_TALLY, by_warehouse: NO_WAREHOUSES };
      const advance = await advanceRun(tx, run.id, step);
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

/** Orders of a run, by their ids from `first_id`. */
interface Chunk {
  readonly first_id: number;
  readonly orders: number;
  readonly scored: boolean;
}

async function loadChunk(db: Pick<pg.Pool, 'query'>, runId: number, chunk: number): Promise<Chunk | null> {
  const { rows } = await db.query<Chunk>(
    `SELECT first_id, orders, scored_at IS NOT NULL AS scored FROM run_chunks WHERE run_id = $1 AND chunk = $2`,
    [runId, chunk],
  );
  return rows[0] ?? null;
}

/** Takes the chunk for this transaction; false where another has scored it. */
async function claimChunk(tx: pg.PoolClient, runId: number, chunk: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE run_chunks SET scored_at = clock_timestamp() WHERE run_id = $1 AND chunk = $2 AND scored_at IS NULL',
    [runId, chunk],
  );
  return rowCount === 1;
}
