import type { PriceList } from './price-list.ts';

/** A line below a price list: no weight up to a limit costs less than `fixed + perWeight * weight`. */
export interface CostLine {
  readonly fixed: number;
  readonly perWeight: number;
}

/** The most lines that describe a list. They are those that are nearest to it at some weight. */
const MAX_LINES = 6;

/**
 * The lines of the lower convex hull of the prices of the weights from 0 up to `most`, as floating-point numbers. A search
 * bounds with them what shipments cost whose weights it does not know yet.
 */
export function linesBelow(list: PriceList, most: number): readonly CostLine[] {
  const hull = lowerHull(cornersOf(list, most));
  const lines: CostLine[] = [];
  for (let place = 1; place < hull.length; place++) {
    const [left, right] = [hull[place - 1]!, hull[place]!];
    const perWeight = (right.price - left.price) / (right.weight - left.weight);
    lines.push({ fixed: left.price - perWeight * left.weight, perWeight });
  }
  if (lines.length === 0) return [{ fixed: hull[0]!.price, perWeight: 0 }];
  if (lines.length <= MAX_LINES) return lines;
  // The last one counts for whole orders. Of the others some, spread evenly.
  return Array.from(
    { length: MAX_LINES },
    (_, n) => lines[Math.round((n * (lines.length - 1)) / (MAX_LINES - 1))]!,
  );
}

interface Corner {
  readonly weight: number;
  readonly price: number;
}

/**
 * Where the steps of the prices begin and end. Above the largest weight the steps repeat, each time by one parcel farther
 * and dearer; corners of parcels in between lie above the line from the first to the last ones.
 */
function cornersOf({ max_weights, prices }: PriceList, most: number): Corner[] {
  const largest = Number(max_weights.at(-1));
  const ofParcel = Number(prices.at(-1));
  const parcels = Math.floor(most / largest);
  const corners: Corner[] = [];
  for (const parcel of new Set([0, parcels - 1, parcels])) {
    if (parcel < 0) continue;
    let from = 0;
    for (let row = 0; row < prices.length; row++) {
      const price = Number(prices[row]) + parcel * ofParcel;
      const to = Number(max_weights[row]);
      if (parcel * largest + from <= most) {
        corners.push({ weight: parcel * largest + from, price });
        corners.push({ weight: Math.min(parcel * largest + to, most), price });
      }
      from = to;
    }
  }
  return corners;
}

function lowerHull(corners: Corner[]): Corner[] {
  corners.sort((left, right) => left.weight - right.weight || left.price - right.price);
  const hull: Corner[] = [];
  for (const corner of corners) {
    if (hull.at(-1)?.weight === corner.weight) continue;
    while (hull.length > 1 && !turnsUp(hull.at(-2)!, hull.at(-1)!, corner)) hull.pop();
    hull.push(corner);
  }
  return hull;
}

function turnsUp(first: Corner, second: Corner, third: Corner): boolean {
  return (
    (second.weight - first.weight) * (third.price - first.price) >
    (second.price - first.price) * (third.weight - first.weight)
  );
}
