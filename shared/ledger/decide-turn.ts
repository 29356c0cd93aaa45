import type { WindowPlan } from '../engine/window/lay-over.ts';
import { decideOrders, type OrderDecisions, type OrdersToDecide } from './decide-orders.ts';
import { decideWindow, isWindow } from './decide-window.ts';
import type { LedgerState } from './ledger-state.ts';
import { SearchAllowance, TOO_HARD, type TooHard } from './search-allowance.ts';
import type { Refused } from './turns.ts';

// Decides on data alone: what a turn does between reading its ledger and saving what it changed.

/** How much is searched. */
export interface Searches {
  /** Better routes for the orders together, which were found on an earlier state. */
  readonly plan?: WindowPlan | undefined;
  /** The work of a search for better routes on this state: of all, or what of the plan was lost. Not given: the usual. */
  readonly windowWork?: number | undefined;
  /** The work that the searches for all orders may take here. Not given: any. */
  readonly mostWork?: number | undefined;
}

/** What a turn made of a run: decisions, or why it is refused, such as TOO_HARD. */
export type RunResult = OrderDecisions | Refused;

/** Says which runs are refused, each as if those before it that were admitted were committed. */
export interface Gate<Run> {
  refusalOf(run: Run): Refused | null;
  /** The same of a run that was decided. */
  refusalOfDecided(run: Run, decided: OrderDecisions): Refused | null;
  /** The run is decided. */
  admit(run: Run): void;
}

/**
 * Decides runs one after another, each on what the ones before it have left. A run that is refused leaves no trace:
 * those behind it are decided as if it had not come yet. No further run is begun after `mostWork`. Returns the
 * results of the runs that it came to, the first ones.
 */
export function decideTurn<Run extends OrdersToDecide & Searches>(
  state: LedgerState,
  runs: readonly Run[],
  { gate, mostWork }: { readonly gate: Gate<Run>; readonly mostWork: number },
): RunResult[] {
  const results: RunResult[] = [];
  let work = 0;
  for (const run of runs) {
    if (work >= mostWork) break;
    const refusal = gate.refusalOf(run);
    if (refusal !== null) {
      results.push(refusal);
      continue;
    }
    const { consumes, honours_reservations } = state.context.mode;
    const allowance = new SearchAllowance(consumes, run.mostWork);
    const attempt = (): RunResult => {
      const decided = decideRun(state, run, allowance);
      if (decided === TOO_HARD) return { refused: TOO_HARD };
      return gate.refusalOfDecided(run, decided) ?? decided;
    };
    // Where nothing is reserved, the next run does not see what this one uses up.
    const isKept = (result: RunResult) => honours_reservations && !('refused' in result);
    const result = state.attempt(run.orders, attempt, isKept);
    results.push(result);
    work += allowance.work;
    if ('refused' in result) continue;
    gate.admit(run);
    state.replaceLatest(run.orders);
  }
  return results;
}

function decideRun(
  state: LedgerState,
  run: OrdersToDecide & Searches,
  allowance: SearchAllowance,
): OrderDecisions | TooHard {
  const { plan, windowWork } = run;
  return isWindow(state.context, run.orders.length)
    ? decideWindow(state, run, { allowance, plan, windowWork })
    : decideOrders(state, run, { allowance });
}
