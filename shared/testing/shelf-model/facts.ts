/** What the counts of a client say: stock without what is reserved for known orders, or what stands on the shelf. */
export type StockCounts = 'available' | 'on_hand';

/** Units by pair. A pair is a SKU at a warehouse, as `pairOf` writes it. */
export type Units = ReadonlyMap<string, number>;

export const pairOf = (sku: string, warehouse: string): string => `${sku} ${warehouse}`;

/** A count of some pairs: a sync. `at` is `counted_at`, or the moment of its arrival if it is plain. */
export interface CountFact {
  readonly kind: 'count';
  readonly rows: Units;
  readonly at: number;
  readonly isPlain: boolean;
}

/** A decision on an order, which replaces the one before. */
export interface DecisionFact {
  readonly kind: 'decision';
  readonly order: string;
  readonly moment: number;
  readonly units: Units;
  /** Whether it has an end, as an order with `hold_minutes`. */
  readonly isHeld: boolean;
}

/** Units of an order's latest decision that have left. */
export interface ShippedFact {
  readonly kind: 'shipped';
  readonly order: string;
  readonly units: Units;
  readonly at: number;
  /** Whether the order had ended before it was said. */
  readonly isLate: boolean;
}

/** The release of an order, or the end of its time. */
export interface EndedFact {
  readonly kind: 'ended';
  readonly order: string;
  /** Whether all of it is said to have left, so that nothing of it can ship any more. */
  readonly hasLeft: boolean;
}

/**
 * What a ledger was told, and what it decided, in the order in which it took effect. Times are milliseconds of one clock.
 * A request that was refused is no fact.
 */
export type Fact =
  | { readonly kind: 'setting'; readonly counts: StockCounts }
  | CountFact
  | { readonly kind: 'change'; readonly pair: string; readonly units: number; readonly at: number }
  | DecisionFact
  | ShippedFact
  | EndedFact;

/** What a caller sees of a pair. */
export interface PairReading {
  readonly quantity: number;
  readonly reserved: number;
  readonly effective: number;
  /** Units that are reserved and not there. */
  readonly short: number;
}

/** The reading that follows from the sum of a count and the entries after it, and from active reservations. */
export function readingOf(sum: number, reserved: number): PairReading {
  const quantity = Math.max(0, sum);
  return {
    quantity,
    reserved,
    effective: Math.max(0, quantity - reserved),
    short: Math.max(0, reserved - quantity),
  };
}

export const sumOf = (units: Iterable<number>): number => {
  let sum = 0;
  for (const each of units) sum += each;
  return sum;
};
