import { addUnits, type Cents, type Money, money, toCents, totalOf } from '../money.ts';
import { type Route, unitsFrom } from '../route.ts';
import type { Configuration, OrderLine, UnitWeights } from '../types.ts';
import { type Prices, priceOfWeight, type Weight } from './price-list.ts';

/** What handling a shipment costs a warehouse. */
export interface Handling {
  readonly perShipment: Money;
  /** For each SKU in it. */
  readonly perLine: Money;
  readonly perUnit: Money;
}

/** What a configuration says of costs, beside prices. */
export interface CompiledCosts {
  /** By warehouse index. */
  readonly handling: readonly Handling[];
  readonly splitPenalty: Money;
  /** Null: a SKU without a weight weighs nothing, and the answer says so. */
  readonly defaultWeight: Weight | null;
}

/** Reads what a configuration says of costs; null: it has no rates. */
export function compileCosts(configuration: Configuration): CompiledCosts | null {
  const { warehouses, rates, split_penalty = 0, default_unit_weight } = configuration;
  if (rates === undefined) return null;
  return {
    handling: warehouses.map(({ handling: { per_shipment = 0, per_line = 0, per_unit = 0 } = {} }) => ({
      perShipment: money(per_shipment),
      perLine: money(per_line),
      perUnit: money(per_unit),
    })),
    splitPenalty: money(split_penalty),
    defaultWeight: default_unit_weight === undefined ? null : money(default_unit_weight),
  };
}

/** What the shipments of one order cost. */
export interface OrderCosts {
  /** By warehouse index. */
  readonly handling: readonly Handling[];
  /** To the order's destination, by warehouse index; null: its shipments are unpriced. */
  readonly prices: Prices;
  /** What each shipment beyond the first counts besides. */
  readonly splitPenalty: Money;
  /** Of a unit, by demand. */
  readonly weights: readonly Weight[];
  /** SKUs whose weight no source has, in line order. */
  readonly unweighed: readonly string[];
}

/** What an order's costs come from, beside the configuration. */
export interface PricedInput {
  readonly lines: readonly OrderLine[];
  readonly demands: readonly { readonly sku: string }[];
  readonly unit_weights: UnitWeights;
  readonly prices: Prices;
}

/**
 * The costs of an order. A SKU weighs what its first line with a weight says, or else the latest synced weight, or else
 * the account's default.
 */
export function orderCosts(
  compiled: CompiledCosts,
  { lines, demands, unit_weights, prices }: PricedInput,
): OrderCosts {
  const unweighed: string[] = [];
  const weights = demands.map(({ sku }) => {
    const line = lines.find((each) => each.sku === sku && each.unit_weight != null);
    const weight = line?.unit_weight ?? unit_weights.get(sku);
    if (weight !== undefined) return money(weight);
    if (compiled.defaultWeight === null) unweighed.push(sku);
    return compiled.defaultWeight ?? 0;
  });
  const { handling, splitPenalty } = compiled;
  return { handling, splitPenalty, prices, weights, unweighed };
}

/** What a route costs, in the order in which routes are compared by it. */
export interface RouteCost {
  /** Shipments without a price. */
  readonly unpriced: number;
  /** The priced shipments and all split penalties, exact. */
  readonly amount: Money;
}

/** What a parcel with the whole order would cost from each warehouse, without handling; null: unpriced. */
export function wholePrices(
  { prices, weights }: OrderCosts,
  demands: readonly { readonly quantity: number }[],
): readonly (Money | null)[] {
  const weight = demands.reduce<Weight>(
    (sum, { quantity }, place) => addUnits(sum, quantity, weights[place]!),
    0,
  );
  return prices.map((list) => list && priceOfWeight(list, weight));
}

/** What a shipment costs, exact; null: it is unpriced. `unitsOf` gives the units of each demand in it. */
export function shipmentCost(
  { handling, prices, weights }: OrderCosts,
  warehouse: number,
  unitsOf: (demand: number) => number,
): Money | null {
  const list = prices[warehouse] ?? null;
  if (list === null) return null;
  const { perShipment, perLine, perUnit } = handling[warehouse]!;
  let weight: Weight = 0;
  let skus = 0;
  let units = 0;
  for (let demand = 0; demand < weights.length; demand++) {
    const shipped = unitsOf(demand);
    if (shipped === 0) continue;
    skus++;
    units += shipped;
    weight = addUnits(weight, shipped, weights[demand]!);
  }
  const handled = addUnits(addUnits(perShipment, skus, perLine), units, perUnit);
  return addUnits(handled, 1, priceOfWeight(list, weight));
}

/** What each shipment of a route costs, by member. `ranked` names the warehouses of its rank positions. */
export function shipmentCosts(
  costs: OrderCosts,
  ranked: readonly number[],
  route: Route,
): readonly (Money | null)[] {
  return route.members.map((position, member) =>
    shipmentCost(costs, ranked[position]!, (demand) => unitsFrom(route, demand, member)),
  );
}

/** What all shipments of a route cost in cents, without split penalties; null: a shipment is unpriced. */
export function totalCost(costs: OrderCosts, ranked: readonly number[], route: Route): Cents | null {
  const all = shipmentCosts(costs, ranked, route);
  const priced = all.filter((cost) => cost !== null);
  return priced.length < all.length ? null : toCents(totalOf(priced));
}

/** What a route costs, as routes are compared. */
export function routeCost(costs: OrderCosts, ranked: readonly number[], route: Route): RouteCost {
  let unpriced = 0;
  let amount = addUnits(0, Math.max(0, route.members.length - 1), costs.splitPenalty);
  for (const cost of shipmentCosts(costs, ranked, route)) {
    if (cost === null) unpriced++;
    else amount = addUnits(amount, 1, cost);
  }
  return { unpriced, amount };
}

/** Below zero if `left` costs less: fewer shipments are unpriced, or the amount is smaller. */
export function compareCosts(left: RouteCost, right: RouteCost): number {
  if (left.unpriced !== right.unpriced) return left.unpriced - right.unpriced;
  return left.amount < right.amount ? -1 : left.amount > right.amount ? 1 : 0;
}
