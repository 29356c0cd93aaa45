/**
 * What a route is chosen from, for the second reading of the cost rules: the order, the one distribution that a set of
 * warehouses has, and what rules block.
 */
import type { Written } from './amounts.ts';
import { demandOf, type PlainCostLine, type PlainHandling, type PlainPriceRow } from './cost.ts';

export interface PlainCostWarehouse {
  id: string;
  zone: string | null;
  handling?: PlainHandling | null;
  /** Available units by SKU, safety stock taken off. A SKU that is not named: none. Routing-only: Infinity. */
  stock: ReadonlyMap<string, number>;
  /** It may ship nothing: it is full, or too late and that blocks. */
  isBarred: boolean;
}

/** Only what blocks: a policy that warns changes no route. */
export interface PlainBlocks {
  split?: boolean;
  partial?: boolean;
  maxShipments?: number | null;
}

export interface PlainCostOrder {
  /** In rank order, those included that may ship nothing: they keep their rank. */
  ranked: readonly PlainCostWarehouse[];
  lines: readonly PlainCostLine[];
  blocks?: PlainBlocks;
  objective: 'fewest_shipments' | 'lowest_cost';
  prices: readonly PlainPriceRow[];
  splitPenalty?: Written | null;
}

/** Units by SKU from warehouses at places of the ranking, in rank order; the first place is 1. */
export interface PlainShipment {
  place: number;
  units: Map<string, number>;
}

/** Units of a SKU that a warehouse could give. */
export function availableAt(order: PlainCostOrder, place: number, sku: string): number {
  const { stock, isBarred } = order.ranked[place - 1]!;
  return isBarred ? 0 : (stock.get(sku) ?? 0);
}

/**
 * The one distribution of a set: each SKU whole from the first member that has all of it, else from each in rank order.
 * Members that ship nothing have an empty shipment in it.
 */
export function distributionOf(order: PlainCostOrder, places: readonly number[]): PlainShipment[] {
  const shipments = places.map((place): PlainShipment => ({ place, units: new Map() }));
  for (const [sku, demand] of demandOf(order.lines)) {
    const whole = places.find((place) => availableAt(order, place, sku) >= demand);
    let needed = demand;
    for (const { place, units } of shipments) {
      const has = whole === undefined || whole === place ? availableAt(order, place, sku) : 0;
      const gives = Math.min(has, needed);
      needed -= gives;
      if (gives > 0) units.set(sku, gives);
    }
  }
  return shipments;
}

export function unitsOf(shipments: readonly PlainShipment[]): number {
  return sum(shipments.flatMap(({ units }) => [...units.values()]));
}

export function unitsWanted(order: PlainCostOrder): number {
  return sum([...demandOf(order.lines).values()]);
}

/** Whether no rule blocks the route; what is too late or too slow is not eligible in the first place. */
export function isPermitted(order: PlainCostOrder, shipments: readonly PlainShipment[]): boolean {
  const { split, partial, maxShipments = null } = order.blocks ?? {};
  if (split && shipments.length > 1) return false;
  if (maxShipments !== null && shipments.length > maxShipments) return false;
  return !partial || unitsOf(shipments) === unitsWanted(order);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
