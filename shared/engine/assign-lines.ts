import { invariant } from './invariant.ts';
import { addUnits, type Money, money } from './money.ts';
import type { Route } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import type { LineAllocation, OrderLine, UnitValues } from './types.ts';

/** A route's units given to the order's lines, and what they are worth. */
export interface Assignment {
  /** By line, then in rank order. */
  readonly allocations: readonly LineAllocation[];
  /** By member of the route. */
  readonly values: readonly Money[];
  /** SKUs with units shipped at no known value, in line order. */
  readonly unvalued: readonly string[];
}

/**
 * Gives the units of each SKU to the order's lines in line order, shipment by shipment; a unit has its line's
 * value, else the SKU's latest synced one, else 0 (decision-rules.md section 3, Values).
 */
export function assignLines(order: RoutedOrder, route: Route): Assignment {
  const { lines, demandOfLine, ranked, unitValues } = order;
  const allocations: LineAllocation[] = [];
  const values: Money[] = route.members.map(() => 0);
  const unvalued: string[] = [];
  let assigned = 0;
  // Of each demand, the member that gives next and what it has given to earlier lines.
  const member = route.quantities.map(() => 0);
  const given = route.quantities.map(() => 0);
  for (let index = 0; index < lines.length; index++) {
    const demand = demandOfLine[index]!;
    if (demand < 0) continue;
    const line = lines[index]!;
    const quantities = route.quantities[demand]!;
    const price = priceOf(line, unitValues);
    let needed = line.quantity;
    while (needed > 0 && member[demand]! < quantities.length) {
      const from = member[demand]!;
      const left = quantities[from]! - given[demand]!;
      const quantity = Math.min(needed, left);
      if (quantity > 0) {
        allocations.push({ line: index, warehouse: ranked[route.members[from]!]!, quantity });
        values[from] = addUnits(values[from]!, quantity, price ?? 0);
        assigned += quantity;
        if (price === null && !unvalued.includes(line.sku)) unvalued.push(line.sku);
      }
      needed -= quantity;
      if (quantity === left) {
        member[demand] = from + 1;
        given[demand] = 0;
      } else {
        given[demand]! += quantity;
      }
    }
  }
  invariant(assigned === route.units, 'every unit of a route belongs to a line');
  return { allocations, values, unvalued };
}

/** What one unit of a line counts for, null where no source says. */
export function priceOf(line: OrderLine, unitValues: UnitValues): Money | null {
  const value = line.unit_value ?? unitValues.get(line.sku);
  return value === undefined ? null : money(value);
}
