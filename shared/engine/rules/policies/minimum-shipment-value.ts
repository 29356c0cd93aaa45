import { addUnits, type Money, toCents } from '../../money.ts';
import { isFull, type Route, unitsFrom } from '../../route.ts';
import type { PolicyFinding } from '../../types.ts';
import { decimals } from '../../wording.ts';
import { assignLines, priceOf } from '../assign-lines.ts';
import type { RoutedOrder } from '../routed-order.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Shipments of little value. A route that ships all of its order is never checked. */
export const MINIMUM_SHIPMENT_VALUE = {
  kind: 'limit',
  unit: 'value',
  isWhole: false,
  min: 0,
  max: 1e12,
  group: 'rule',
  initial: { mode: 'allow', value: null },
  isOptional: false,
  label: 'Minimum shipment value',
  help: 'Warn flags shipments below this value. Block prevents them. Does not apply to an order that ships in full from one warehouse.',
  about: 'Shipments below a minimum value. An order that ships in full from one warehouse is exempt.',
  aboutNumber: 'Minimum value of a shipment',
  policy: {
    forbids: { what: 'routes', forbidsAll: someMemberIsWorthTooLittle },
    find: lowValue,
    warned: (finding, warehouse) =>
      `The shipment from ${warehouse} is worth ${decimals(finding.found ?? 0)}; the minimum is ${decimals(finding.limit)}.`,
    blocked: (finding, warehouse) =>
      `The shipment from ${warehouse} would be worth ${decimals(finding.found ?? 0)}; less than ${decimals(finding.limit)} is blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action: "Lower the minimum shipment value or stock the order's SKUs in one warehouse.",
      phrase: 'the minimum shipment value blocks every route',
      label: 'blocked: below minimum value',
    },
    blocksIt: 'the minimum shipment value blocks it',
    passedOver: {
      code: 'preferred_below_minimum_value',
      // The route that is nearest first, or cheapest, was blocked because the preferred warehouse shipped too little.
      because: (order, { blocked, unconstrained }) =>
        blocked !== null && shipsTooLittle(order, () => unconstrained, 0) ? { sku: null } : null,
      words: () => 'would ship less than the minimum value',
    },
  },
} satisfies PolicySetting<'minimum_shipment_value'>;

/** The least valuable shipment, if it is worth less than the rule asks. */
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

/** Whether some member can never reach the value: not by the most expensive lines of each SKU. */
function someMemberIsWorthTooLittle(order: RoutedOrder): (most: Route) => boolean {
  const minimum = order.profile.minimumValue!;
  const prices = mostExpensiveFirst(order);
  return (most) =>
    most.members.some((_, member) => {
      let value: Money = 0;
      for (let demand = 0; demand < prices.length && value < minimum; demand++)
        value = addMost(value, prices[demand]!, unitsFrom(most, demand, member));
      return value < minimum;
    });
}

interface PricedUnits {
  readonly price: Money;
  readonly quantity: number;
}

/** By demand, the units of its lines with their prices. Which of them a member ships differs from set to set. */
function mostExpensiveFirst(order: RoutedOrder): PricedUnits[][] {
  const priced: PricedUnits[][] = order.demands.map(() => []);
  for (const [index, line] of order.lines.entries()) {
    const demand = order.demandOfLine[index]!;
    if (demand < 0) continue;
    priced[demand]!.push({ price: priceOf(line, order.unitValues) ?? 0, quantity: line.quantity });
  }
  for (const each of priced) {
    each.sort((left, right) => (left.price > right.price ? -1 : left.price < right.price ? 1 : 0));
  }
  return priced;
}

/** A value plus the most that units of a demand can be worth. */
function addMost(value: Money, prices: readonly PricedUnits[], units: number): Money {
  let sum = value;
  let left = units;
  for (const { price, quantity } of prices) {
    if (left === 0) break;
    const counted = Math.min(left, quantity);
    sum = addUnits(sum, counted, price);
    left -= counted;
  }
  return sum;
}

/** Whether the shipment of one member of a route, named by its rank position, breaks a blocking minimum value. */
export function shipsTooLittle(order: RoutedOrder, routeOf: () => Route, position: number): boolean {
  const { settings, minimumValue } = order.profile;
  if (minimumValue === null || settings.minimum_shipment_value.mode !== 'block') return false;
  const route = routeOf();
  const member = route.members.indexOf(position);
  if (member < 0 || isFull(route, order.units)) return false;
  return assignLines(order, route).values[member]! < minimumValue;
}
