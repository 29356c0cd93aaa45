import { invariant } from '../invariant.ts';
import { addUnits, type Money, money } from '../money.ts';
import { type Route, unitsFrom } from '../route.ts';
import type { LineAllocation, OrderLine, UnitValues } from '../types.ts';
import type { RoutedOrder } from './routed-order.ts';

/** A route's units, assigned to the order's lines, and what they are worth. */
export interface Assignment {
  /** By line, then in rank order. */
  readonly allocations: readonly LineAllocation[];
  /** By member of the route. */
  readonly values: readonly Money[];
  /** SKUs with units shipped at no known value, in line order. */
  readonly unvalued: readonly string[];
}

/**
 * Assigns the units of each SKU to the order's lines in line order, shipment by shipment. A unit has its line's
 * value, otherwise the SKU's latest synced one, otherwise 0 (docs/explanation/decisions.md, Values).
 */
export function assignLines(order: RoutedOrder, route: Route): Assignment {
  const { lines, demandOfLine, demands, ranked, unitValues } = order;
  const { members } = route;
  if (members.length === 0) return NO_UNITS;
  const values = new Array<Money>(members.length).fill(0);
  let unvalued: Set<string> | null = null;
  let assigned = 0;
  // If lines share SKUs: for each demand, the member that ships next, and what it has shipped for earlier lines.
  const isShared = lines.length > demands.length;
  const next = isShared ? new Array<number>(demands.length).fill(0) : null;
  const given = isShared ? new Array<number>(demands.length).fill(0) : null;
  // Otherwise each quantity is one allocation. The exact size saves memory: decisions stay in it until they are stored.
  const allocations = new Array<LineAllocation>(isShared ? 0 : countShipped(route));
  let allocated = 0;
  for (let index = 0; index < lines.length; index++) {
    const demand = demandOfLine[index]!;
    if (demand < 0) continue;
    const line = lines[index]!;
    const price = priceOf(line, unitValues);
    let needed = line.quantity;
    let member = next === null ? 0 : next[demand]!;
    let gave = given === null ? 0 : given[demand]!;
    while (needed > 0 && member < members.length) {
      const left = unitsFrom(route, demand, member) - gave;
      const quantity = Math.min(needed, left);
      if (quantity > 0) {
        allocations[allocated++] = { line: index, warehouse: ranked[members[member]!]!, quantity };
        values[member] = addUnits(values[member]!, quantity, price ?? 0);
        assigned += quantity;
        if (price === null) {
          unvalued ??= new Set();
          unvalued.add(line.sku);
        }
      }
      needed -= quantity;
      if (quantity === left) {
        member++;
        gave = 0;
      } else {
        gave += quantity;
      }
    }
    if (next !== null) next[demand] = member;
    if (given !== null) given[demand] = gave;
  }
  invariant(assigned === route.units, 'every unit of a route belongs to a line');
  return { allocations, values, unvalued: unvalued === null ? NO_SKUS : [...unvalued] };
}

const NO_SKUS: readonly string[] = [];
const NO_UNITS: Assignment = { allocations: [], values: [], unvalued: NO_SKUS };

function countShipped({ quantities }: Route): number {
  let count = 0;
  for (let place = 0; place < quantities.length; place++) if (quantities[place]! > 0) count++;
  return count;
}

/** The value of one unit of a line; null if no source has one. */
export function priceOf(line: OrderLine, unitValues: UnitValues): Money | null {
  const value = line.unit_value ?? unitValues.get(line.sku);
  return value === undefined ? null : money(value);
}
