import type { RoutingOrder } from '../contracts/order.ts';
import { decide } from '../engine/decide.ts';
import { listCandidates } from '../engine/explain/listed-candidates.ts';
import { allocationOrder } from '../engine/rules/allocation-order.ts';
import { settingOf } from '../engine/settings.ts';
import type { Decision, Destination } from '../engine/types.ts';
import type { WindowFigures } from '../engine/window/outcome.ts';
import { inSpan } from '../foundation/telemetry/tracing.ts';
import { type DecisionContext, type LedgerState, NOTHING, type Seen } from './ledger-state.ts';
import { SearchAllowance, TOO_HARD, type TooHard } from './search-allowance.ts';

/** Orders that are decided together: those of one request, or the next ones of a managed run. */
export interface OrdersToDecide {
  readonly orders: readonly RoutingOrder[];
  /** By destination_zip as sent; null is an invalid one. */
  readonly destinations: ReadonlyMap<string, Destination | null>;
  /** Of each order, the moment that it is decided at, in milliseconds since 1970. Not given: the state has one. */
  readonly moments?: readonly number[] | undefined;
}

/** Decisions in request order, and what each saw. */
export interface OrderDecisions {
  readonly decisions: readonly Decision[];
  readonly evidence: readonly (string | null)[];
  /** If the orders were improved together. */
  readonly window?: WindowOutcome;
}

/** Result of improving orders together. */
export interface WindowOutcome {
  readonly figures: WindowFigures;
  /** The lines of the window (shared/engine/window/facts.ts) as NDJSON, behind a line with what else its floor needs. */
  readonly lines: string;
}

/** Called with each decision before it uses up stock, because its evidence changes then. */
export type OnDecided = (index: number, decision: Decision, seen: Seen) => void;

/** How orders are decided beside their input. */
interface DecideOptions {
  readonly allowance: SearchAllowance;
  readonly onDecided?: OnDecided | undefined;
  /** Whether the order stays as it was before. Then it keeps its units and slots, and its decision is not used. */
  readonly stays?: Stays | undefined;
}

/** Decides orders on a state and changes it: one after another, or together (decide-window.ts). */
export type Decide = (
  state: LedgerState,
  toDecide: OrdersToDecide,
  options: DecideOptions,
) => OrderDecisions | TooHard;

type Stays = (order: RoutingOrder, decision: Decision) => boolean;

/** Whether orders are improved together. */
export function improves({ mode, configuration }: Pick<DecisionContext, 'mode' | 'configuration'>): boolean {
  const { settings } = configuration.configuration;
  return mode.consumes && settingOf(settings, 'batch_optimization') === 'improve';
}

/** Whether so many orders are improved together where they are decided in one request or managed run. */
export function isWindow(context: DecisionContext, orders: number): boolean {
  return orders > 1 && improves(context);
}

/**
 * Decides orders one after another in the order of docs/explanation/stock.md. Each order sees what the ones before it
 * have left. Changes the state.
 */
export function decideOrders(
  state: LedgerState,
  { orders, destinations, moments }: OrdersToDecide,
  { allowance, onDecided, stays }: DecideOptions,
): OrderDecisions | TooHard {
  return inSpan(
    'decide',
    () => {
      const decisions = new Array<Decision>(orders.length);
      const storedEvidence = new Array<string | null>(orders.length);
      for (const index of allocationOrder(orders, state.context.mode.prioritised)) {
        const order = orders[index]!;
        const destination = destinations.get(order.destination_zip) ?? null;
        if (moments !== undefined) state.decideAt(moments[index]!);
        const held = state.heldBy(order.order_id);
        state.hold(order.order_id, NOTHING);
        const grant = allowance.grant();
        const { compiled } = state.context.configuration;
        const seen = state.seenBy(order, destination);
        const decided = decide(compiled, seen, grant.budget);
        if (allowance.settle(grant, decided.used)) return TOO_HARD;
        const decision = listCandidates(compiled, decided.decision, seen);
        storedEvidence[index] = state.storedEvidenceOf(decision, seen);
        onDecided?.(index, decision, seen);
        state.hold(order.order_id, stays?.(order, decision) ? held : state.takenBy(decision, order));
        decisions[index] = state.withExpiry(decision, order);
      }
      return { decisions, evidence: storedEvidence };
    },
    { orders: orders.length },
  );
}

/** As `decideOrders`, with the full search budget. */
export function decideAll(state: LedgerState, toDecide: OrdersToDecide, stays?: Stays): OrderDecisions {
  const allowance = new SearchAllowance(state.context.mode.consumes);
  return decideOrders(state, toDecide, { allowance, stays }) as OrderDecisions;
}
