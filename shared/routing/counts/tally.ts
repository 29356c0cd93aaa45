import type { Decision, OrderLine } from '../../engine/types.ts';
import { reasonsOf } from '../decisions/reasons.ts';
import { countStatuses, type StatusCounts } from '../status-counts.ts';

/** The counts of some decisions. */
export interface DecisionTally extends StatusCounts {
  /** Decisions with a policy warning. */
  readonly warned_count: number;
  readonly units_ordered: number;
  readonly units_shipped: number;
  readonly shipments: number;
  /** Orders by status and reason code: `{"NONE no_inventory_available": 3}`. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** An order and its decision. */
export interface TalliedOrder {
  readonly order: { readonly lines: readonly OrderLine[] };
  readonly decision: Decision;
}

/** Counts decisions. An order that lacks units for two reasons counts under both. */
export function tallyDecisions(decided: readonly TalliedOrder[]): DecisionTally {
  let warned_count = 0;
  let units_ordered = 0;
  let units_shipped = 0;
  let shipments = 0;
  const reasons: Record<string, number> = {};
  for (const { order, decision } of decided) {
    for (const { quantity } of order.lines) units_ordered += quantity;
    for (const { quantity } of decision.allocations) units_shipped += quantity;
    shipments += decision.shipments.length;
    if (decision.policy.outcome === 'warned') warned_count += 1;
    for (const code of reasonsOf(decision)) {
      const key = `${decision.status} ${code}`;
      reasons[key] = (reasons[key] ?? 0) + 1;
    }
  }
  const counts = countStatuses(decided.map(({ decision }) => decision));
  return { warned_count, units_ordered, units_shipped, shipments, reasons, ...counts };
}
