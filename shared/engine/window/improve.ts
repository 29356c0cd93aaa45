import type { Route } from '../route.ts';
import { USUAL_WINDOW_WORK } from './batch-settings.ts';
import { Board, type BoardOrder } from './board.ts';
import { Exchange, type Gain, isWorth, type Neighbours } from './exchange.ts';
import { findPrices } from './prices.ts';
import { Random } from './random.ts';
import { Resources } from './resources.ts';
import { RouteFinder, sizeOf } from './route-finder.ts';
import {
  mayChange,
  type OrderAlone,
  routeOfUnits,
  SHIPMENT,
  type Window,
  type WindowOrder,
  windowOrder,
} from './window-order.ts';

/** An order of the window that ships otherwise than alone. */
export interface ImprovedOrder {
  /** Its index in the window. */
  readonly index: number;
  readonly route: Route;
  /** How many days later than alone it arrives. */
  readonly later: number;
}

/** With so many orders that may change, a window has all the work; with fewer a part of it, but not less than LEAST_PART. */
const ORDERS_FOR_ALL_WORK = 1000;
const LEAST_PART = 0.02;
/** Steps towards prices, from which routes are chosen that leave others what is worth more to them. */
const PRICE_ROUNDS = 30;
/** How much of their size guides: where routes count the same otherwise, any share does. */
const SHARE_OF_PRICES = 0.3;
/** How much of the work is done again for so many orders as have all the work: a ledger is locked meanwhile. */
const WORK_AGAIN = 0.5;
/** In shipments, the losses that are taken in the beginning, so that the search leaves a dead end. They become smaller. */
const FIRST_LOSS = 0.3;

/** Improved routes of a window that some orders keep, and the orders that have lost theirs, by index. */
interface KeptAndLost {
  readonly kept: readonly ImprovedOrder[];
  readonly lost: readonly number[];
}

/**
 * Looks for routes of a window's orders that together have fewer shipments (or cost less, where that is the objective),
 * and are for no order worse than the one it has alone (docs/explanation/whole-window.md). `mostWork` bounds what is looked
 * at. `again`: only for orders that lost their routes and their neighbours, beside those that are kept. Pure: the same
 * window gives the same routes.
 */
export function improveWindow(
  window: Window,
  mostWork = USUAL_WINDOW_WORK,
  again?: KeptAndLost,
): readonly ImprovedOrder[] {
  const { kept, lost } = again ?? { kept: [], lost: [...window.orders.keys()] };
  const resources = resourcesOf(window);
  const contested = contestedOrders(window, resources, lost, kept);
  const { orders } = contested;
  const board = new Board(orders, resources);
  const shareOf = (of: number) => Math.min(1, of / ORDERS_FOR_ALL_WORK);
  const share = again ? WORK_AGAIN * shareOf(lost.length) : Math.max(LEAST_PART, shareOf(orders.length));
  const { cost, weight } = exchangeRoutes(board, contested, share * mostWork, again ? 0 : FIRST_LOSS);
  if (!again && cost <= 0 && (cost < 0 || weight <= 0)) return [];
  board.returnUnneeded();
  return orders.flatMap(({ index }, nth) => {
    const route = board.routeOf(nth);
    return route === null ? [] : [{ index, route, later: board.routes[nth]!.later }];
  });
}

/** Exchanges routes, and returns what is gained. Losses of up to `firstLoss` are taken in the beginning. */
function exchangeRoutes(board: Board, { neighbours }: Contested, most: number, firstLoss: number): Gain {
  const total = { cost: 0, weight: 0 };
  if (neighbours.wanting.length === 0 || most === 0) return total;
  // By shipments, without rules: they only guide.
  const plain = board.orders.map((order) => ({
    ...{ ...order, most: order.candidates.length, cost: null, judge: null, daysLater: null },
    skus: order.skus.map(({ unitCosts: _, ...sku }) => sku),
  }));
  const prices = findPrices(plain, board.supply(), { rounds: PRICE_ROUNDS });
  const finder = new RouteFinder(
    board.left,
    prices.map((price) => price * SHARE_OF_PRICES),
  );
  const random = new Random();
  const exchange = new Exchange(board, neighbours, finder, random);
  while (finder.work < most) {
    const mostLoss = firstLoss * SHIPMENT * (1 - finder.work / most) * random.exponential();
    exchange.candidates();
    const keeps = exchange.isAllowed(mostLoss) && isWorth(exchange.gain(), mostLoss);
    exchange.apply(keeps);
    if (!keeps) continue;
    total.cost += exchange.gain().cost;
    total.weight += exchange.gain().weight;
  }
  return total;
}

/** What the orders of a window share. */
export function resourcesOf({ compiled, orders, stock, slots }: Window): Resources {
  const resources = new Resources(stock, compiled.configuration.warehouses.length, slots);
  for (const { decision, slot_days } of orders) {
    for (const { warehouse, lines } of decision.shipments) {
      for (const { sku, ship_qty } of lines) resources.use(resources.pair(sku, warehouse), ship_qty);
      resources.use(resources.slot(warehouse, slot_days?.[warehouse] ?? null), 1);
    }
  }
  return resources;
}

/** Orders that may change, in the order of allocation. */
interface Contested {
  readonly orders: readonly BoardOrder[];
  readonly neighbours: Neighbours;
}

/** Those of some orders that want a better route, all that share SKUs with them, and those that have better routes. */
function contestedOrders(
  window: Window,
  resources: Resources,
  indices: readonly number[],
  kept: readonly ImprovedOrder[],
): Contested {
  const supply = Int32Array.from(resources.supply);
  const finder = new RouteFinder(supply, new Float64Array(supply.length));
  const wanting = new Map<number, WindowOrder>();
  const skus = new Set<string>();
  for (const index of indices) {
    const alone = window.orders[index]!;
    if (!mayChange(alone) || (alone.decision.shipments.length === 1 && !alone.routed.profile.isByCost))
      continue;
    const order = windowOrder(window, alone, resources);
    if (!wantsBetter(order, finder)) continue;
    wanting.set(index, order);
    for (const { demand } of order.skus) skus.add(alone.routed.demands[demand]!.sku);
  }
  const begins = new Map(kept.map(({ index, route }) => [index, route]));
  const shares = ({ decision: { shipments } }: OrderAlone) =>
    shipments.some(({ lines }) => lines.some(({ sku }) => skus.has(sku)));
  const orders = window.orders.flatMap((alone, index) =>
    begins.has(index) || (mayChange(alone) && shares(alone))
      ? {
          index,
          order: wanting.get(index) ?? windowOrder(window, alone, resources),
          begins: begins.get(index) ?? null,
        }
      : [],
  );
  return { orders, neighbours: neighboursOf(orders, wanting) };
}

/** Whether an order would have a better route if it came first. */
function wantsBetter(order: WindowOrder, finder: RouteFinder): boolean {
  const { routeAlone, cost, most, mostLater } = order;
  if (!finder.find(order, most, mostLater)) return false;
  return cost === null
    ? sizeOf(finder.set) < most
    : cost.of(routeOfUnits(order, finder.units())) < cost.of(routeAlone);
}

function neighboursOf(chosen: readonly BoardOrder[], wanting: ReadonlyMap<number, WindowOrder>): Neighbours {
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
    wanting: [...chosen.keys()].filter((nth) => wanting.has(chosen[nth]!.index)),
    sharing: lists,
  };
}
