import { loadConfiguration } from '../../accounts/configurations.ts';
import { inTransaction } from '../../db/transaction.ts';
import { addTallies, NO_TALLY } from '../run-summary.ts';
import { loadOrdersOfTurns } from '../stored-orders.ts';
import { type HeldTurns, holdLedger } from './hold-ledger.ts';
import type { RunWorkDeps } from './score-chunk.ts';
import { startRun } from './start-run.ts';
import { TurnReader } from './turn-reader.ts';

/** Turns that one job takes before it makes way for other clients' runs; fewer where a task waits for its thread. */
const TURNS_A_JOB = 80;

/** What an allocation job did. */
export type AllocateOutcome = HeldTurns;

/**
 * Takes a run's next turns: they decide their orders on the stock as it is then, in transactions under the ledger's
 * lock. Where nobody waits for the other, many turns share a transaction; as soon as someone does, it ends, so that
 * synchronous requests of the same client get theirs in between. Where it stops, or is stopped, the run's row says
 * what is next. Null where it is not this run's time.
 */
export async function allocateTurns(deps: RunWorkDeps, runId: number): Promise<AllocateOutcome | null> {
  const { db, lanes } = deps;
  const started = await inTransaction(db.pool, (tx) => startRun(tx, runId));
  if (started?.run.phase !== 'allocating') return null;
  const { run } = started;
  if (started.first) deps.onMilestone?.('started');
  const configuration = await loadConfiguration(db, run.configuration_id);
  const end = run.next_turn + TURNS_A_JOB;
  const reader = new TurnReader(run.next_turn, end, async (first, turns) => {
    const stored = await loadOrdersOfTurns(db.pool, runId, first, turns);
    const zips = stored.map(({ order }) => order.destination_zip);
    return { first, turns, stored, destinations: await lanes.resolve(configuration, zips) };
  });
  let turns = 0;
  let orders = 0;
  let waited_ms = 0;
  let tally = NO_TALLY;
  let last: HeldTurns | null = null;
  while (turns < TURNS_A_JOB && !last?.finished) {
    const hold = await holdLedger(deps, run, configuration, reader);
    if (hold === null) break;
    turns += hold.turns;
    orders += hold.orders;
    waited_ms += hold.waited_ms;
    tally = addTallies(tally, hold.tally);
    last = hold;
    if (hold.finished) deps.onMilestone?.('completed');
    if (deps.isThreadWaitedFor?.()) break;
  }
  return last && { ...last, turns, orders, tally, waited_ms };
}
