import { addUnits, exactInteger, type Money } from '../money.ts';

/** A unit's or shipment's weight in ten-thousandths of the account's unit, exact. It is computed with as Money is. */
export type Weight = Money;

/** The prices of shipments from one warehouse to one zone. At least one row. */
export interface PriceList {
  /** Ascending. Above 0. */
  readonly max_weights: readonly Weight[];
  /** The price up to each of them. */
  readonly prices: readonly Money[];
}

/** The prices to one destination, by warehouse index; null: no row, or no zone. They must never change. */
export type Prices = readonly (PriceList | null)[];

/**
 * The price of a weight: that of the smallest max_weight that is not below it. A weight above the largest is whole parcels
 * of the largest, and the rest; a rest of 0 costs nothing.
 */
export function priceOfWeight({ max_weights, prices }: PriceList, weight: Weight): Money {
  const last = max_weights.length - 1;
  const largest = max_weights[last]!;
  if (weight <= largest) return prices[rowFor(max_weights, weight)]!;
  const rest = exactInteger(BigInt(weight) % BigInt(largest));
  const parcels = Number(BigInt(weight) / BigInt(largest));
  const ofRest = rest === 0 ? 0 : prices[rowFor(max_weights, rest)]!;
  return addUnits(ofRest, parcels, prices[last]!);
}

/** The first row whose max_weight is not below a weight that is at most the largest. */
function rowFor(max_weights: readonly Weight[], weight: Weight): number {
  let low = 0;
  let high = max_weights.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (max_weights[middle]! < weight) low = middle + 1;
    else high = middle;
  }
  return low;
}
