import { admittedWarehouses } from '../rules/item-rules.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { resourcesOf, type Window } from './improve.ts';
import { leastTerm, type PricedSku } from './least-term.ts';
import { findPrices } from './prices.ts';
import type { Resources } from './resources.ts';
import {
  eligibleWarehouses,
  type OrderAlone,
  SHIPMENT,
  type WindowOrder,
  windowOrder,
} from './window-order.ts';

/** Prices are whole millionths of a shipment. */
export const MILLIONTHS = 1_000_000;

/** Steps towards prices: more of them raise the floor a little. */
const PRICE_ROUNDS = 400;

/** A number of shipments that no assignment of the window's orders goes below, and what proves it. */
export interface WindowFloor {
  /** In shipments, rounded up. */
  readonly floor: number;
  /** The same, exact, in millionths. */
  readonly millionths: number;
  /** Of each SKU, by warehouse: units at the window's start, and what one of them is priced at, in millionths. */
  readonly pairs: ReadonlyMap<
    string,
    { readonly supply: readonly number[]; readonly prices: readonly number[] }
  >;
  /** By place in the window, what its order may ship from where. */
  readonly orders: readonly (readonly FloorSku[])[];
}

/** One SKU of an order, as the floor sees it. */
export interface FloorSku {
  readonly sku: string;
  readonly quantity: number;
  /** Whether all units must come from one warehouse. */
  readonly isWhole: boolean;
  /** By index, ascending: all that may ship it at any moment of the window. */
  readonly warehouses: readonly number[];
}

/**
 * The floor of a window by weak duality (docs/explanation/whole-window.md): each order pays for its shipments and, at prices, for
 * the units that it takes; whatever all orders pay at the least, less the value of all supply, no assignment goes below.
 */
export function windowFloor(window: Window): WindowFloor {
  const resources = resourcesOf(window);
  const { compiled, orders, stock } = window;
  const wide = orders.map(widest);
  const priced = wide
    .filter(({ decision }) => decision.shipments.length > 0)
    .map((alone) => forShipments(windowOrder(compiled, alone, resources, Number.POSITIVE_INFINITY)));
  const { prices } = findPrices(priced, Int32Array.from(resources.supply), PRICE_ROUNDS);
  const skus = wide.map((alone) => floorSkus(alone));
  const at = (whole: readonly number[]) => ({ prices: whole, sum: boundAt(whole, skus, resources) });
  const free = at(Array.from(prices, () => 0));
  const dear = at(Array.from(prices, (price) => Math.round((price / SHIPMENT) * MILLIONTHS)));
  const best = dear.sum > free.sum ? dear : free;
  const ofSku = (sku: string, values: readonly number[]) =>
    compiled.configuration.warehouses.map((_, warehouse) => values[resources.pair(sku, warehouse)]!);
  return {
    floor: Math.ceil(best.sum / MILLIONTHS),
    millionths: best.sum,
    pairs: new Map(
      [...stock.keys()].map((sku) => [
        sku,
        { supply: ofSku(sku, resources.supply), prices: ofSku(sku, best.prices) },
      ]),
    ),
    orders: skus,
  };
}

/** What all orders pay at the least, less the value of the supply: exact, in millionths. */
function boundAt(
  prices: readonly number[],
  orders: readonly (readonly FloorSku[])[],
  resources: Resources,
): number {
  let sum = 0n;
  for (const skus of orders) {
    if (skus.length === 0) continue;
    sum += BigInt(
      leastTerm(
        skus.map((sku) => pricedSku(sku, resources, prices)),
        MILLIONTHS,
      ),
    );
  }
  for (const [pair, price] of prices.entries()) sum -= BigInt(price) * BigInt(resources.supply[pair]!);
  return Number(sum);
}

/** The order with all warehouses that any moment of the window could give it: places free, each fallback open. */
function widest(alone: OrderAlone): OrderAlone {
  const { routed } = alone;
  const { departures, profile, demands } = routed;
  const wide: RoutedOrder = {
    ...routed,
    departures: departures?.free ?? departures,
    demands: demands.map((demand) => ({
      ...demand,
      admitted:
        demand.rules && admittedWarehouses(demand.rules, demand.quantity, NO_STOCK, profile.candidates),
    })),
  };
  return { ...alone, routed: wide };
}

const NO_STOCK: readonly number[] = [];

function forShipments(order: WindowOrder): WindowOrder {
  return { ...order, cost: null, judge: null };
}

function floorSkus({ routed, decision }: OrderAlone): FloorSku[] {
  const shipped = new Map<string, number>();
  for (const { lines } of decision.shipments) {
    for (const { sku, ship_qty } of lines) shipped.set(sku, (shipped.get(sku) ?? 0) + ship_qty);
  }
  const eligible = eligibleWarehouses(routed);
  return routed.demands.flatMap(({ sku, rules }, demand) => {
    const quantity = shipped.get(sku) ?? 0;
    if (quantity === 0) return [];
    const warehouses = routed.ranked.filter((_, position) => eligible[demand]![position]);
    return [
      { sku, quantity, isWhole: rules?.doNotSplit ?? false, warehouses: warehouses.sort((a, b) => a - b) },
    ];
  });
}

function pricedSku(
  { sku, quantity, isWhole, warehouses }: FloorSku,
  resources: Resources,
  prices: readonly number[],
): PricedSku {
  return {
    quantity,
    isWhole,
    sources: warehouses.map((warehouse) => {
      const pair = resources.pair(sku, warehouse);
      return { warehouse, units: resources.supply[pair] ?? 0, price: prices[pair] ?? 0 };
    }),
  };
}
