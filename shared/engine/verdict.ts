import type { ExplainedLine, Verdict } from './explanation.ts';

/** What the verdict on a warehouse that was not chosen is made from. */
export interface VerdictFacts {
  /** The lines of SKUs that warehouses ship. */
  readonly lines: readonly ExplainedLine[];
  /** Whether its stock and lane are known. */
  readonly isKnown: boolean;
  /** Units that it would ship alone, and those of the order; for a known warehouse only. */
  readonly couldShip: number;
  readonly orderUnits: number;
  /** Whether it would ship in the unconstrained route, for less than the minimum value. */
  readonly isBelowMinimumValue: boolean;
}

/** The first verdict that holds for a warehouse that was not chosen; null if its stock was not stored. */
export function verdictOf({
  lines,
  isKnown,
  couldShip,
  orderUnits,
  isBelowMinimumValue,
}: VerdictFacts): Verdict | null {
  const open = lines.filter(({ barred_by }) => barred_by === null);
  if (open.length === 0) {
    return lines.every(({ barred_by }) => barred_by === 'max_transit_days') ? 'too_slow' : 'barred';
  }
  if (!isKnown) return null;
  if (open.every(({ available_qty }) => available_qty === 0)) return 'no_stock';
  if (isBelowMinimumValue) return 'below_minimum_value';
  return couldShip < orderUnits ? 'short' : 'not_needed';
}
