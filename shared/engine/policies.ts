import { assignLines } from './assign-lines.ts';
import { type Money, toCents } from './money.ts';
import { isFull, type Route } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import { isSlow } from './transit-limit.ts';
import type { PolicyFinding } from './types.ts';

type ActiveMode = 'warn' | 'block';

/**
 * The rules of a mode that a route breaks, in the order in which a blocked code is chosen (decision-rules.md
 * section 3, Policies). max_shipments counts as split blocked. A route that ships nothing breaks none.
 * `values` are those of its shipments, where they are known already.
 */
export function brokenRules(
  order: RoutedOrder,
  route: Route,
  mode: ActiveMode,
  values?: readonly Money[],
): PolicyFinding[] {
  const broken: PolicyFinding[] = [];
  if (route.units === 0) return broken;
  for (const judge of JUDGES) {
    const finding = judge(order, route, mode, values);
    if (finding !== null) broken.push(finding);
  }
  return broken;
}

const JUDGES = [slowShipment, tooManyShipments, unshippedUnits, lowValue];

/** The worst shipment of a SKU past its limit: no lane, else the most days, else the tightest limit, else by rank. */
function slowShipment(order: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  let slowest: PolicyFinding | null = null;
  for (let demand = 0; demand < order.demands.length; demand++) {
    const limit = order.demands[demand]!.transitLimit;
    if (limit === null || limit.mode !== mode) continue;
    for (let member = 0; member < route.members.length; member++) {
      const warehouse = order.ranked[route.members[member]!]!;
      const lane = order.lanes[warehouse];
      if (route.quantities[demand]![member] === 0 || !isSlow(lane, limit)) continue;
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

/** The shipment worth the least, where it is worth less than the rule asks; a FULL route is never judged. */
function lowValue(
  order: RoutedOrder,
  route: Route,
  mode: ActiveMode,
  known?: readonly Money[],
): PolicyFinding | null {
  const { settings, minimumValue } = order.profile;
  if (minimumValue === null || settings.minimum_shipment_value.mode !== mode) return null;
  if (isFull(route, order.units)) return null;
  const values = known ?? assignLines(order, route).values;
  let least = 0;
  for (const [member, value] of values.entries()) if (value < values[least]!) least = member;
  if (values[least]! >= minimumValue) return null;
  return {
    rule: 'minimum_shipment_value',
    warehouse: order.ranked[route.members[least]!]!,
    found: toCents(values[least]!),
    limit: toCents(minimumValue),
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
