/**
 * Zones, weights, prices and costs of shipments, read a second time and written as plainly as possible: tests compare the
 * product with this. It shares no code with the product. Where the specification leaves a choice open, a comment that
 * begins with "Open" says what is chosen here.
 */
import {
  type Amount,
  amount,
  compare,
  divide,
  NOTHING,
  roundedToCents,
  sumOf,
  times,
  type Written,
} from './amounts.ts';

/** A row of the price table. `*` stands for every warehouse that has no row of its own for the zone. */
export interface PlainPriceRow {
  warehouse_id: string;
  zone: string;
  max_weight: Written;
  price: Written;
}

export interface PlainHandling {
  per_shipment?: Written;
  per_line?: Written;
  per_unit?: Written;
}

export interface PlainCostLine {
  sku: string;
  units: number;
  /** Of each unit. The first line of a SKU decides. */
  unitWeight: Written;
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

/** What so many units of each SKU weigh. */
function weightOfUnits(units: ReadonlyMap<string, number>, lines: readonly PlainCostLine[]): Amount {
  const weightOf = (sku: string) => amount(lines.find((line) => line.sku === sku)!.unitWeight);
  return sumOf([...units].map(([sku, count]) => times(count, weightOf(sku))));
}

/** Units of each SKU that warehouses are asked for, in line order. */
export function demandOf(lines: readonly PlainCostLine[]): Map<string, number> {
  const demand = new Map<string, number>();
  for (const { sku, units } of lines) demand.set(sku, (demand.get(sku) ?? 0) + units);
  return demand;
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

export interface PlainLane {
  warehouseId: string;
  zone: string | null;
  handling?: PlainHandling | null;
}

/** The exact cost of a shipment. Null: unpriced, whatever its handling costs. */
export function costOfShipment(
  lane: PlainLane,
  units: ReadonlyMap<string, number>,
  lines: readonly PlainCostLine[],
  prices: readonly PlainPriceRow[],
): Amount | null {
  const price = priceOfWeight(prices, lane.warehouseId, lane.zone, weightOfUnits(units, lines));
  if (price === null) return null;
  const { per_shipment = 0, per_line = 0, per_unit = 0 } = lane.handling ?? {};
  const shipped = [...units.values()].filter((count) => count > 0);
  const unitCount = shipped.reduce((total, count) => total + count, 0);
  return sumOf([
    amount(per_shipment),
    times(shipped.length, amount(per_line)),
    times(unitCount, amount(per_unit)),
    price,
  ]);
}

/**
 * `total_cost`, rounded once from the exact costs. Null if one shipment is unpriced.
 * Open: what ships nothing costs 0.00. The specification names null only for an unpriced shipment.
 */
export function totalCost(costs: readonly (Amount | null)[]): string | null {
  const priced = costs.filter((cost) => cost !== null);
  return priced.length < costs.length ? null : roundedToCents(sumOf(priced));
}
