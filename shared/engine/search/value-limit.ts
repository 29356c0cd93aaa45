import { addUnits, type Money } from '../money.ts';
import { type Route, unitsFrom } from '../route.ts';
import { assignLines, priceOf } from '../rules/assign-lines.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { distribute } from './distribute.ts';
import type { Supply } from './supply.ts';

/** What a search asks if every shipment must reach a value. */
export interface ValueLimit {
  /** The member whose shipment falls short the most, as a rank position; null if all reach the value. */
  worst(route: Route): number | null;
  /** Whether some member can never reach the value, whatever members are added. */
  canPrune(members: readonly number[]): boolean;
}

/** The limit for an order whose shipments must reach `minimum`. */
export function valueLimit(order: RoutedOrder, supplies: readonly Supply[], minimum: Money): ValueLimit {
  const pricesOfDemand = mostExpensiveFirst(order);
  // A further member can only take units of a SKU from the others, unless it completes a do-not-partial SKU.
  const withPartials = supplies.map((supply) =>
    supply.doNotPartial && !supply.doNotSplit ? { ...supply, doNotPartial: false } : supply,
  );

  /** A value plus the most that units of a demand can be worth: the units of its most expensive lines. */
  function addMost(value: Money, demand: number, units: number): Money {
    let sum = value;
    let left = units;
    for (const { price, quantity } of pricesOfDemand[demand]!) {
      if (left === 0) break;
      const counted = Math.min(left, quantity);
      sum = addUnits(sum, counted, price);
      left -= counted;
    }
    return sum;
  }

  function canReach(route: Route, member: number): boolean {
    let value: Money = 0;
    for (let demand = 0; demand < order.demands.length; demand++) {
      value = addMost(value, demand, unitsFrom(route, demand, member));
      if (value >= minimum) return true;
    }
    return value >= minimum;
  }

  return {
    worst(route) {
      const { values } = assignLines(order, route);
      let worst: number | null = null;
      for (let member = 0; member < values.length; member++) {
        if (values[member]! < minimum && (worst === null || values[member]! < values[worst]!)) worst = member;
      }
      return worst === null ? null : route.members[worst]!;
    },
    canPrune(members) {
      const route = distribute(withPartials, members);
      if (route.members.length < members.length) return true;
      return members.some((_, member) => !canReach(route, member));
    },
  };
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
