import { type Money, toCents } from '../money.ts';
import { isFull, type Route, unitsFrom } from '../route.ts';
import type { PolicyFinding } from '../types.ts';
import { assignLines } from './assign-lines.ts';
import { isLate } from './departures.ts';
import type { RoutedOrder } from './routed-order.ts';
import { isSlow } from './transit-limit.ts';

type ActiveMode = 'warn' | 'block';

/**
 * The rules set to warn that a route breaks, in the order in which a blocked code is chosen
 * (docs/explanation/decisions.md, Policies). A route that ships nothing breaks none. `values` are those of its shipments.
 */
export function warnedRules(
  order: RoutedOrder,
  route: Route,
  values: readonly Money[],
): readonly PolicyFinding[] {
  if (route.units === 0) return [];
  return [
    lateShipment(order, route, 'warn'),
    slowShipment(order, route, 'warn'),
    tooManyShipments(order, route, 'warn'),
    unshippedUnits(order, route, 'warn'),
    lowValue(order, route, 'warn', values),
  ].filter((finding) => finding !== null);
}

/** The first of the rules set to block that a route breaks; max_shipments counts as split blocked. */
export function blockingRule(order: RoutedOrder, route: Route): PolicyFinding | null {
  if (route.units === 0) return null;
  return (
    lateShipment(order, route, 'block') ??
    slowShipment(order, route, 'block') ??
    tooManyShipments(order, route, 'block') ??
    unshippedUnits(order, route, 'block') ??
    lowValue(order, route, 'block', null)
  );
}

/** The shipment that arrives last after the deadline: one without a delivery day first, then the latest day, then the rank. */
function lateShipment(
  { deadline, departures, ranked }: RoutedOrder,
  route: Route,
  mode: ActiveMode,
): PolicyFinding | null {
  if (deadline?.mode !== mode) return null;
  let latest: PolicyFinding | null = null;
  for (const position of route.members) {
    const warehouse = ranked[position]!;
    if (!isLate(departures, warehouse, deadline.day)) continue;
    const found = departures?.delivery[warehouse] ?? null;
    const isLater = (found ?? Number.POSITIVE_INFINITY) > (latest?.found ?? Number.POSITIVE_INFINITY);
    if (latest === null || isLater) {
      latest = { rule: 'late_delivery', warehouse, found, limit: deadline.day };
    }
  }
  return latest;
}

/** The worst shipment that exceeds its SKU's limit: no lane first, then the most days, the tightest limit, the rank. */
function slowShipment(order: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  let slowest: PolicyFinding | null = null;
  for (let demand = 0; demand < order.demands.length; demand++) {
    const limit = order.demands[demand]!.transitLimit;
    if (limit === null || limit.mode !== mode) continue;
    for (let member = 0; member < route.members.length; member++) {
      const warehouse = order.ranked[route.members[member]!]!;
      const lane = order.lanes[warehouse];
      if (!isSlow(lane, limit) || unitsFrom(route, demand, member) === 0) continue;
      const finding: PolicyFinding = {
        rule: 'max_transit_days',
        warehouse,
        found: lane?.transit_days ?? null,
        limit: limit.days,
      };
      if (slowest === null || isSlower(order, finding, slowest)) slowest = finding;
    }
  }
  return slowest;
}

function isSlower({ ranked }: RoutedOrder, left: PolicyFinding, right: PolicyFinding): boolean {
  const leftDays = left.found ?? Number.POSITIVE_INFINITY;
  const rightDays = right.found ?? Number.POSITIVE_INFINITY;
  if (leftDays !== rightDays) return leftDays > rightDays;
  if (left.limit !== right.limit) return left.limit < right.limit;
  return ranked.indexOf(left.warehouse!) < ranked.indexOf(right.warehouse!);
}

function tooManyShipments({ profile }: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  const { split_shipment: split, max_shipments: most } = profile.settings;
  const found = route.members.length;
  if (found > 1 && split === mode) return { rule: 'split_shipment', warehouse: null, found, limit: 1 };
  if (mode === 'block' && most !== null && found > most) {
    return { rule: 'split_shipment', warehouse: null, found, limit: most };
  }
  return null;
}

function unshippedUnits(order: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  const found = order.units - route.units;
  if (found === 0 || order.profile.settings.partial_shipment !== mode) return null;
  return { rule: 'partial_shipment', warehouse: null, found, limit: 0 };
}

/** The least valuable shipment, if it is worth less than the rule asks. A FULL route is never checked. */
function lowValue(
  order: RoutedOrder,
  route: Route,
  mode: ActiveMode,
  known: readonly Money[] | null,
): PolicyFinding | null {
  const { settings, minimumValue } = order.profile;
  if (minimumValue === null || settings.minimum_shipment_value.mode !== mode) return null;
  if (isFull(route, order.units)) return null;
  const values = known ?? assignLines(order, route).values;
  let least = 0;
  for (let member = 1; member < values.length; member++) if (values[member]! < values[least]!) least = member;
  if (values[least]! >= minimumValue) return null;
  return {
    rule: 'minimum_shipment_value',
    warehouse: order.ranked[route.members[least]!]!,
    // Numbers are exact here: a minimum is at most 10^12, and what is found is less.
    found: Number(toCents(values[least]!)),
    limit: Number(toCents(minimumValue)),
  };
}

/** Whether the shipment of one member, named by its rank position, breaks a blocking minimum value. */
export function shipsTooLittle(order: RoutedOrder, route: Route, position: number): boolean {
  const { settings, minimumValue } = order.profile;
  if (minimumValue === null || settings.minimum_shipment_value.mode !== 'block') return false;
  const member = route.members.indexOf(position);
  if (member < 0 || isFull(route, order.units)) return false;
  return assignLines(order, route).values[member]! < minimumValue;
}
