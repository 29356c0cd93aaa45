import type { CompiledConfiguration } from './compile.ts';
import { downToCents, toCents, totalOf } from './money.ts';
import { type Route, unitsOf } from './route.ts';
import { assignLines } from './rules/assign-lines.ts';
import { type Departures, isFullAt } from './rules/departures.ts';
import { shipmentsOf } from './rules/derive.ts';
import { noRouteDriver, routeDriver } from './rules/driver.ts';
import { isAdmitted } from './rules/item-rules.ts';
import { type OrderCosts, shipmentCosts, totalCost } from './rules/order-costs.ts';
import { policyOutcome, qualityOf } from './rules/outcome.ts';
import { warnedRules } from './rules/policies.ts';
import { type DecisionInput, prepareOrder, type SoughtOrder } from './rules/prepare-order.ts';
import type { RoutedOrder } from './rules/routed-order.ts';
import { unitsAt } from './rules/stock.ts';
import { unfulfilledSkus } from './rules/unfulfilled.ts';
import { unroutableCode } from './rules/unroutable.ts';
import { itemControlsOn, unsoughtDecision } from './rules/unsought-decision.ts';
import { chooseRoute, freestRoute, onFreePlaces } from './search/choose-route.ts';
import { type OrderEffort, orderEffort, type SearchBudget } from './search/order-effort.ts';
import type { Decision, DecisionCost, OrderStatus } from './types.ts';

/** A decision, and what the searches for it did. */
export interface Decided {
  readonly decision: Decision;
  readonly used: Readonly<OrderEffort>;
}

/**
 * Decides which warehouses ship an order (docs/explanation/decisions.md). Pure: the same input gives the
 * same decision, and no input is changed. A Destination must never change. `budget` limits the searches for a
 * route of this one order; by default they have all that an order may have alone.
 */
export function decide(
  compiled: CompiledConfiguration,
  input: DecisionInput,
  budget: Partial<SearchBudget> = {},
): Decided {
  const effort = orderEffort(budget);
  const prepared = prepareOrder(compiled, input);
  const decision =
    prepared.unsought === null
      ? routedDecision(compiled, prepared, effort)
      : unsoughtDecision(prepared.profile, prepared.unsought, prepared.ranked, prepared.requested);
  const { reroute } = input.order;
  return { decision: reroute === undefined ? decision : { ...decision, reroute }, used: effort };
}

/** The decision on an order with something for warehouses to ship. */
function routedDecision(
  compiled: CompiledConfiguration,
  { routed: order, requested, dropShipped, preferredMoved }: SoughtOrder,
  effort: OrderEffort,
): Decision {
  const { profile, ranked, demands } = order;
  const choice = chooseRoute(order, effort);
  const { permitted, blocked } = choice;
  const allShip = permitted.units === order.units && dropShipped === null;
  const status = statusOf(permitted.members.length, allShip);
  const free =
    permitted.units === order.units ? null : onFreePlaces(order, compiled.configuration.warehouses);
  const routeIfFree = free && freestRoute(free);
  const unroutable =
    status === 'NONE'
      ? unroutableCode(compiled, profile.candidates, demands, blocked, (routeIfFree?.units ?? 0) > 0)
      : null;
  const { allocations, values, unvalued } = assignLines(order, permitted);
  const warnings = warnedRules(order, permitted, values);
  const shipments = shipmentsOf(allocations, ranked, order.lines);
  const decision: Mutable<Decision> = {
    status,
    quality: qualityOf(status, permitted.members[0] === 0),
    profile: profile.index,
    ranked,
    shipments,
    allocations,
    unfulfilled: allShip
      ? NONE_LACKING
      : unfulfilledSkus(requested, demands, choice, compiled.enabled, routeIfFree),
    policy:
      warnings.length === 0 && blocked === null
        ? CLEAR
        : { outcome: policyOutcome(status, warnings.length, blocked), warnings, blocked },
    driver:
      unroutable === null
        ? routeDriver(order, choice, preferredMoved, dropShipped)
        : noRouteDriver(order, unroutable, blocked),
    unroutable,
    total_value_cents: toCents(totalOf(values)),
    unvalued_skus: unvalued,
    item_controls: itemControlsOn(requested),
    budget_exhausted: effort.hitLimit,
    at_least_shipments: choice.fewest === null ? provedShipments(effort, permitted.members.length) : null,
  };
  if (unroutable === 'no_capacity') {
    const { permitted: ifFree, blocked: anyway } = chooseRoute(free!, orderEffort());
    if (ifFree.units === 0 && anyway !== null) decision.blocked_anyway = anyway;
  }
  if (order.departures !== null) addDates(decision, order, order.departures);
  if (order.costs !== null) decision.cost = costOf(order, order.costs, permitted, effort);
  return decision;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Adds what a decision says of days. The members are set and not spread, because that takes longer than deciding. */
function addDates(decision: Mutable<Decision>, order: RoutedOrder, departures: Departures): void {
  const { hasCalendar, next_place } = departures;
  if (hasCalendar) decision.days = daysOf(decision.shipments, departures);
  if (decision.unroutable !== 'no_capacity') return;
  const places = order.ranked.flatMap((warehouse) =>
    isFullAt(order, warehouse) && couldShip(order, warehouse) ? (next_place[warehouse] ?? []) : [],
  );
  if (places.length > 0) decision.next_place = Math.min(...places);
}

/** When shipments leave and arrive. */
export function daysOf(
  shipments: Decision['shipments'],
  { ship, delivery }: Departures,
): NonNullable<Decision['days']> {
  return shipments.map(({ warehouse }) => ({
    ship_day: ship[warehouse] ?? null,
    delivery_day: delivery[warehouse] ?? null,
  }));
}

/** What a decision says of its cost. */
export function costOf(
  { ranked, demands }: RoutedOrder,
  costs: OrderCosts,
  route: Route,
  { hitLimit, lowerBoundOfCost }: Pick<OrderEffort, 'hitLimit' | 'lowerBoundOfCost'>,
): DecisionCost {
  const { unweighed } = costs;
  return {
    shipments: shipmentCosts(costs, ranked, route).map((cost) => cost && toCents(cost)),
    total: totalCost(costs, ranked, route),
    unweighed_skus: demands.flatMap(({ sku }, demand) =>
      unweighed.includes(sku) && unitsOf(route, demand) > 0 ? [sku] : [],
    ),
    at_least: hitLimit && lowerBoundOfCost !== null ? downToCents(lowerBoundOfCost) : null,
  };
}

/** Whether a warehouse has units that it may ship. */
function couldShip({ demands }: RoutedOrder, warehouse: number): boolean {
  return demands.some(
    ({ admitted, stock, quantity }) =>
      isAdmitted(admitted, warehouse) && unitsAt(stock, warehouse, quantity) > 0,
  );
}

/** The fewest shipments that a search proved before it stopped; null if it finished or proved nothing. */
function provedShipments({ hitLimit, lowerBound }: OrderEffort, shipments: number): number | null {
  if (!hitLimit || shipments === 0 || lowerBound === null) return null;
  return Math.min(lowerBound, shipments);
}

/** Shared, because most decisions have the same ones. */
const NONE_LACKING: Decision['unfulfilled'] = [];
const CLEAR: Decision['policy'] = { outcome: 'clear', warnings: [], blocked: null };

/** The status of a decision with so many shipments. */
export function statusOf(shipments: number, allShip: boolean): OrderStatus {
  if (shipments === 0) return 'NONE';
  if (shipments === 1) return allShip ? 'FULL' : 'PARTIAL';
  return allShip ? 'SPLIT' : 'PARTIAL_SPLIT';
}
