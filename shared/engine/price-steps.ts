import type { PriceList } from './price-list.ts';

/**
 * What is below the prices of a weight and of all above it, as floating-point numbers: up to `upTo[n]`, but above the one
 * before, it is `prices[n] - slopes[n] * (upTo[n] - weight)`.
 */
export interface PriceSteps {
  readonly upTo: Float64Array;
  readonly prices: Float64Array;
  readonly slopes: Float64Array;
  /** What is below the price at the end of a step, and where the next one begins. */
  readonly atEnd: Float64Array;
}

/** The most steps that describe a list. If it has more, a line below some of them is one. */
const MAX_STEPS = 24;

/** Makes up for rounding errors of a sum of weights. */
const ROUNDED_UP = 1 + 2 ** -40;

/** The prices of the weights from 0 up to `most`. Above the largest weight they repeat, dearer by one parcel each time. */
export function priceSteps({ max_weights, prices }: PriceList, most: number): PriceSteps {
  const rows = prices.length;
  const largest = Number(max_weights[rows - 1]);
  const ofParcel = Number(prices[rows - 1]);
  // A shipment may be cheaper if it weighs more.
  const lowest = prices.map(Number);
  for (let row = rows - 2; row >= 0; row--) lowest[row] = Math.min(lowest[row]!, lowest[row + 1]!);
  const weightAt = (row: number) => Math.floor(row / rows) * largest + Number(max_weights[row % rows]);
  const priceAt = (row: number) => Math.floor(row / rows) * ofParcel + lowest[row % rows]!;
  const parcels = Math.floor(most / largest);
  const rest = max_weights.findIndex((weight) => most <= parcels * largest + Number(weight));
  const all = parcels * rows + rest + 1;
  // No step begins in one parcel and ends within another one, where the price jumps.
  const period = rows * Math.ceil((parcels + 1) / MAX_STEPS);
  const each = period > rows ? period : Math.ceil(all / MAX_STEPS);
  const upTo: number[] = [];
  const last: number[] = [];
  const slopes: number[] = [];
  for (let first = 0; first < all; ) {
    const end = Math.min(first + each, first - (first % period) + period, all) - 1;
    let slope = 0;
    for (let row = first; row < end; row++) {
      // The slopes from rows of parcels in between are between those from the first and the last ones.
      if (row === first + rows) row = Math.max(row, end - rows);
      slope = Math.max(slope, (priceAt(end) - priceAt(row)) / (weightAt(end) - weightAt(row)));
    }
    upTo.push(ROUNDED_UP * weightAt(end));
    last.push(priceAt(end));
    slopes.push(slope);
    first = end + 1;
  }
  return stepsOf(upTo, last, slopes);
}

/** The steps of no prices. */
export const FREE_OF_CHARGE = stepsOf([Number.MAX_VALUE], [0], [0]);

function stepsOf(upTo: readonly number[], prices: readonly number[], slopes: readonly number[]): PriceSteps {
  const atEnd = new Float64Array(prices);
  for (let step = 1; step < prices.length; step++) {
    const next = prices[step]! - slopes[step]! * (upTo[step]! - upTo[step - 1]!);
    atEnd[step - 1] = Math.min(atEnd[step - 1]!, next);
  }
  return {
    upTo: new Float64Array(upTo),
    prices: new Float64Array(prices),
    slopes: new Float64Array(slopes),
    atEnd,
  };
}
