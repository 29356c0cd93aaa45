import type { CompiledConfiguration } from '../compile.ts';
import type { Route } from '../route.ts';
import { USUAL_WINDOW_WORK } from './batch-settings.ts';
import { Board } from './board.ts';
import { Exchange, isWorth, type Neighbours } from './exchange.ts';
import { findPrices } from './prices.ts';
import { Random } from './random.ts';
import { Resources } from './resources.ts';
import { RouteFinder, sizeOf } from './route-finder.ts';
import {
  mayChange,
  type OrderAlone,
  routeOfUnits,
  SHIPMENT,
  type WindowOrder,
  windowOrder,
} from './window-order.ts';

/** The orders of a window as they were decided one by one, and what they left. */
export interface Window {
  readonly compiled: CompiledConfiguration;
  /** In the order of allocation. */
  readonly orders: readonly OrderAlone[];
  /** What is left of each SKU, by warehouse index. */
  readonly stock: ReadonlyMap<string, ArrayLike<number>>;
  /** What is left of the places of a day, by placeKey. */
  readonly places: ReadonlyMap<string, number>;
  /** How many days later than alone orders of the last group of an exchange may arrive; null: any number. */
  readonly most_days_later: number | null;
}

/** An order of the window that ships otherwise than alone. */
export interface ImprovedOrder {
  /** Its place in the window. */
  readonly place: number;
  readonly route: Route;
}

/** With so many orders that may change, a window has all the work; with fewer a part of it, but not less than LEAST_PART. */
const ORDERS_FOR_ALL_WORK = 1000;
const LEAST_PART = 0.02;
/** Steps towards prices, from which routes are chosen that leave others what is worth more to them. */
const PRICE_ROUNDS = 30;
/** How much of their size guides: where routes count the same otherwise, any share does. */
const SHARE_OF_PRICES = 0.3;
/** In shipments, the losses that are taken in the beginning, so that the search leaves a dead end. They become smaller. */
const FIRST_LOSS = 0.3;

/**
 * Looks for routes of a window's orders that together have fewer shipments (or cost less, where that is the objective),
 * and are for no order worse than the one it has alone (docs/explanation/whole-window.md). `mostWork` bounds what is looked
 * at. Pure: the same window gives the same routes.
 */
export function improveWindow(window: Window, mostWork = USUAL_WINDOW_WORK): readonly ImprovedOrder[] {
  const resources = resourcesOf(window);
  const chosen = contestedOrders(window, resources);
  if (chosen === null) return [];
  const { orders, neighbours } = chosen;
  const board = new Board(
    orders.map(({ order }) => order),
    resources,
  );
  const supply = supplyOf(board);
  // By shipments, without rules: they only guide.
  const plain = board.orders.map((order) => ({ ...order, cost: null, judge: null, daysLater: null }));
  const prices = findPrices(plain, supply, { rounds: PRICE_ROUNDS });
  const finder = new RouteFinder(
    board.left,
    prices.prices.map((price) => price * SHARE_OF_PRICES),
  );
  const most = mostWork * Math.min(1, Math.max(LEAST_PART, orders.length / ORDERS_FOR_ALL_WORK));
  const random = new Random();
  const exchange = new Exchange(board, neighbours, finder, random);
  const total = { cost: 0, weight: 0 };
  while (finder.work < most) {
    const mostLoss = FIRST_LOSS * SHIPMENT * (1 - finder.work / most) * random.exponential();
    exchange.candidates();
    const keeps = exchange.isAllowed(mostLoss) && isWorth(exchange.gain(), mostLoss);
    exchange.apply(keeps);
    if (!keeps) continue;
    total.cost += exchange.gain().cost;
    total.weight += exchange.gain().weight;
  }
  if (total.cost <= 0 && (total.cost < 0 || total.weight <= 0)) return [];
  return orders
    .map(({ place, order }, index) => ({
      place,
      alone: order.routeAlone,
      route: routeOfUnits(order, board.routes[index]!.units),
    }))
    .filter(({ alone, route }) => !isSame(alone, route))
    .map(({ place, route }) => ({ place, route }));
}

/** What the orders of a window share. */
export function resourcesOf({ compiled, orders, stock, places }: Window): Resources {
  const resources = new Resources(stock, compiled.configuration.warehouses.length, places);
  for (const { decision, place_days } of orders) {
    for (const { warehouse, lines } of decision.shipments) {
      for (const { sku, ship_qty } of lines) resources.use(resources.pair(sku, warehouse), ship_qty);
      resources.use(resources.place(warehouse, place_days?.[warehouse] ?? null), 1);
    }
  }
  return resources;
}

/** The orders that may change, by SKUs that an order which wants a better route shares with them. Null: none wants one. */
function contestedOrders(window: Window, resources: Resources) {
  const { compiled, orders, most_days_later } = window;
  const toOrder = (alone: OrderAlone) =>
    windowOrder(compiled, alone, resources, most_days_later ?? Number.POSITIVE_INFINITY);
  const supply = Int32Array.from(resources.supply);
  const finder = new RouteFinder(supply, new Float64Array(supply.length));
  const wanting = new Map<number, WindowOrder>();
  const skus = new Set<string>();
  for (const [place, alone] of orders.entries()) {
    if (!mayChange(alone) || (alone.decision.shipments.length === 1 && !alone.routed.profile.isByCost))
      continue;
    const order = toOrder(alone);
    if (!wantsBetter(order, finder)) continue;
    wanting.set(place, order);
    for (const { demand } of order.skus) skus.add(alone.routed.demands[demand]!.sku);
  }
  if (wanting.size === 0) return null;
  const chosen = orders.flatMap((alone, place) =>
    mayChange(alone) && alone.decision.shipments.some(({ lines }) => lines.some(({ sku }) => skus.has(sku)))
      ? [{ place, order: wanting.get(place) ?? toOrder(alone) }]
      : [],
  );
  return { orders: chosen, neighbours: neighboursOf(chosen, wanting) };
}

/** Whether an order would have a better route if it came first. */
function wantsBetter(order: WindowOrder, finder: RouteFinder): boolean {
  const { routeAlone, cost, mostLater } = order;
  if (!finder.find(order, routeAlone.members.length, mostLater)) return false;
  if (cost === null) return sizeOf(finder.set) < routeAlone.members.length;
  const units: number[] = [];
  finder.fill(units);
  return cost.of(routeOfUnits(order, units)) < cost.of(routeAlone);
}

function neighboursOf(
  chosen: readonly { readonly place: number; readonly order: WindowOrder }[],
  wanting: ReadonlyMap<number, WindowOrder>,
): Neighbours {
  const bySku = new Map<string, number[]>();
  const lists = chosen.map(({ order: { alone, skus } }, index) =>
    skus.map(({ demand }) => {
      const { sku } = alone.routed.demands[demand]!;
      const list = bySku.get(sku) ?? [];
      bySku.set(sku, list);
      list.push(index);
      return list;
    }),
  );
  return {
    wanting: [...chosen.keys()].filter((index) => wanting.has(chosen[index]!.place)),
    sharing: lists,
  };
}

/** What the orders of the board have together. */
function supplyOf({ orders, routes, left }: Board): Int32Array {
  const supply = left.slice();
  for (const [index, { skus, candidates, places }] of orders.entries()) {
    const { units, members } = routes[index]!;
    const count = candidates.length;
    for (const [place, given] of units.entries()) {
      if (given > 0) supply[skus[Math.floor(place / count)]!.pairs[place % count]!]! += given;
    }
    for (const [at, place] of places.entries()) if ((members >> at) & 1 && place >= 0) supply[place]!++;
  }
  return supply;
}

function isSame(left: Route, right: Route): boolean {
  return left.members.join() === right.members.join() && left.quantities.join() === right.quantities.join();
}
