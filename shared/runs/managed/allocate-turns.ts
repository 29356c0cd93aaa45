import { loadConfiguration, type StoredConfiguration } from '../../accounts/configurations.ts';
import { inTransaction, together } from '../../db/transaction.ts';
import type { Destination } from '../../engine/types.ts';
import { lockLedger } from '../../inventory/ledger-lock.ts';
import { decideOnBooks, loadBooks } from '../decide-stored.ts';
import { saveDecisions } from '../decision-store.ts';
import { runMode } from '../run-mode.ts';
import { loadOrdersOfTurn, type StoredOrder } from '../stored-orders.ts';
import { advanceRun, dropWorkingState } from './advance-run.ts';
import { lockManagedRun, type ManagedRun } from './managed-run.ts';
import { headOfLedger } from './run-line.ts';
import type { RunWorkDeps } from './score-chunk.ts';
import { startRun } from './start-run.ts';

/** Turns that one job takes before it makes way for other clients' runs. */
const TURNS_A_JOB = 16;

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
  const { db } = deps;
  const started = await inTransaction(db.pool, (tx) => startRun(tx, runId));
  if (started?.run.phase !== 'allocating') return null;
  const { run } = started;
  const configuration = await loadConfiguration(db, run.configuration_id);
  // What an order says never changes: it is read while the turn before is taken, and before the lock is.
  const read = async (turn: number): Promise<TurnOrders> => {
    const stored = await loadOrdersOfTurn(db.pool, runId, turn);
    const zips = stored.map(({ order }) => order.destination_zip);
    return { turn, stored, destinations: await deps.lanes.resolve(configuration, zips) };
  };
  let turns = 0;
  let orders = 0;
  let last: Turn | null = null;
  let next = read(run.next_turn);
  while (turns < TURNS_A_JOB && !last?.finished) {
    const reading = await next;
    next = turns + 1 < TURNS_A_JOB ? read(reading.turn + 1) : next;
    next.catch(() => {}); // told when its turn comes, if it does
    const turn = await takeTurn(deps, run, configuration, reading);
    if (turn === null) break;
    turns += 1;
    orders += turn.orders;
    last = turn;
  }
  await next.catch(() => {});
  return last && { ...last, turns, orders };
}

/** The orders of a turn, as they were received, and where they go. */
interface TurnOrders {
  readonly turn: number;
  readonly stored: readonly StoredOrder[];
  readonly destinations: ReadonlyMap<string, Destination | null>;
}

/** Null where it is not this turn's time, any more or yet. */
async function takeTurn(
  { db }: RunWorkDeps,
  { id: run_id, ledger_id }: ManagedRun,
  configuration: StoredConfiguration,
  { turn, stored, destinations }: TurnOrders,
): Promise<Turn | null> {
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const pinned_by = mode.honours_reservations ? null : run_id;
  const inTurn = { ...mode, prioritised: false };
  const context = { ledger_id, pinned_by, configuration, mode: inTurn };
  const orders = stored.map(({ order }) => order);
  return inTransaction(db.pool, async (tx) => {
    const [now, head, stock_epoch, books] = await together(tx, () => [
      lockManagedRun(tx, run_id),
      headOfLedger(tx, ledger_id),
      lockLedger(tx, ledger_id),
      loadBooks(tx, context, orders),
    ]);
    if (now?.status !== 'running' || now.phase !== 'allocating' || now.next_turn !== turn) return null;
    if (head !== run_id) return null;
    const { decisions, save } = decideOnBooks(context, books, destinations, orders);
    const [{ orders_routed, finished }] = await together(tx, () => [
      advanceRun(tx, run_id, { scored: 0, turns: 1, decisions }),
      save(tx),
      saveDecisions(
        tx,
        { ledger_id, stock_epoch, run_id, mode },
        stored.map(({ id, order }, i) => ({ id, order, decision: decisions[i]! })),
      ),
    ]);
    if (finished) await dropWorkingState(tx, run_id);
    return { orders: orders.length, orders_routed, next_turn: turn + 1, finished };
  });
}
