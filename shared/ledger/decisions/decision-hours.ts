import sql, { raw, type Sql } from 'sql-template-tag';
import type { Decision, OrderLine } from '../../engine/types.ts';
import { countCosts, countStatuses, type StatusCounts } from '../status-counts.ts';
import { reasonsOf } from './reasons.ts';

// SQL, as for all rows that routing writes: the counts are written with the decisions.

/** The hour of the statement. The database's clock dates decisions too. */
const THIS_HOUR = sql`date_trunc('hour', clock_timestamp(), 'UTC')`;

/**
 * The statement that adds decisions of a ledger to the counts of an hour, in the transaction that writes them. The hour's
 * row stays locked until the transaction ends, so the transaction must not wait afterwards for a lock that others take
 * before they take such a row.
 */
export function countDecisions(ledger_id: number, tally: DecisionTally): Sql {
  return sql`
    INSERT INTO decision_hours AS h (ledger_id, hour, ${NAMES}, reasons)
    SELECT ${ledger_id}, ${THIS_HOUR}, ${NAMES}, reasons
    FROM json_to_record(${JSON.stringify(tally)}) AS counted (${TYPED}, reasons jsonb)
    ON CONFLICT (ledger_id, hour) DO UPDATE SET ${ADDED},
      reasons = CASE WHEN excluded.reasons = '{}' THEN h.reasons ELSE add_counts(h.reasons, excluded.reasons) END`;
}

/** The counts of an hour, as columns of `decision_hours`, beside the reasons. */
export const HOUR_COUNTS = [
  'full_count',
  'split_count',
  'partial_count',
  'partial_split_count',
  'none_count',
  'warned_count',
  'units_ordered',
  'units_shipped',
  'shipments',
] as const;

const NAMES = raw(HOUR_COUNTS.join(', '));
const TYPED = raw(HOUR_COUNTS.map((name) => `${name} bigint`).join(', '));
const ADDED = raw(HOUR_COUNTS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', '));

/** The counts of some decisions. */
export interface DecisionTally extends StatusCounts {
  /** Decisions with a policy warning. */
  readonly warned_count: number;
  readonly units_ordered: number;
  readonly units_shipped: number;
  readonly shipments: number;
  /**
   * Orders by status and reason code, `{"NONE no_inventory_available": 3}`, and what they cost (`countCosts`), which has no
   * column of its own, because few accounts have rates.
   */
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
  const decisions = decided.map(({ decision }) => decision);
  const counts = countStatuses(decisions);
  Object.assign(reasons, countCosts(decisions));
  return { warned_count, units_ordered, units_shipped, shipments, reasons, ...counts };
}
