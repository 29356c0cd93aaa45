import type { RoutingOrder } from '../../contracts/order.ts';
import type { Evidence, StockEvidence } from '../../engine/explain/explain.ts';
import type { Departures } from '../../engine/rules/departures.ts';
import { haveOwnSkus } from '../../engine/rules/own-skus.ts';
import type {
  Decision,
  Destination,
  Lane,
  Lanes,
  OrderLine,
  UnitValues,
  UnitWeights,
} from '../../engine/types.ts';
import { perObject } from '../../foundation/per-object.ts';

/** Evidence as it is stored in `decisions.evidence`: compact JSON without what is not needed to explain the decision. */
export interface StoredEvidence {
  /**
   * Lanes by warehouse: its days and miles, or null if it has none. A text is the source of the lanes after it. If not all
   * candidates are listed, it has the listed ones by rank, as `z` does.
   */
  readonly l?: readonly (string | number | null)[];
  /** Units that were available, by SKU in line order, then by rank, without the zeros at the end. */
  readonly s?: readonly (readonly number[])[];
  /** Units reserved by other orders, in the same form. It is left out if there were none. */
  readonly h?: readonly (readonly number[])[];
  /** Unit values by SKU in line order. */
  readonly y?: readonly (number | null)[];
  /** Synced unit weights by SKU in line order; null: a line has one, or there is none. It is left out if none was used. */
  readonly w?: readonly (number | null)[];
  /**
   * The first ship day, then ship day and delivery day of each warehouse by rank, counted from it. It is left out if no
   * enabled warehouse has a calendar.
   */
  readonly g?: readonly [first: number, ...days: (number | null)[]];
  /** The ranks of full warehouses, from 0. */
  readonly f?: readonly number[];
  /** With the lanes: the zone in which the destination is for each warehouse. Left out if the account has no rates. */
  readonly z?: readonly (string | null)[];
  /** Warehouses, by index, that were disabled since their run was accepted. It is left out if there were none. */
  readonly x?: readonly number[];
}

/** What of a decision's evidence may be stored. */
export interface StorableEvidence {
  /** Null if lanes can be looked up later. */
  readonly destination: Destination | null;
  /** The stock before the decision uses up any; null in routing-only mode. */
  readonly stock: StockEvidence | null;
  /** Null if no minimum value decides. */
  readonly unit_values: UnitValues | null;
  /** Null: the account has no rates. */
  readonly unit_weights: UnitWeights | null;
  /** Null: no enabled warehouse has a calendar or a capacity. */
  readonly departures: Departures | null;
  /** Whether the route was chosen by cost. */
  readonly isByCost: boolean;
  /** Warehouses, by index, that are enabled only in the stored configuration. */
  readonly disabled: readonly number[];
}

/**
 * Encodes what is needed to explain a decision as JSON; null: nothing. A FULL from rank 1 needs its lanes, weights and days
 * alone, unless it was chosen by cost.
 */
export function encodeEvidence(
  decision: Decision,
  lines: readonly OrderLine[],
  { destination, stock, unit_values, unit_weights, departures, isByCost, disabled }: StorableEvidence,
): string | null {
  const { ranked } = decision;
  const members = disabled.length === 0 ? [] : [`"x":[${disabled}]`];
  if (ranked.length === 0) return members.length === 0 ? null : `{${members}}`;
  if (destination !== null) {
    members.push(
      decision.not_listed === undefined ? lanesText(destination) : lanesMembers(destination, ranked),
    );
  }
  if (needsStock(decision, isByCost)) {
    const skus = skusOf(lines);
    if (stock !== null) {
      const reserved = unitsOf(stock.reserved, skus, ranked);
      members.push(`"s":${JSON.stringify(unitsOf(stock.available, skus, ranked))}`);
      if (reserved.some((units) => units.length > 0)) members.push(`"h":${JSON.stringify(reserved)}`);
    }
    // A minimum value decides in routing-only mode, too.
    if (unit_values !== null) {
      const unvalued = new Set(unvaluedSkus([{ lines }]));
      const used = skus.map((sku) => (unvalued.has(sku) ? unit_values.get(sku) : null) ?? null);
      members.push(`"y":${JSON.stringify(used)}`);
    }
  }
  if (unit_weights !== null && isSought(decision)) {
    const unweighed = unweighedSkus(lines);
    const used = skusOf(lines).map((sku) => (unweighed.has(sku) ? unit_weights.get(sku) : null) ?? null);
    if (used.some((weight) => weight !== null)) members.push(`"w":${JSON.stringify(used)}`);
  }
  if (departures !== null) members.push(...departureMembers(departures)(ranked));
  return members.length === 0 ? null : `{${members.join()}}`;
}

/** Reads what `encodeEvidence` wrote of a decision. What is not stored is null, or a map without values. */
export function decodeEvidence(
  { l, s, h = [], y = [], w, g, f, z }: StoredEvidence,
  { ranked, not_listed }: Decision,
  { destination_zip, lines }: { readonly destination_zip: string; readonly lines: readonly OrderLine[] },
): Pick<Evidence, 'destination' | 'stock' | 'unit_values' | 'unit_weights' | 'departures'> {
  const skus = skusOf(lines);
  const byWarehouse = <Value>(values: readonly (Value | null)[]) =>
    not_listed === undefined ? values : placedAt(values, ranked);
  return {
    destination:
      l === undefined
        ? null
        : {
            zip: destination_zip,
            lanes: byWarehouse(toLanes(l)),
            ...(z && { zones: byWarehouse(z) }),
          },
    stock:
      s === undefined ? null : { available: toUnits(s, skus, ranked), reserved: toUnits(h, skus, ranked) },
    unit_values: toAmounts(y, skus),
    ...(w && { unit_weights: toAmounts(w, skus) }),
    departures: g === undefined && f === undefined ? null : toDepartures(g, f, ranked),
  };
}

/**
 * Whether stock and unit values are needed to explain a decision: a route was sought, and not all ships from rank 1. A
 * route that was chosen by cost may be another one from the same warehouses.
 */
export function needsStock(decision: Decision, isByCost: boolean): boolean {
  const { status, ranked, shipments } = decision;
  return isSought(decision) && (isByCost || !(status === 'FULL' && shipments[0]!.warehouse === ranked[0]));
}

function isSought({ ranked, unroutable }: Decision): boolean {
  if (unroutable === 'item_control_hold' || unroutable === 'external_fulfillment') return false;
  return ranked.length > 0;
}

/** By SKU. */
function toAmounts(stored: readonly (number | null)[], skus: readonly string[]): ReadonlyMap<string, number> {
  return new Map(stored.flatMap((amount, index) => (amount === null ? [] : [[skus[index]!, amount]])));
}

/** Orders to one destination share the text of its lanes and zones. */
const lanesText = perObject((destination: Destination) =>
  lanesMembers(destination, [...Array(destination.lanes.length).keys()]),
);

function lanesMembers({ lanes, zones }: Destination, warehouses: readonly number[]): string {
  const stored = `"l":${JSON.stringify(toStoredLanes(lanes, warehouses))}`;
  return zones === undefined
    ? stored
    : `${stored},"z":${JSON.stringify(warehouses.map((warehouse) => zones[warehouse]))}`;
}

function toStoredLanes(lanes: Lanes, warehouses: readonly number[]): (string | number | null)[] {
  const stored: (string | number | null)[] = [];
  let source: string | null = null;
  for (const warehouse of warehouses) {
    const lane = lanes.at(warehouse) ?? null;
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

function toLanes(stored: NonNullable<StoredEvidence['l']>): (Lane | null)[] {
  const lanes: (Lane | null)[] = [];
  let source = '';
  for (let index = 0; index < stored.length; index++) {
    const each = stored[index]!;
    if (typeof each === 'string') source = each;
    else if (each === null) lanes.push(null);
    else lanes.push({ transit_days: each, distance_miles: stored[++index] as number | null, source });
  }
  return lanes;
}

/** Values by rank as values by warehouse index. */
function placedAt<Value>(values: readonly (Value | null)[], ranked: readonly number[]): (Value | null)[] {
  const placed = new Array<Value | null>(Math.max(...ranked) + 1).fill(null);
  for (const [index, warehouse] of ranked.entries()) placed[warehouse] = values[index] ?? null;
  return placed;
}

/** Orders to one destination share the text of their departures by ranking, as long as no slot is taken. */
const departureMembers = perObject((departures: Departures) =>
  perObject((ranked: readonly number[]) => writtenDepartures(departures, ranked)),
);

/** Without arrays in between: they take three times as long. */
function writtenDepartures(
  { hasCalendar, ship, delivery, full }: Departures,
  ranked: readonly number[],
): string[] {
  let first = Number.POSITIVE_INFINITY;
  let days = '';
  let isFull = '';
  for (const warehouse of ranked) first = Math.min(first, ship[warehouse] ?? first);
  if (first === Number.POSITIVE_INFINITY) first = 0;
  ranked.forEach((warehouse, position) => {
    days += `,${fromFirst(ship[warehouse], first)},${fromFirst(delivery[warehouse], first)}`;
    if (full[warehouse]) isFull += isFull === '' ? position : `,${position}`;
  });
  return [...(hasCalendar ? [`"g":[${first}${days}]`] : []), ...(isFull === '' ? [] : [`"f":[${isFull}]`])];
}

function fromFirst(day: number | null | undefined, first: number): number | null {
  return day == null ? null : day - first;
}

/** What is needed to explain a decision. What is not stored is null. */
function toDepartures(
  days: StoredEvidence['g'],
  fullPositions: readonly number[] = [],
  ranked: readonly number[],
): Departures {
  const ship: (number | null)[] = [];
  const delivery: (number | null)[] = [];
  const full: boolean[] = [];
  const dayAt = (index: number) => {
    const fromFirst = days?.[index];
    return fromFirst == null ? null : days![0] + fromFirst;
  };
  ranked.forEach((warehouse, position) => {
    ship[warehouse] = dayAt(2 * position + 1);
    delivery[warehouse] = dayAt(2 * position + 2);
    full[warehouse] = fullPositions.includes(position);
  });
  return { hasCalendar: days !== undefined, ship, delivery, full, next_place: [], free: null };
}

function unitsOf(
  units: StockEvidence['available'],
  skus: readonly string[],
  ranked: readonly number[],
): number[][] {
  return skus.map((sku) => {
    const byWarehouse = units.get(sku);
    if (byWarehouse === undefined) return [];
    const byRank = ranked.map((warehouse) => byWarehouse[warehouse] ?? 0);
    return byRank.slice(0, byRank.findLastIndex((each) => each !== 0) + 1);
  });
}

function toUnits(
  stored: readonly (readonly number[])[],
  skus: readonly string[],
  ranked: readonly number[],
): StockEvidence['available'] {
  return new Map(
    skus.map((sku, index) => {
      const byWarehouse: number[] = [];
      ranked.forEach((warehouse, position) => {
        byWarehouse[warehouse] = stored[index]?.[position] ?? 0;
      });
      return [sku, byWarehouse];
    }),
  );
}

function skusOf(lines: readonly OrderLine[]): string[] {
  const skus = lines.map(({ sku }) => sku);
  return haveOwnSkus(lines) ? skus : [...new Set(skus)];
}

/** The SKUs whose weight must come from the latest sync, because no line of the order has one, in line order. */
export function unweighedSkus(lines: readonly OrderLine[]): ReadonlySet<string> {
  const skus = new Set(lines.map(({ sku }) => sku));
  for (const { sku, unit_weight } of lines) if (unit_weight != null) skus.delete(sku);
  return skus;
}

/** The SKUs whose value must come from the latest sync. */
export function unvaluedSkus(orders: readonly Pick<RoutingOrder, 'lines'>[]): string[] {
  const skus = new Set<string>();
  for (const { lines } of orders) {
    for (const { sku, unit_value } of lines) if (unit_value === null) skus.add(sku);
  }
  return [...skus];
}
