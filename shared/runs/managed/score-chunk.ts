import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { takeLedger } from '../../account/ledger-lock.ts';
import { type Pipeline, pipeline } from '../../db/pipeline.ts';
import { inTransaction, rolledBack } from '../../db/transaction.ts';
import { readSuperseded } from '../../ledger/decisions/superseded-orders.ts';
import { changesOf, type DecisionContext, ledgerContext } from '../../ledger/ledger-state.ts';
import { loadLedgerState } from '../../ledger/load-ledger-state.ts';
import { runMode } from '../../ledger/run-mode.ts';
import type { IdRange, RunRow } from '../../ledger/run-row.ts';
import type { StatusTally } from '../../ledger/status-counts.ts';
import { pinStock } from '../../ledger/stock/stock-store.ts';
import { loadDestinationZips, loadOrderRange } from '../../ledger/stored-orders.ts';
import type { WorkDeps } from '../background-work.ts';
import { advanceRun, type RunAdvance } from './advance-run.ts';
import {
  type DecidedOrders,
  decideBatch,
  NOTHING,
  ordersOf,
  type StoredBatch,
  saveBatch,
} from './decide-batch.ts';
import { loadManagedRun, lockManagedRun, settleMoment, startRun } from './managed-run.ts';
import { isWorkable } from './run-states.ts';

/** What a scoring job did. */
export interface ScoreOutcome extends RunAdvance {
  readonly orders: number;
  readonly destinations: number;
  /** Whether it was the run's first job. */
  readonly started: boolean;
  /** Whether the run's chunks are all scored and its orders are still to be allocated. */
  readonly to_allocate: boolean;
  /** What was decided. */
  readonly tally: StatusTally;
}

/**
 * Scores a chunk of a managed run: does all that does not depend on what other orders use up. It asks carriers for lanes,
 * for the whole service. If orders do not see each other (routing-only, or Variant B without consumption),
 * it decides the chunk. Running it again changes nothing. Returns null if nothing was left to do.
 */
export async function scoreChunk(deps: WorkDeps, runId: number, chunk: number): Promise<ScoreOutcome | null> {
  const began = performance.now();
  const run = await loadManagedRun(deps.db.pool, runId);
  if (run === null || !isWorkable(run)) return null;
  const range = await loadChunk(deps.db.pool, runId, chunk);
  if (range === null || range.scored) return null;
  const configuration = await loadConfiguration(deps.db, run.configuration_id);
  const mode = runMode(configuration);
  const pinsNow = mode.inventory_aware && !mode.honours_reservations && !mode.consumes;
  const started = await inTransaction(deps.db.pool, async (tx) => {
    const start = await startRun(tx, runId);
    const as_of = start && !mode.consumes ? await settleMoment(tx, start.run) : 0;
    // Orders that do not see each other are allocated as they are scored, so their snapshot is pinned now.
    if (pinsNow && start?.first) await pinStock(tx, run.ledger_id, runId);
    return start && { ...start, as_of };
  });
  if (started === null) return null;

  const chunkToDecide = mode.consumes ? null : await readChunk(deps, configuration, range);
  const destinations =
    chunkToDecide?.destinations.size ??
    (await deps.lanes.prepare(
      configuration,
      await loadDestinationZips(deps.db.pool, range.first_id, range.orders),
    ));
  return inTransaction(deps.db.pool, async (tx) => {
    if (!(await claimChunk(tx, runId, chunk))) return null;
    const saving = pipeline(tx);
    const ledgers = { ...ledgerContext(run.ledger_id, configuration), heeds_disabled: true };
    const pinned = { kind: 'run', run_id: runId } as const;
    const context = mode.inventory_aware ? { ...ledgers, stock: pinned } : ledgers;
    const { stock, ...decided } =
      chunkToDecide === null
        ? { ...NOTHING, stock: [] }
        : await decideChunk(tx, saving, context, run, chunkToDecide, started.as_of);
    const { advance } = await saving.run({
      stock,
      advance: () => advanceRun(tx, run, { scored: range.orders, began, ...decided }),
    });
    if (advance === null) return rolledBack(tx, null);
    const to_allocate = mode.consumes && advance.orders_scored === run.orders_total;
    const did = { orders: range.orders, destinations, started: started.first };
    return { ...did, ...advance, to_allocate, tally: decided.tally };
  });
}

/** A chunk's orders with their destinations. */
async function readChunk(
  { db, lanes }: WorkDeps,
  configuration: StoredConfiguration,
  range: IdRange,
): Promise<StoredBatch> {
  const stored = await loadOrderRange(db.pool, range.first_id, range.orders);
  const zips = stored.map(({ order }) => order.destination_zip);
  return { stored, destinations: await lanes.resolve(configuration, zips) };
}

/**
 * Decides a chunk's orders, which do not see each other, and sends the decisions. They reserve no units and take no
 * slots, so they are decided without the ledger's lock, and saved under it. If other requests concern any of them, or they
 * may hold slots, all are decided again under the lock.
 */
async function decideChunk(
  tx: pg.PoolClient,
  saving: Pipeline,
  context: DecisionContext,
  run: RunRow,
  batch: StoredBatch,
  as_of: number,
): Promise<DecidedOrders & { readonly stock: Sql[] }> {
  const orders = ordersOf(batch.stored);
  let state = await loadLedgerState(tx, context, orders);
  state.decideAt(as_of);
  let decided = decideBatch(run, state, batch, new Set());
  const { ledger, released, known } = await pipeline(tx).run({
    run: () => lockManagedRun(tx, run),
    ledger: () => takeLedger(tx, context.ledger_id),
    released: () => readSuperseded(tx, run.id),
    known: () =>
      loadLedgerState(
        tx,
        context,
        orders.map(({ order_id }) => ({ order_id, lines: [] })),
      ),
  });
  if (known.latest.size > 0 || released.size > 0 || ledger.holds_places) {
    state = await loadLedgerState(tx, context, orders);
    state.locked({ as_of, holds_places: ledger.holds_places });
    decided = decideBatch(run, state, batch, released);
  }
  saveBatch(saving, state, ledger, decided);
  return { ...decided.counts, stock: changesOf(state) };
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
