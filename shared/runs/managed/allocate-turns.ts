import { loadConfiguration } from '../../accounts/configurations.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockLedger } from '../../inventory/ledger-lock.ts';
import { decideOnBooks, loadBooks } from '../decide-stored.ts';
import { saveDecisions } from '../decision-store.ts';
import { runMode } from '../run-mode.ts';
import { loadOrdersOfTurn } from '../stored-orders.ts';
import { advanceRun } from './advance-run.ts';
import { loadManagedRun, lockManagedRun } from './managed-run.ts';
import { headOfLedger } from './run-line.ts';
import type { RunWorkDeps } from './score-chunk.ts';
import { startRun } from './start-run.ts';

/** Turns that one job takes before it makes way for other clients' runs. */
const TURNS_A_JOB = 40;

/** What an allocation job did. */
export interface AllocateOutcome {
  readonly turns: number;
  readonly orders: number;
  readonly orders_routed: number;
  readonly next_turn: number;
  readonly finished: boolean;
}

type Turn = Omit<AllocateOutcome, 'turns'>;

/**
 * Takes a run's next turns: each decides its orders on the stock as it is then, in one short transaction under
 * the ledger's lock, so that synchronous requests of the same client get theirs in between. Where it stops, or
 * is stopped, the run's row says what is next. Null where it is not this run's time.
 */
export async function allocateTurns(deps: RunWorkDeps, runId: number): Promise<AllocateOutcome | null> {
  await inTransaction(deps.db.pool, (tx) => startRun(tx, runId));
  let turns = 0;
  let orders = 0;
  let last: Turn | null = null;
  while (turns < TURNS_A_JOB && !last?.finished) {
    const turn = await allocateTurn(deps, runId);
    if (turn === null) break;
    turns += 1;
    orders += turn.orders;
    last = turn;
  }
  return last && { ...last, turns, orders };
}

async function allocateTurn(deps: RunWorkDeps, runId: number): Promise<Turn | null> {
  const { db } = deps;
  const run = await loadManagedRun(db.pool, runId);
  if (run === null || run.phase !== 'allocating' || run.status !== 'running') return null;
  if ((await headOfLedger(db.pool, run.ledger_id)) !== runId) return null;
  const configuration = await loadConfiguration(db, run.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  // Read before the lock is taken: what an order says never changes.
  const stored = await loadOrdersOfTurn(db.pool, runId, run.next_turn);
  const orders = stored.map(({ order }) => order);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  return inTransaction(db.pool, async (tx) => {
    const now = await lockManagedRun(tx, runId);
    if (now?.next_turn !== run.next_turn || now.status !== 'running') return null;
    const { ledger_id } = run;
    const stock_epoch = await lockLedger(tx, ledger_id);
    const pinned_by = mode.honours_reservations ? null : runId;
    const inTurn = { ...mode, prioritised: false };
    const context = { ledger_id, pinned_by, configuration, mode: inTurn };
    const books = await loadBooks(tx, context, orders);
    const { decisions, save } = decideOnBooks(context, books, destinations, orders);
    await save(tx);
    await saveDecisions(
      tx,
      { ledger_id, stock_epoch, run_id: runId, mode },
      stored.map(({ id, order }, i) => ({ id, order, decision: decisions[i]! })),
    );
    const { orders_routed, finished } = await advanceRun(tx, runId, { scored: 0, turns: 1, decisions });
    return { orders: orders.length, orders_routed, next_turn: run.next_turn + 1, finished };
  });
}
