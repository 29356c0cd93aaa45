import type { CompiledConfiguration } from '../compile.ts';
import { type Route, routeOf, unitsFrom, unitsOf } from '../route.ts';
import { dayNumber } from '../rules/departures.ts';
import { routeCost } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { safetyUnder } from '../rules/safety-stock.ts';
import { isByCost } from '../search/choose-route.ts';
import { suppliesOf } from '../search/supply.ts';
import type { Decision } from '../types.ts';
import { arrivalOf, daysLater, leastLater } from './arrival.ts';
import { costLine } from './cost-line.ts';
import { type Judge, judgeOf } from './judge.ts';
import type { Resources } from './resources.ts';

/** The most candidates of an order: sets of them are bits of a number. */
export const MAX_CANDIDATES = 30;

/** What the ordinary pass saw of an order of the window, and what it decided. */
export interface OrderAlone {
  /** With the ranking that the decision has. */
  readonly routed: RoutedOrder;
  readonly decision: Decision;
  readonly deliver_by: string | null;
  /** Orders of equal is_vip and priority_level have the same number, earlier ones a smaller one. */
  readonly group: number;
  /** By warehouse, the day on which a shipment takes a slot; null: it takes none. Left out: none takes any. */
  readonly slot_days?: readonly (number | null)[];
}

/** One SKU of an order, with the units that it ships. */
export interface WindowSku {
  /** Its index in the order's demands. */
  readonly demand: number;
  readonly quantity: number;
  /** Whether all units must come from one warehouse. */
  readonly isWhole: boolean;
  /** By candidate, the pair that its units come from; -1: it may not ship the SKU. */
  readonly pairs: readonly number[];
  /** By candidate, units that are kept back from the order. */
  readonly keptBack: readonly number[];
  /** By candidate, what a unit counts beside its price. Left out: nothing. */
  readonly unitCosts?: readonly number[];
}

/** What is known of an order when a route for it is looked for. */
export interface SearchedOrder {
  /** How many SKUs it asks for. */
  readonly demands: number;
  /** The most shipments that it may have. */
  readonly most: number;
  /** What its route's members are named by, ascending: rank positions, or warehouses. */
  readonly candidates: readonly number[];
  readonly skus: readonly WindowSku[];
  /** By candidate, the resource of which a shipment takes one; -1: none. */
  readonly slots: readonly number[];
  /** By candidate, what a shipment counts: SHIPMENT, its days, and its rank. */
  readonly weights: readonly number[];
  /** What a shipment counts at least. */
  readonly least: number;
  /** Null: costs are not compared. */
  readonly cost: ComparedCost | null;
  /** Null: the fields above say which routes the order may have. */
  readonly judge: Judge | null;
  /** By candidate, how many days later than alone a route with it arrives at least. */
  readonly later: readonly number[];
  /** How many days later a route arrives. Null: as many as the latest of its members. */
  readonly daysLater: ((route: Route) => number) | null;
}

/** An order of the window that may be routed otherwise. */
export interface WindowOrder extends SearchedOrder {
  readonly alone: OrderAlone;
  readonly routeAlone: Route;
  /** How many days later than alone it may arrive if it is of the last group of an exchange. */
  readonly mostLater: number;
}

/** What routes cost, if that is compared before their shipments. */
export interface ComparedCost {
  readonly of: (route: Route) => number;
  /** Of a shipment of the route alone. */
  readonly each: number;
  /** By candidate, what a shipment counts at least beside its units. */
  readonly fixed: readonly number[];
  /** By SKU and candidate, what a unit does. */
  readonly units: readonly (readonly number[])[];
}

/** The aim in one number: fewest shipments, then transit days, then rank positions. Sums stay exact, below 2^53. */
export const SHIPMENT = 2 ** 38;
/** Cost is compared before all else. */
export const COST_FIRST = 2 ** 10;
const DAY = 2 ** 18;
/** What a shipment without a lane counts. */
const DAYS_WITHOUT_LANE = 60;

/** The orders of a window as they were decided one by one, and what they left. */
export interface Window {
  readonly compiled: CompiledConfiguration;
  /** In the order of allocation. */
  readonly orders: readonly OrderAlone[];
  /** What is left of each SKU, by warehouse index. */
  readonly stock: ReadonlyMap<string, ArrayLike<number>>;
  /** What is left of the slots of a day, by slotKey. */
  readonly slots: ReadonlyMap<string, number>;
  /** How many days later than alone orders of the last group of an exchange may arrive; null: any number. */
  readonly most_days_later: number | null;
}

/** Whether an order of the window may be routed otherwise. */
export function mayChange({ routed, decision }: OrderAlone): boolean {
  return decision.shipments.length > 0 && routed.profile.settings.prefer_full_shipment;
}

/** An order that may change as the pass over the window sees it. */
export function windowOrder(
  { compiled, most_days_later }: Pick<Window, 'compiled' | 'most_days_later'>,
  alone: OrderAlone,
  resources: Resources,
): WindowOrder {
  const mostLater = most_days_later ?? Number.POSITIVE_INFINITY;
  const { routed, decision, deliver_by } = alone;
  const { ranked, lanes, demands } = routed;
  const { warehouses } = compiled.configuration;
  const routeAlone = routeOfDecision(routed, decision);
  const arrival = (members: readonly number[]) =>
    arrivalOf(
      routed,
      warehouses,
      members.map((position) => ranked[position]!),
    );
  const arrivalAlone = arrival(routeAlone.members);
  // Without a day for each shipment, transit days are compared instead. Then it depends on the whole route.
  const isMixed =
    arrivalAlone.day !== null && [...ranked.keys()].some((position) => arrival([position]).day === null);
  const laterBy = isMixed ? leastLater : daysLater;
  const laterFrom = (position: number) => laterBy(arrivalAlone, arrival([position]));
  const eligible = eligibleWarehouses(routed);
  const shipped = demands
    .map((_, demand) => ({ demand, quantity: unitsOf(routeAlone, demand) }))
    .filter(({ quantity }) => quantity > 0);
  const pairAt = (demand: number, position: number) =>
    eligible[demand]![position] ? resources.pair(demands[demand]!.sku, ranked[position]!) : -1;
  const candidates = fewer(
    [...ranked.keys()].filter(
      (position) =>
        routeAlone.members.includes(position) ||
        (laterFrom(position) <= mostLater &&
          shipped.some(({ demand }) => (resources.supply[pairAt(demand, position)] ?? 0) > 0)),
    ),
    routeAlone.members,
  );
  const safety = safetyUnder(compiled.safety, routed.profile.settings);
  const cost = comparedCost(routed, routeAlone, candidates, shipped);
  return {
    alone,
    routeAlone,
    demands: demands.length,
    most: routeAlone.members.length,
    candidates,
    skus: shipped.map(({ demand, quantity }, sku) => {
      const { rules } = demands[demand]!;
      const kept = safety && (rules?.safety ?? safety);
      return {
        demand,
        quantity,
        isWhole: rules?.doNotSplit ?? false,
        pairs: candidates.map((position) => pairAt(demand, position)),
        keptBack: candidates.map((position) => kept?.[ranked[position]!] ?? 0),
        ...(cost && { unitCosts: cost.units[sku]! }),
      };
    }),
    slots: candidates.map((position) => {
      const warehouse = ranked[position]!;
      return resources.slot(warehouse, alone.slot_days?.[warehouse] ?? null);
    }),
    weights: candidates.map(
      (position) =>
        SHIPMENT + DAY * (lanes.at(ranked[position]!)?.transit_days ?? DAYS_WITHOUT_LANE) + position,
    ),
    least: SHIPMENT,
    mostLater,
    later: candidates.map(laterFrom),
    daysLater: isMixed ? ({ members }) => daysLater(arrivalAlone, arrival(members)) : null,
    cost,
    judge: judgeOf(routed, routeAlone, deliver_by === null ? null : dayNumber(deliver_by)),
  };
}

/** The members of the route alone, and the best of the others. */
function fewer(positions: readonly number[], members: readonly number[]): readonly number[] {
  if (positions.length <= MAX_CANDIDATES) return positions;
  const others = positions.filter((position) => !members.includes(position));
  const kept = new Set([...members, ...others.slice(0, Math.max(0, MAX_CANDIDATES - members.length))]);
  return positions.filter((position) => kept.has(position));
}

function comparedCost(
  order: RoutedOrder,
  alone: Route,
  candidates: readonly number[],
  shipped: readonly { readonly demand: number; readonly quantity: number }[],
): ComparedCost | null {
  const { costs, ranked } = order;
  if (costs === null || !isByCost(order)) return null;
  const of = (route: Route) => Number(routeCost(costs, ranked, route).amount);
  const each = Math.max(1, of(alone)) / alone.members.length;
  const lines = candidates.map((position) =>
    costLine(costs, ranked[position]!, shipped).map((part) => (part / each) * SHIPMENT * COST_FIRST),
  );
  return {
    of,
    each,
    fixed: lines.map(([fixed]) => fixed!),
    units: shipped.map((_, sku) => lines.map((line) => line[sku + 1]!)),
  };
}

/** Of each demand, whether the warehouse of each rank position may ship it, if it has units. */
export function eligibleWarehouses(routed: RoutedOrder): readonly (readonly boolean[])[] {
  const demands = routed.demands.map((demand) => ({ ...demand, stock: 'unlimited' as const }));
  return suppliesOf({ ...routed, demands }, true).map(({ units }) => units.map((each) => each > 0));
}

/** The units of a route, by SKU and candidate. */
export function unitsByCandidate({ skus, candidates }: SearchedOrder, route: Route): number[] {
  return skus.flatMap(({ demand }) =>
    candidates.map((position) => {
      const member = route.members.indexOf(position);
      return member < 0 ? 0 : unitsFrom(route, demand, member);
    }),
  );
}

/** Whether two routes ship the same units from the same warehouses. */
export function isSameRoute(left: Route, right: Route): boolean {
  return left.members.join() === right.members.join() && left.quantities.join() === right.quantities.join();
}

/** The route that ships these units, by SKU and candidate. */
export function routeOfUnits({ demands, candidates, skus }: SearchedOrder, units: readonly number[]): Route {
  const count = candidates.length;
  const quantities = new Array<number>(demands * count).fill(0);
  for (let sku = 0; sku < skus.length; sku++) {
    for (let at = 0; at < count; at++) quantities[skus[sku]!.demand * count + at] = units[sku * count + at]!;
  }
  return routeOf(candidates, quantities);
}
