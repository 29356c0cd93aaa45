import { type Route, unitsFrom, unitsOf } from '../route.ts';
import { dayText } from '../rules/departures.ts';
import { admittedWarehouses } from '../rules/item-rules.ts';
import { shipmentCosts } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { safetyUnder } from '../rules/safety-stock.ts';
import { isByCost } from '../search/choose-route.ts';
import { arrivalOf, leastLater } from './arrival.ts';
import { costLine } from './cost-line.ts';
import { type ImprovedOrder, resourcesOf } from './improve.ts';
import { eligibleWarehouses, type OrderAlone, type Window } from './window-order.ts';

// A window as lines of plain data: what its floor is computed from, and what its certificate shows.

/** What holds for all orders of a window. */
export interface WindowHead {
  /** How many days later than alone an order may arrive; null: any. */
  readonly most_days_later: number | null;
  /** In ten-thousandths of a currency unit, as all costs of these lines. Left out if the account has no rates. */
  readonly split_penalty?: number;
}

/** A SKU's units by warehouse; a warehouse without any is left out. */
interface SupplyLine {
  readonly type: 'supply';
  readonly sku: string;
  readonly units: Readonly<Record<string, number>>;
}

/** A set of warehouses, named once. */
interface EligibleLine {
  readonly type: 'eligible';
  readonly id: number;
  readonly warehouse_ids: readonly string[];
}

/** An order with its route alone and in the end. */
interface OrderFacts {
  readonly type: 'order';
  readonly order_id: string;
  readonly skus: readonly FactSku[];
  /** Its shipments alone: it never has more. */
  readonly most: number;
  /** By warehouse that might ship some of it, but from which it arrives too late: when, with every slot of every day free. */
  readonly too_late?: Readonly<Record<string, Pick<ShipmentFacts, 'transit_days' | 'delivery_date'>>>;
  readonly alone: readonly ShipmentFacts[];
  readonly final: readonly ShipmentFacts[];
  /**
   * By warehouse that has some of it, what a shipment of the order costs at least: each, and a unit of each of `skus`. Only if
   * all orders of the window ship by lowest cost.
   */
  readonly costs?: Readonly<Record<string, readonly number[]>>;
  /** Another request took what its improved route was to use: it is decided alone, as if it came after that request. */
  readonly redecided?: true;
}

interface FactSku {
  readonly sku: string;
  readonly units: number;
  /** The id of the set of warehouses that may ship it at any moment of the window. */
  readonly eligible: number;
  /** All units come from one warehouse. */
  readonly whole?: true;
}

interface ShipmentFacts {
  readonly warehouse_id: string;
  readonly transit_days: number | null;
  readonly delivery_date?: string;
  /** Exact. Null: it has no price. Left out if the account has no rates. */
  readonly cost?: string | null;
  readonly lines: readonly { readonly sku: string; readonly units: number }[];
}

export type WindowLine = SupplyLine | EligibleLine | OrderFacts;

export function windowHead({ compiled, most_days_later }: Window): WindowHead {
  const { costs } = compiled;
  return { most_days_later, ...(costs && { split_penalty: Number(costs.splitPenalty) }) };
}

/** The lines of a window. `order_ids` and `redecided` are by the index of an order. */
export function windowLines(
  window: Window,
  order_ids: readonly string[],
  improved: readonly ImprovedOrder[],
  redecided: readonly number[] = [],
): WindowLine[] {
  const { orders, compiled } = window;
  const ids = compiled.configuration.warehouses.map(({ warehouse_id }) => warehouse_id);
  const finals = new Map(improved.map(({ index, route }) => [index, route]));
  const sets = new Map<string, EligibleLine>();
  const skus = new Set<string>();
  const resources = resourcesOf(window);
  const isKept = orders.every(({ routed }) => safetyUnder(compiled.safety, routed.profile.settings) !== null);
  const supplyOf = (sku: string, warehouse: number) => {
    const kept = isKept ? (compiled.rules.of(sku)?.safety ?? compiled.safety!)[warehouse]! : 0;
    return Math.max(0, resources.supply[resources.pair(sku, warehouse)]! - kept);
  };
  const areByCost = orders.every(({ routed }) => isByCost(routed));
  const setOf = (warehouses: readonly number[]): number => {
    const key = warehouses.join();
    const set = sets.get(key) ?? {
      type: 'eligible',
      id: sets.size,
      warehouse_ids: warehouses.map((each) => ids[each]!),
    };
    sets.set(key, set);
    return set.id;
  };
  const orderLines = orders.map((alone, index): OrderFacts => {
    const route = routeOfDecision(alone.routed, alone.decision);
    const eligible = widestEligible(alone);
    const shipped = alone.routed.demands.flatMap(({ sku }, demand) => {
      const quantity = unitsOf(route, demand);
      return quantity === 0 ? [] : { sku, demand, quantity };
    });
    for (const { sku } of shipped) skus.add(sku);
    const having = shipped.flatMap(({ sku, demand }) =>
      eligible[demand]!.filter((warehouse) => supplyOf(sku, warehouse) > 0),
    );
    const sources = [...new Set(having)];
    const tooLate = sources.filter((warehouse) => isTooLate(window, alone, route, warehouse));
    return {
      type: 'order',
      order_id: order_ids[index]!,
      most: route.members.length,
      ...(tooLate.length > 0 && {
        too_late: Object.fromEntries(
          tooLate.map((each) => [ids[each]!, daysFrom(window, onFreeSlots(alone.routed), each)]),
        ),
      }),
      skus: shipped.map(({ sku, demand, quantity }) => ({
        sku,
        units: quantity,
        eligible: setOf(eligible[demand]!),
        ...(alone.routed.demands[demand]!.rules?.doNotSplit && { whole: true as const }),
      })),
      alone: shipments(ids, window, alone, route),
      final: shipments(ids, window, alone, finals.get(index) ?? route),
      ...(areByCost && {
        costs: Object.fromEntries(
          sources.map((each) => [ids[each]!, costLine(alone.routed.costs!, each, shipped)]),
        ),
      }),
      ...(redecided.includes(index) && { redecided: true as const }),
    };
  });
  const supplyLines = [...skus].map((sku): SupplyLine => {
    const units = ids.map((id, warehouse) => [id, supplyOf(sku, warehouse)] as const);
    return { type: 'supply', sku, units: Object.fromEntries(units.filter(([, each]) => each > 0)) };
  });
  return [...supplyLines, ...sets.values(), ...orderLines];
}

/** Whether an order arrives too late by any route with a warehouse, with every slot of every day free. */
function isTooLate(
  { compiled, most_days_later }: Window,
  { routed }: OrderAlone,
  { members }: Route,
  warehouse: number,
): boolean {
  const { warehouses } = compiled.configuration;
  const from = members.map((position) => routed.ranked[position]!);
  const alone = arrivalOf(routed, warehouses, from);
  const least = leastLater(alone, arrivalOf(onFreeSlots(routed), warehouses, [warehouse]));
  return members.length > 0 && least > (most_days_later ?? Number.POSITIVE_INFINITY);
}

function onFreeSlots(routed: RoutedOrder): RoutedOrder {
  return { ...routed, departures: routed.departures?.free ?? routed.departures };
}

const NO_STOCK: readonly number[] = [];

/**
 * Of each demand, the warehouses that any moment of the window could let ship it, ascending: every slot is free, each
 * fallback open, and candidates count that answers do not list.
 */
function widestEligible({ routed }: OrderAlone): number[][] {
  const { profile, demands } = routed;
  const ranked = [...new Set([...routed.ranked, ...profile.candidates])];
  const wide: RoutedOrder = {
    ...onFreeSlots(routed),
    ranked,
    demands: demands.map((demand) => ({
      ...demand,
      admitted:
        demand.rules && admittedWarehouses(demand.rules, demand.quantity, NO_STOCK, profile.candidates),
    })),
  };
  return eligibleWarehouses(wide).map((open) =>
    ranked.filter((_, position) => open[position]).sort((left, right) => left - right),
  );
}

function shipments(
  ids: readonly string[],
  window: Window,
  { routed }: OrderAlone,
  route: Route,
): ShipmentFacts[] {
  const { ranked, demands, costs } = routed;
  const exact = costs && shipmentCosts(costs, ranked, route);
  return route.members.map((position, member) => {
    const warehouse = ranked[position]!;
    return {
      warehouse_id: ids[warehouse]!,
      ...daysFrom(window, routed, warehouse),
      ...(exact && { cost: exact[member] === null ? null : String(exact[member]) }),
      lines: demands.flatMap(({ sku }, demand) => {
        const units = unitsFrom(route, demand, member);
        return units > 0 ? [{ sku, units }] : [];
      }),
    };
  });
}

function daysFrom({ compiled }: Window, { departures, lanes }: RoutedOrder, warehouse: number) {
  const day = departures?.delivery[warehouse] ?? null;
  const isUndated = compiled.configuration.warehouses[warehouse]!.calendar !== undefined && day === null;
  return {
    transit_days: isUndated ? null : (lanes.at(warehouse)?.transit_days ?? null),
    ...(day !== null && { delivery_date: dayText(day) }),
  };
}

/** The lines of a window by type. */
export function linesByType(lines: readonly WindowLine[]) {
  const of = <Type extends WindowLine['type']>(type: Type) =>
    lines.filter((line): line is Extract<WindowLine, { type: Type }> => line.type === type);
  return { supply: of('supply'), eligible: of('eligible'), orders: of('order') };
}
