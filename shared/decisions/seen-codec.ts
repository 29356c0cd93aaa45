import type { SeenStock } from '../engine/explain.ts';
import { haveOwnSkus } from '../engine/own-skus.ts';
import type { Decision, Destination, Lane, OrderLine, UnitValues } from '../engine/types.ts';

/**
 * What a decision saw. It is stored with the decision in `decisions.data`, so that its explanation never changes. The
 * table of fields in codec.ts writes it.
 */

/** By warehouse: its days and miles, or null if it has no lane. A text is the source of the lanes after it. */
export type StoredLanes = readonly (string | number | null)[];
/** By SKU in line order, then by rank, without the zeros at the end. */
export type StoredUnits = readonly (readonly number[])[];
/** The same in one array, with NEXT_SKU between the units of two SKUs: an array for each SKU takes a fifth longer. */
export type SeenUnits = readonly number[];
/** Is no number of units. */
export const NEXT_SKU = -1;
/** By SKU in line order. */
export type StoredUnitValues = readonly (number | null)[];

/** What is stored of what a decision saw. Each part is null if it is not needed to explain the decision. */
export interface StoredSeen {
  /** Whose lanes are stored. */
  readonly destination: Destination | null;
  readonly available: SeenUnits | null;
  /** What others had reserved; null also if that was nothing. */
  readonly reserved: SeenUnits | null;
  readonly unit_values: StoredUnitValues | null;
}

export const NOTHING_SEEN: StoredSeen = {
  destination: null,
  available: null,
  reserved: null,
  unit_values: null,
};

/** What a decision sees when it is made. */
export interface Sight {
  /** Null if lanes can be looked up later: then they are not stored. */
  readonly destination: Destination | null;
  /** The stock before the decision reserves any; null in routing-only mode. */
  readonly stock: SeenStock | null;
  /** Null if no minimum value decides. */
  readonly unit_values: UnitValues | null;
}

/** What of it is stored with the decision. A FULL from rank 1 stores its lanes alone. */
export function storedSeen(
  decision: Decision,
  lines: readonly OrderLine[],
  { destination, stock, unit_values }: Sight,
): StoredSeen {
  const { ranked } = decision;
  if (stock === null || !isStockStored(decision)) {
    return destination === null || ranked.length === 0 ? NOTHING_SEEN : { ...NOTHING_SEEN, destination };
  }
  const skus = skusOf(lines);
  const reserved = seenUnits(stock.reserved, skus, ranked);
  return {
    destination,
    available: seenUnits(stock.available, skus, ranked),
    reserved: reserved.some((units) => units !== NEXT_SKU) ? reserved : null,
    unit_values: unit_values && skus.map((sku) => unit_values.get(sku) ?? null),
  };
}

/** What an order saw, as far as it is stored. */
export interface Seen {
  /** By warehouse index. */
  readonly lanes: readonly (Lane | null)[] | null;
  readonly stock: SeenStock | null;
  readonly unit_values: UnitValues;
}

/** The members of a stored decision that say what it saw. */
interface EncodedSeen {
  readonly l?: StoredLanes | undefined;
  readonly s?: StoredUnits | undefined;
  readonly h?: StoredUnits | undefined;
  readonly y?: StoredUnitValues | undefined;
}

/** Reads what `storedSeen` gave, with the decision and the order's lines. */
export function decodeSeen(
  { l, s, h, y }: EncodedSeen,
  { ranked }: Decision,
  lines: readonly OrderLine[],
): Seen {
  const skus = skusOf(lines);
  const values = (y ?? []).flatMap((value, place) =>
    value === null ? [] : ([[skus[place]!, value]] as const),
  );
  return {
    lanes: l === undefined ? null : toLanes(l),
    stock:
      s === undefined
        ? null
        : { available: toUnits(s, skus, ranked), reserved: toUnits(h ?? [], skus, ranked) },
    unit_values: new Map(values),
  };
}

/**
 * SQL for a stored decision without what it saw, which is most of its bytes and is needed only to explain it. What it
 * saw comes last, except if the order was routed again by hand: such a decision is returned whole. Quotes in
 * stored texts are escaped, so no text looks like a key.
 */
export function withoutSeen(column: string): string {
  const text = `${column}::text`;
  const begin = (key: string) => `nullif(strpos(${text}, ',"${key}":'), 0)`;
  const end = `coalesce(${begin('l')}, ${begin('s')}, length(${text}))`;
  return `CASE WHEN ${begin('q')} IS NULL THEN left(${text}, ${end} - 1) || '}' ELSE ${text} END`;
}

/** Whether a decision needs what it saw of stock to be explained: a route was sought, and not all ships from rank 1. */
export function isStockStored({ status, ranked, shipments, unroutable }: Decision): boolean {
  if (unroutable === 'item_control_hold' || unroutable === 'external_fulfillment') return false;
  return ranked.length > 0 && !(status === 'FULL' && shipments[0]!.warehouse === ranked[0]);
}

/** Lanes as they are stored. */
export function toStoredLanes(lanes: readonly (Lane | null)[]): StoredLanes {
  const stored: (string | number | null)[] = [];
  let source: string | null = null;
  for (const lane of lanes) {
    if (lane === null) {
      stored.push(null);
      continue;
    }
    if (lane.source !== source) stored.push(lane.source);
    source = lane.source;
    stored.push(lane.transit_days, lane.distance_miles);
  }
  return stored;
}

function toLanes(stored: StoredLanes): (Lane | null)[] {
  const lanes: (Lane | null)[] = [];
  let source = '';
  for (let place = 0; place < stored.length; place++) {
    const each = stored[place]!;
    if (typeof each === 'string') source = each;
    else if (each === null) lanes.push(null);
    else lanes.push({ transit_days: each, distance_miles: stored[++place] as number | null, source });
  }
  return lanes;
}

function seenUnits(
  units: SeenStock['available'],
  skus: readonly string[],
  ranked: readonly number[],
): SeenUnits {
  const seen: number[] = [];
  for (let place = 0; place < skus.length; place += 1) {
    if (place > 0) seen.push(NEXT_SKU);
    const byWarehouse = units.get(skus[place]!);
    if (byWarehouse === undefined) continue;
    let last = ranked.length;
    while (last > 0 && !byWarehouse[ranked[last - 1]!]) last -= 1;
    for (let position = 0; position < last; position += 1) seen.push(byWarehouse[ranked[position]!] ?? 0);
  }
  return seen;
}

function toUnits(
  stored: StoredUnits,
  skus: readonly string[],
  ranked: readonly number[],
): SeenStock['available'] {
  return new Map(
    skus.map((sku, place) => {
      const byWarehouse: number[] = [];
      ranked.forEach((warehouse, position) => {
        byWarehouse[warehouse] = stored[place]?.[position] ?? 0;
      });
      return [sku, byWarehouse];
    }),
  );
}

function skusOf(lines: readonly OrderLine[]): string[] {
  const skus = lines.map(({ sku }) => sku);
  return haveOwnSkus(lines) ? skus : [...new Set(skus)];
}
