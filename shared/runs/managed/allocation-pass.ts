import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import { decisionMoment, hasWaiters, type LockedLedger, takeLedger } from '../../account/ledger-lock.ts';
import { awaitedLater, flush, type Pipeline, pipeline } from '../../db/pipeline.ts';
import { inTransaction, rolledBack } from '../../db/transaction.ts';
import { readSuperseded } from '../../ledger/decisions/superseded-orders.ts';
import {
  changesOf,
  type DecisionContext,
  type LedgerState,
  ledgerContext,
} from '../../ledger/ledger-state.ts';
import { loadLedgerState, readFurther } from '../../ledger/load-ledger-state.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { ordersIn, type StatusTally } from '../../ledger/status-counts.ts';
import type { WorkDeps } from '../background-work.ts';
import { advanceRun } from './advance-run.ts';
import type { AllocationBatches, AllocationReader } from './allocation-reader.ts';
import { both, type DecidedOrders, decideBatch, NOTHING, ordersOf, saveBatch } from './decide-batch.ts';
import { isFirstInQueue, lockManagedRun, settleMoment } from './managed-run.ts';

/** After so many batches a pass ends. One read of batches may exceed it. */
const BATCHES_A_PASS = 40;

/** A pass that waited so long for the ledger's lock is not alone: others may wait, too. */
const WAITED_MS = 0.5;

/** If orders are so hard to decide, others may wait by now: the pass ends. */
const SLOW_MS = 100;

/** What a pass did. */
export interface PassResult {
  readonly batches: number;
  readonly orders: number;
  readonly finished: boolean;
  readonly tally: StatusTally;
  /** How long others had the ledger's lock meanwhile, in milliseconds. */
  readonly waited_ms: number;
}

/**
 * Allocates the run's next batches in one transaction under the ledger's lock: reads their stock once and writes it
 * once. Stops early if another request waits for the lock. Returns null if another worker has done these batches, or an
 * earlier run of the ledger is not finished. `npm run bench -- --suite runs` guards its speed, and
 * `npm run check neighbours -- --only own-window` the wait of others.
 */
export async function allocationPass(
  { db }: WorkDeps,
  run: RunRow,
  configuration: StoredConfiguration,
  reader: AllocationReader,
): Promise<PassResult | null> {
  const began = performance.now();
  const first = await reader.next();
  return inTransaction(db.pool, async (tx) => {
    const pass = await openPass(tx, run, configuration, first);
    if (pass === null) return null;
    const { othersWait, batches, decided } = await decideBatches(pass, first, reader);
    const done = await endPass(pass, began, batches, decided);
    if (done !== null && othersWait) reader.slowDown(first.first + batches);
    return done;
  });
}

/** A pass that has the ledger's lock. */
interface OpenPass {
  readonly tx: pg.PoolClient;
  readonly run: RunRow;
  /** The ids of the run's orders that were released while they waited. */
  readonly released: ReadonlySet<number>;
  readonly state: LedgerState;
  readonly ledger: LockedLedger;
  /** Sends the decisions. */
  readonly saving: Pipeline;
}

/** What the orders of a run that uses up stock are decided on. Its batches are in the order of allocation. */
export function contextOfRun(
  { id: run_id, ledger_id, as_of }: RunRow,
  configuration: StoredConfiguration,
): DecisionContext {
  const ledgers = ledgerContext(ledger_id, configuration);
  const pinned = { kind: 'run', run_id } as const;
  const stock = ledgers.mode.honours_reservations ? ledgers.stock : pinned;
  const since = as_of?.getTime() ?? null;
  const mode = { ...ledgers.mode, prioritised: false };
  return { ...ledgers, stock, since, mode, heeds_disabled: true, adds_orders: true };
}

/**
 * Takes the locks, and loads the availability of the first batches. Returns null if the batches may not be allocated
 * now.
 */
export async function openPass(
  tx: pg.PoolClient,
  run: RunRow,
  configuration: StoredConfiguration,
  first: AllocationBatches,
): Promise<OpenPass | null> {
  const { id: run_id, ledger_id } = run;
  const context = contextOfRun(run, configuration);
  const { now, isFirst, ledger, state, released } = await pipeline(tx).run({
    now: () => lockManagedRun(tx, run),
    isFirst: () => isFirstInQueue(tx, run),
    ledger: () => takeLedger(tx, ledger_id),
    state: () => loadLedgerState(tx, context, ordersOf(first.stored)),
    released: () => readSuperseded(tx, run_id),
  });
  if (now?.status !== 'running' || now.phase !== 'allocating') return null;
  if (now.next_batch !== first.first || !isFirst) return null;
  // Only now, because a run that is not its ledger's first may have had the lock for nothing.
  state.locked({
    as_of: await settleMoment(tx, run),
    holds_places: ledger.holds_places,
    decided_at: decisionMoment(ledger),
  });
  return { tx, run, released, state, ledger, saving: pipeline(tx) };
}

/** Saves all that a pass changes. Returns null if another worker has done its batches. */
export async function endPass(
  { tx, run, state, ledger, saving }: OpenPass,
  began: number,
  batches: number,
  decided: DecidedOrders,
  also: readonly Sql[] = [],
): Promise<PassResult | null> {
  const { advance } = await saving.run({
    stock: [...changesOf(state), ...also],
    advance: () => advanceRun(tx, run, { batches, began, ...decided }),
  });
  if (advance === null) return rolledBack(tx, null);
  const { tally } = decided;
  const { waited_ms } = ledger;
  return { batches, orders: ordersIn(tally), finished: advance.finished, tally, waited_ms };
}

/** What a pass has decided. */
interface DecidedBatches {
  readonly batches: number;
  readonly decided: DecidedOrders;
  /** Whether other requests wait for the ledger, or may by now. */
  readonly othersWait: boolean;
}

/**
 * Decides the pass's batches. While some of them are decided, the database saves the decisions before them and reads
 * the availability of the batches behind them.
 */
async function decideBatches(
  { tx, run, released, state, ledger, saving }: OpenPass,
  first: AllocationBatches,
  reader: AllocationReader,
): Promise<DecidedBatches> {
  let batches = 0;
  let decided = NOTHING;
  let othersWait = ledger.waited_ms > WAITED_MS;
  let present = first;
  while (true) {
    const isLast = othersWait || batches + present.batches >= BATCHES_A_PASS;
    const following = isLast ? null : await reader.afterNext();
    const ahead = following === null ? null : lookAhead({ tx, state, ledger }, following);
    await flush();
    const started = performance.now();
    const batch = decideBatch(run, state, present, released);
    saveBatch(saving, state, ledger, batch);
    decided = both(decided, batch.counts);
    batches += present.batches;
    othersWait ||= performance.now() - started > SLOW_MS;
    reader.advance();
    if (following === null || ahead === null) break;
    const { isWanted, further } = await ahead;
    othersWait ||= isWanted;
    if (othersWait || further === null) break;
    state.add(further);
    present = following;
  }
  return { batches, decided, othersWait };
}

/**
 * Asks whether another request waits for the ledger, and reads the availability of the following batches. `further` is
 * null if there are no more orders, or if they need a new state (the next pass).
 */
function lookAhead(
  { tx, state, ledger }: Pick<OpenPass, 'tx' | 'state' | 'ledger'>,
  following: AllocationBatches,
) {
  const isEnd = following.stored.length === 0;
  return awaitedLater(
    pipeline(tx).run({
      isWanted: () => hasWaiters(tx, ledger),
      further: isEnd ? null : () => readFurther(tx, state, ordersOf(following.stored)),
    }),
  );
}
