/**
 * What a route is chosen from, for the second reading of the cost rules: the order, the one distribution that a set of
 * warehouses has, and what rules block.
 */
import { type Amount, amount, compare, sumOf, times, type Written } from './amounts.ts';
import {
  demandOf,
  type PlainCostLine,
  type PlainHandling,
  type PlainPriceRow,
  type PlainWeights,
} from './cost.ts';

export interface PlainCostWarehouse {
  id: string;
  zone: string | null;
  handling?: PlainHandling | null;
  /** Available units by SKU, safety stock taken off. A SKU that is not named: none. Routing-only: Infinity. */
  stock: ReadonlyMap<string, number>;
  /** SKUs that it may ship in no route: by Item Control, or all of them because it is full. */
  barred?: ReadonlySet<string>;
  /** SKUs that it may ship in the unconstrained route only: it is too late or too slow for them, and that blocks. */
  blocked?: ReadonlySet<string>;
}

export interface PlainSkuRules {
  doNotSplit?: boolean;
  doNotPartial?: boolean;
  /** Warehouses that a rule of the SKU prefers. */
  prefers?: ReadonlySet<string>;
}

/** Only what blocks: a policy that warns changes no route. */
export interface PlainBlocks {
  split?: boolean;
  partial?: boolean;
  minimumValue?: Written | null;
  maxShipments?: number | null;
}

export interface PlainCostOrder {
  /** In rank order, those included that may ship nothing: they keep their rank. */
  ranked: readonly PlainCostWarehouse[];
  lines: readonly PlainCostLine[];
  rules?: ReadonlyMap<string, PlainSkuRules>;
  blocks?: PlainBlocks;
  /** The latest synced unit_value of a SKU. */
  syncedValues?: ReadonlyMap<string, Written>;
  objective: 'fewest_shipments' | 'lowest_cost';
  preferFullShipment: boolean;
  prices: readonly PlainPriceRow[];
  weights: PlainWeights;
  splitPenalty?: Written | null;
}

/** Units by SKU from warehouses at places of the ranking, in rank order; the first place is 1. */
export interface PlainShipment {
  place: number;
  units: Map<string, number>;
}

/** Which warehouses are eligible: for the unconstrained route or for the permitted one. */
export type Kind = 'unconstrained' | 'permitted';

/** Units of a SKU that a warehouse could give. */
export function availableAt(order: PlainCostOrder, kind: Kind, place: number, sku: string): number {
  const { stock, barred, blocked } = order.ranked[place - 1]!;
  if (barred?.has(sku)) return 0;
  if (kind === 'permitted' && blocked?.has(sku)) return 0;
  return stock.get(sku) ?? 0;
}

/** Gives units of one SKU out to places, as a list of [place, units]. */
type Gifts = [place: number, units: number][];

/** The one distribution of a set. Members that ship nothing have an empty shipment in it. */
export function distributionOf(
  order: PlainCostOrder,
  kind: Kind,
  places: readonly number[],
): PlainShipment[] {
  const shipments = places.map((place): PlainShipment => ({ place, units: new Map() }));
  for (const [sku, demand] of demandOf(order.lines)) {
    const rules = order.rules?.get(sku) ?? {};
    const isPreferred = (place: number) => rules.prefers?.has(order.ranked[place - 1]!.id) ?? false;
    const sequence = [...places.filter(isPreferred), ...places.filter((place) => !isPreferred(place))];
    const members = sequence.map((place): [number, number] => [place, availableAt(order, kind, place, sku)]);
    for (const [place, units] of giftsOf(members, demand, rules)) {
      if (units > 0) shipments.find((shipment) => shipment.place === place)!.units.set(sku, units);
    }
  }
  return shipments;
}

/** `members` in the sequence in which they give: preferred ones first, then by rank. */
function giftsOf(members: Gifts, demand: number, { doNotSplit, doNotPartial }: PlainSkuRules): Gifts {
  const whole = members.find(([, has]) => has >= demand);
  if (whole) return [[whole[0], demand]];
  const together = members.reduce((total, [, has]) => total + has, 0);
  if (doNotPartial && (doNotSplit || together < demand)) return [];
  if (doNotSplit) {
    const most = Math.max(...members.map(([, has]) => has));
    return [members.find(([, has]) => has === most)!];
  }
  return filledInSequence(members, demand);
}

function filledInSequence(members: Gifts, demand: number): Gifts {
  let needed = demand;
  return members.map(([place, has]) => {
    const gives = Math.min(has, needed);
    needed -= gives;
    return [place, gives];
  });
}

/**
 * The route with prefer_full_shipment off: the nearest come first.
 * Open: its unconstrained route goes down the same ranking with what is too slow or too late left in. A SKU that may neither
 * be split nor be short ships from the first that has it whole, else not at all.
 */
export function nearestFirst(order: PlainCostOrder, kind: Kind): PlainShipment[] {
  const places = order.ranked.map((_, index) => index + 1);
  const shipments = places.map((place): PlainShipment => ({ place, units: new Map() }));
  for (const [sku, demand] of demandOf(order.lines)) {
    const members = places.map((place): [number, number] => [place, availableAt(order, kind, place, sku)]);
    const { doNotSplit, doNotPartial } = order.rules?.get(sku) ?? {};
    const gifts = doNotSplit
      ? giftsOf(members, demand, { doNotSplit, doNotPartial: doNotPartial ?? false })
      : filledInSequence(members, demand);
    const given = gifts.reduce((total, [, units]) => total + units, 0);
    if (doNotPartial && given < demand) continue;
    for (const [place, units] of gifts) if (units > 0) shipments[place - 1]!.units.set(sku, units);
  }
  return shipments.filter(({ units }) => units.size > 0);
}

export function unitsOf(shipments: readonly PlainShipment[]): number {
  return sum(shipments.flatMap(({ units }) => [...units.values()]));
}

export function unitsWanted(order: PlainCostOrder): number {
  return sum([...demandOf(order.lines).values()]);
}

/** Whether no rule blocks the route; what is too late or too slow is not eligible in the first place. */
export function isPermitted(order: PlainCostOrder, shipments: readonly PlainShipment[]): boolean {
  const { split, partial, minimumValue = null, maxShipments = null } = order.blocks ?? {};
  const isWhole = unitsOf(shipments) === unitsWanted(order);
  if (split && shipments.length > 1) return false;
  if (maxShipments !== null && shipments.length > maxShipments) return false;
  if (partial && !isWhole) return false;
  const isFull = isWhole && shipments.length === 1;
  if (minimumValue === null || isFull) return true;
  return valuesOf(order, shipments).every((value) => compare(value, amount(minimumValue)) >= 0);
}

/** Units of a SKU are given to the order's lines in line order, shipment by shipment; each has its line's value. */
function valuesOf(order: PlainCostOrder, shipments: readonly PlainShipment[]): Amount[] {
  const left = order.lines
    .filter((line) => !line.dropShip)
    .map(({ sku, units, unitValue }) => ({
      sku,
      units,
      value: amount(unitValue ?? order.syncedValues?.get(sku) ?? 0),
    }));
  return shipments.map((shipment) => {
    const worth: Amount[] = [];
    for (const [sku, count] of shipment.units) {
      let needed = count;
      for (const line of left.filter((one) => one.sku === sku)) {
        const taken = Math.min(line.units, needed);
        line.units -= taken;
        needed -= taken;
        worth.push(times(taken, line.value));
      }
    }
    return sumOf(worth);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
