/**
 * Zones and prices, read a second time and written as plainly as possible: tests compare the
 * product with this. It shares no code with the product. Where the specification leaves a choice open, a comment that
 * begins with "Open" says what is chosen here.
 */
import { type Amount, amount, compare, divide, NOTHING, sumOf, times, type Written } from './amounts.ts';

/** A row of the price table. `*` stands for every warehouse that has no row of its own for the zone. */
export interface PlainPriceRow {
  warehouse_id: string;
  zone: string;
  max_weight: Written;
  price: Written;
}

/**
 * The zone of a distance: the number of the first limit that it does not pass, beyond the last one more.
 * Open: without any limit every distance is in zone 1. Miles are compared as they are, not rounded first.
 */
export function zoneOfMiles(miles: Written | null, upto: readonly Written[]): string | null {
  if (miles === null) return null;
  const reached = upto.findIndex((limit) => compare(amount(miles), amount(limit)) <= 0);
  return String(reached === -1 ? upto.length + 1 : reached + 1);
}

/**
 * Own rows of the warehouse for the zone, if it has one, else those of `*`; the smallest max_weight first.
 * Open: two rows of one warehouse, zone and max_weight. A table with such rows is taken to be a fault, so that no order of
 * the rows matters here.
 */
function rowsOf(prices: readonly PlainPriceRow[], warehouseId: string, zone: string) {
  const rowsFor = (id: string) =>
    prices.filter((row) => row.warehouse_id.trim() === id && row.zone.trim() === zone.trim());
  const own = rowsFor(warehouseId);
  const rows = own.length > 0 ? own : rowsFor('*');
  return rows
    .map((row) => ({ max: amount(row.max_weight), price: amount(row.price) }))
    .sort((one, other) => compare(one.max, other.max));
}

/** The price of a weight from a warehouse into a zone. Null: unpriced. */
export function priceOfWeight(
  prices: readonly PlainPriceRow[],
  warehouseId: string,
  zone: string | null,
  weight: Amount,
): Amount | null {
  if (zone === null) return null;
  const rows = rowsOf(prices, warehouseId, zone);
  const largest = rows.at(-1);
  if (!largest) return null;
  const fitting = rows.find(({ max }) => compare(max, weight) >= 0);
  if (fitting) return fitting.price;
  // Open: a largest max_weight of 0 holds no parcel of any weight. Here that is a fault of the table.
  if (compare(largest.max, NOTHING) <= 0) throw new RangeError('the largest max_weight is 0');
  const { count, rest } = divide(weight, largest.max);
  const parcels = times(count, largest.price);
  if (compare(rest, NOTHING) === 0) return parcels;
  const fittingRest = rows.find(({ max }) => compare(max, rest) >= 0)!;
  return sumOf([parcels, fittingRest.price]);
}
