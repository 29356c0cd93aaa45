import type { RoutingOrder } from '../contracts/order.ts';
import { decide } from '../engine/decide.ts';
import type { Evidence } from '../engine/explain/explain.ts';
import { listCandidates } from '../engine/explain/listed-candidates.ts';
import { allocationOrder } from '../engine/rules/allocation-order.ts';
import type { Decision, Destination } from '../engine/types.ts';
import { inSpan } from '../foundation/telemetry/tracing.ts';
import type { LedgerState } from './ledger-state.ts';
import { SearchAllowance, TooHard, wasCutShort } from './search-allowance.ts';

// Decides on data alone: what a turn does between reading its ledger and saving what it changed.

/** Orders that are decided together: those of one request, or the next ones of a managed run. */
export interface OrdersToDecide {
  readonly orders: readonly RoutingOrder[];
  /** By destination_zip as sent; null is an invalid one. */
  readonly destinations: ReadonlyMap<string, Destination | null>;
  /** Of each order, the moment that it is decided at, in milliseconds since 1970. Not given: the state has one. */
  readonly moments?: readonly number[] | undefined;
}

/** How much is searched. */
export interface Searches {
  /** The work that the searches for all orders may take here. Not given: any. */
  readonly mostWork?: number | undefined;
}

/** Decisions in request order, and what each saw. */
export interface OrderDecisions {
  readonly decisions: readonly Decision[];
  readonly evidence: readonly (string | null)[];
}

/** What a turn made of a run: decisions, or why there are none. */
export type RunResult = OrderDecisions | Error;

/** Says which runs are refused, each as if those before it that were admitted were committed. */
export interface Gate<Run> {
  refusalOf(run: Run): Error | null;
  /** The run is decided. */
  admit(run: Run): void;
}

/**
 * Decides runs one after another, each on what the ones before it have left. A run that is too hard (TooHard) leaves
 * no trace: those behind it are decided as if it had not come yet. No further run is begun after `mostWork`. Returns the
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
    state.beginRun(run.orders);
    const allowance = new SearchAllowance(state.context.mode.consumes, run.mostWork);
    const result = decideOrders(state, run, { allowance });
    results.push(result);
    work += allowance.work;
    if (result instanceof TooHard) {
      state.undoRun();
    } else {
      gate.admit(run);
      state.replaceLatest(run.orders);
      state.endRun(run.orders, result.decisions);
    }
  }
  return results;
}

/** Called with each decision before it uses up stock, because its evidence changes then. */
export type OnDecided = (place: number, decision: Decision, evidence: Evidence) => void;

/** How orders are decided beside their input. */
interface DecideOptions {
  readonly allowance: SearchAllowance;
  readonly onDecided?: OnDecided | undefined;
}

/**
 * Decides orders one after another in the order of docs/explanation/stock.md. Each order sees what the ones before it
 * have left. Changes the state.
 */
export function decideOrders(
  state: LedgerState,
  { orders, destinations, moments }: OrdersToDecide,
  { allowance, onDecided }: DecideOptions,
): OrderDecisions | TooHard {
  return inSpan(
    'decide',
    () => {
      const decisions = new Array<Decision>(orders.length);
      const storedEvidence = new Array<string | null>(orders.length);
      for (const place of allocationOrder(orders, state.context.mode.prioritised)) {
        const order = orders[place]!;
        const destination = destinations.get(order.destination_zip) ?? null;
        if (moments !== undefined) state.decideAt(moments[place]!);
        state.giveBack(order);
        const grant = allowance.grant();
        const { compiled } = state.context.configuration;
        const decided = decide(compiled, state.inputOf(order, destination), grant.effort);
        allowance.settle(grant);
        if (wasCutShort(grant)) return new TooHard();
        const evidence = state.evidenceOf(order, destination);
        const decision = listCandidates(compiled, decided, evidence);
        storedEvidence[place] = state.storedEvidenceOf(decision, evidence);
        onDecided?.(place, decision, evidence);
        state.use(decision, order);
        decisions[place] = state.completed(decision, order);
      }
      return { decisions, evidence: storedEvidence };
    },
    { orders: orders.length },
  );
}

/** The same with all the work that the orders may have, wherever they are decided. */
export function decideAll(state: LedgerState, toDecide: OrdersToDecide): OrderDecisions {
  const allowance = new SearchAllowance(state.context.mode.consumes);
  return decideOrders(state, toDecide, { allowance }) as OrderDecisions;
}
