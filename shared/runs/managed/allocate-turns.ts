import { loadConfiguration, type StoredConfiguration } from '../../accounts/configurations.ts';
import { inTransaction, together } from '../../db/transaction.ts';
import { type LockedLedger, takeLedger } from '../../inventory/ledger-lock.ts';
import { loadBooks } from '../decide-stored.ts';
import { runMode } from '../run-mode.ts';
import { loadOrdersOfTurns } from '../stored-orders.ts';
import { decideStep, type StepOrders } from './decide-step.ts';
import { lockManagedRun, type ManagedRun } from './managed-run.ts';
import { headOfLedger } from './run-line.ts';
import type { RunWorkDeps } from './score-chunk.ts';
import { startRun } from './start-run.ts';

/** Turns that one job takes before it makes way for other clients' runs. */
const TURNS_A_JOB = 80;

/** Turns that are taken together, in one transaction, as long as nobody else wants the ledger. */
const MOST_TOGETHER = 8;

/** Who waited so long for the ledger's lock was not alone. */
const WAITED_MS = 0.5;

/** What an allocation job did. */
export interface AllocateOutcome {
  readonly turns: number;
  readonly orders: number;
  readonly orders_routed: number;
  readonly next_turn: number;
  readonly finished: boolean;
}

/** What one transaction did, and how long it waited for the ledger. */
type Turn = Omit<AllocateOutcome, 'turns'> & Pick<LockedLedger, 'waited_ms'>;

/**
 * Takes a run's next turns: they decide their orders on the stock as it is then, in short transactions under the
 * ledger's lock, so that synchronous requests of the same client get theirs in between. Where nobody waits for the
 * other, more and more turns share a transaction; as soon as someone did, each has its own. Where it stops, or
 * is stopped, the run's row says what is next. Null where it is not this run's time.
 */
export async function allocateTurns(deps: RunWorkDeps, runId: number): Promise<AllocateOutcome | null> {
  const { db } = deps;
  const started = await inTransaction(db.pool, (tx) => startRun(tx, runId));
  if (started?.run.phase !== 'allocating') return null;
  const { run } = started;
  const configuration = await loadConfiguration(db, run.configuration_id);
  // What an order says never changes: it is read while the turn before is taken, and before the lock is.
  const read = async (first: number, turns: number): Promise<TurnOrders> => {
    const stored = await loadOrdersOfTurns(db.pool, runId, first, turns);
    const zips = stored.map(({ order }) => order.destination_zip);
    return { first, turns, stored, destinations: await deps.lanes.resolve(configuration, zips) };
  };
  let turns = 0;
  let orders = 0;
  let atOnce = 1;
  let last: Turn | null = null;
  let next = read(run.next_turn, atOnce);
  while (turns < TURNS_A_JOB && !last?.finished) {
    const reading = await next;
    if (turns + reading.turns < TURNS_A_JOB) next = read(reading.first + reading.turns, atOnce);
    next.catch(() => {}); // told when its turn comes, if it does
    const turn = await takeTurns(deps, run, configuration, reading);
    if (turn === null) break;
    turns += reading.turns;
    orders += turn.orders;
    atOnce = turn.waited_ms > WAITED_MS ? 1 : Math.min(2 * atOnce, MOST_TOGETHER);
    last = turn;
  }
  await next.catch(() => {});
  if (last === null) return null;
  const { orders_routed, next_turn, finished } = last;
  return { turns, orders, orders_routed, next_turn, finished };
}

/** The orders of turns that follow one another, as they were received, and where they go. */
interface TurnOrders extends StepOrders {
  readonly first: number;
  readonly turns: number;
}

/** Null where it is not these turns' time, any more or yet. */
async function takeTurns(
  { db }: RunWorkDeps,
  { id: run_id, ledger_id }: ManagedRun,
  configuration: StoredConfiguration,
  reading: TurnOrders,
): Promise<Turn | null> {
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const pinned_by = mode.honours_reservations ? null : run_id;
  const inTurn = { ...mode, prioritised: false };
  const context = { ledger_id, pinned_by, configuration, mode: inTurn };
  const { first, turns } = reading;
  const orders = reading.stored.map(({ order }) => order);
  return inTransaction(db.pool, async (tx) => {
    const [now, head, { stock_epoch, waited_ms }, books] = await together(tx, () => [
      lockManagedRun(tx, run_id),
      headOfLedger(tx, ledger_id),
      takeLedger(tx, ledger_id),
      loadBooks(tx, context, orders),
    ]);
    if (now?.status !== 'running' || now.phase !== 'allocating' || now.next_turn !== first) return null;
    if (head !== run_id) return null;
    const advance = await decideStep(tx, run_id, context, books, stock_epoch, reading, { scored: 0, turns });
    const { orders_routed, finished } = advance;
    return { orders: orders.length, orders_routed, next_turn: first + turns, finished, waited_ms };
  });
}
