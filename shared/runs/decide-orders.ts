import type { RoutingOrder } from '../contracts/order.ts';
import { allocationOrder } from '../engine/allocation-order.ts';
import type { CompiledConfiguration } from '../engine/compile.ts';
import { decide } from '../engine/decide.ts';
import type { Decision, Destination, UnitValues } from '../engine/types.ts';
import type { StockPool } from '../inventory/stock-pool.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { RunMode } from './run-mode.ts';
import { SearchAllowance } from './search-allowance.ts';

/** Units that an earlier decision on the same order ID still holds. */
export interface HeldUnits {
  readonly sku: string;
  readonly warehouse: number;
  readonly quantity: number;
}

/** All that deciding needs, loaded beforehand. */
export interface DecisionInput {
  readonly compiled: CompiledConfiguration;
  readonly mode: RunMode;
  /** By destination_zip as sent; null is an invalid one. */
  readonly destinations: ReadonlyMap<string, Destination | null>;
  readonly unit_values: UnitValues;
  readonly pool: StockPool;
  /** Active reservations of the run's order IDs, released at that order's turn (decision-rules.md section 5). */
  readonly held: ReadonlyMap<string, readonly HeldUnits[]>;
  /** Called with each decision and its place in the request before the decision uses up stock. */
  readonly onDecided?: (place: number, decision: Decision, destination: Destination | null) => void;
}

/** How much is searched, and what need not be searched again. */
export interface Searches {
  readonly allowance?: SearchAllowance;
  readonly rehearsal?: Rehearsal | null;
}

/**
 * Decides orders one after another in the order of decision-rules.md section 4, each seeing what the ones
 * before it left. Changes the pool; answers in request order. Throws TooHard; the pool is of no more use then.
 */
export function decideOrders(
  input: DecisionInput,
  orders: readonly RoutingOrder[],
  { allowance = new SearchAllowance(input.mode.consumes), rehearsal = null }: Searches = {},
): Decision[] {
  const { mode, pool, held } = input;
  const decisions = new Array<Decision>(orders.length);
  for (const index of allocationOrder(orders, mode.prioritised)) {
    const order = orders[index]!;
    if (held.size > 0) {
      for (const units of held.get(order.order_id) ?? []) {
        pool.release(units.sku, units.warehouse, units.quantity);
      }
    }
    const destination = input.destinations.get(order.destination_zip) ?? null;
    const effort = allowance.next();
    const availability = mode.inventory_aware ? pool.availability : null;
    const { unit_values } = input;
    const { share } = allowance;
    const entry = rehearsal?.entryOf({ place: index, order, share, availability, unit_values });
    const known = entry?.known;
    const decision =
      known?.decision ?? decide(input.compiled, { order, destination, availability, unit_values }, effort);
    if (known !== undefined) {
      allowance.recall(known.work);
    } else {
      allowance.refuseTooHard();
      if (effort.work > 0) entry?.keep({ decision, work: effort.work });
    }
    input.onDecided?.(index, decision, destination);
    if (mode.consumes) pool.reserve(decision.allocations, order.lines);
    decisions[index] = decision;
  }
  return decisions;
}
