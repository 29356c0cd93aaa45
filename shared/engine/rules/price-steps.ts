import type { PriceList } from './price-list.ts';

/**
 * What is below the prices of a weight and of all above it, as floating-point numbers. The steps of list `n` are from
 * `first[n]` up to `first[n + 1]`: up to `upTo[step]`, but above the one before, it is
 * `prices[step] - slopes[step] * (upTo[step] - weight)`.
 */
export interface PriceSteps {
  readonly first: Int32Array;
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

/** A list, null if it costs nothing, and the largest weight that counts. */
export type WeighedList = readonly [PriceList | null, most: number];

/** The steps of the prices of all weights from 0 up to the largest one. */
export function priceSteps(lists: readonly WeighedList[]): PriceSteps {
  const first = new Int32Array(lists.length + 1);
  const upTo: number[] = [];
  const prices: number[] = [];
  const slopes: number[] = [];
  for (let place = 0; place < lists.length; place++) {
    const [list, most] = lists[place]!;
    if (list === null) {
      upTo.push(Number.MAX_VALUE);
      prices.push(0);
      slopes.push(0);
    } else addSteps(list, most, upTo, prices, slopes);
    first[place + 1] = upTo.length;
  }
  const atEnd = new Float64Array(prices);
  for (let step = 1; step < atEnd.length; step++) {
    const next = prices[step]! - slopes[step]! * (upTo[step]! - upTo[step - 1]!);
    atEnd[step - 1] = Math.min(atEnd[step - 1]!, next);
  }
  return {
    first,
    upTo: new Float64Array(upTo),
    prices: new Float64Array(prices),
    slopes: new Float64Array(slopes),
    atEnd,
  };
}

/** Above the largest weight the prices repeat, dearer by one parcel each time. */
function addSteps(list: PriceList, most: number, upTo: number[], prices: number[], slopes: number[]): void {
  const rows = list.prices.length;
  const largest = Number(list.max_weights[rows - 1]);
  const ofParcel = Number(list.prices[rows - 1]);
  // A shipment may be cheaper if it weighs more.
  const lowest = new Float64Array(rows).fill(ofParcel);
  for (let row = rows - 2; row >= 0; row--)
    lowest[row] = Math.min(Number(list.prices[row]), lowest[row + 1]!);
  const parcels = Math.floor(most / largest);
  let rest = 0;
  while (rest < rows - 1 && most > parcels * largest + Number(list.max_weights[rest])) rest++;
  const all = parcels * rows + rest + 1;
  // No step begins in one parcel and ends within another one, where the price jumps.
  const period = rows * Math.ceil((parcels + 1) / MAX_STEPS);
  const each = period > rows ? period : Math.ceil(all / MAX_STEPS);
  for (let first = 0; first < all; ) {
    const end = Math.min(first + each, first - (first % period) + period, all) - 1;
    const weight = Math.floor(end / rows) * largest + Number(list.max_weights[end % rows]);
    const price = Math.floor(end / rows) * ofParcel + lowest[end % rows]!;
    let slope = 0;
    for (let row = first; row < end; row++) {
      // The slopes from rows of parcels in between are between those from the first and the last ones.
      if (row === first + rows) row = Math.max(row, end - rows);
      const lighter = Math.floor(row / rows) * largest + Number(list.max_weights[row % rows]);
      const cheaper = Math.floor(row / rows) * ofParcel + lowest[row % rows]!;
      slope = Math.max(slope, (price - cheaper) / (weight - lighter));
    }
    upTo.push(ROUNDED_UP * weight);
    prices.push(price);
    slopes.push(slope);
    first = end + 1;
  }
}
