import { type Sql, sql } from '../db/sql.ts';
import type { DecisionTally } from './tally.ts';

/** The hour of the statement. The database's clock dates decisions too. */
const THIS_HOUR = sql`date_trunc('hour', clock_timestamp(), 'UTC')`;

/**
 * What adds decisions of a ledger to the counts of an hour, in the transaction that writes them. The hour's row stays
 * locked until that ends: whoever has it waits for no lock that another one takes before it.
 */
export function countDecisions(ledgerId: number, tally: DecisionTally, hour: Date | null = null): Sql {
  const { reasons } = tally;
  return sql`
    INSERT INTO decision_hours AS kept (ledger_id, hour, full_count, split_count, partial_count, partial_split_count,
                                        none_count, warned_count, units_ordered, units_shipped, shipments, reasons)
    VALUES (${ledgerId}, ${hour ?? THIS_HOUR}, ${tally.full_count}, ${tally.split_count}, ${tally.partial_count},
            ${tally.partial_split_count}, ${tally.none_count}, ${tally.warned_count}, ${tally.units_ordered},
            ${tally.units_shipped}, ${tally.shipments}, ${JSON.stringify(reasons)})
    ON CONFLICT (ledger_id, hour) DO UPDATE SET
      full_count = kept.full_count + excluded.full_count,
      split_count = kept.split_count + excluded.split_count,
      partial_count = kept.partial_count + excluded.partial_count,
      partial_split_count = kept.partial_split_count + excluded.partial_split_count,
      none_count = kept.none_count + excluded.none_count,
      warned_count = kept.warned_count + excluded.warned_count,
      units_ordered = kept.units_ordered + excluded.units_ordered,
      units_shipped = kept.units_shipped + excluded.units_shipped,
      shipments = kept.shipments + excluded.shipments,
      reasons = CASE WHEN excluded.reasons = '{}' THEN kept.reasons ELSE add_counts(kept.reasons, excluded.reasons) END`;
}
