import { NOTHING, type Route, routeOf } from '../route.ts';
import type { Supply } from './supply.ts';

/**
 * The one distribution of units over a set of warehouses (docs/explanation/decisions.md, Routes). `members` are rank
 * positions, ascending, at least one; those that ship nothing are left out of the route.
 */
export function distribute(supplies: readonly Supply[], members: readonly number[]): Route {
  return distributed(supplies, members, false);
}

/**
 * The route if prefer_full_shipment is off: in rank order, each warehouse ships what it can of what is still
 * needed (docs/explanation/decisions.md, Nearest first). Preferences of SKUs are ignored.
 */
export function nearestFirst(supplies: readonly Supply[], warehouses: number): Route {
  if (warehouses === 0) return NOTHING;
  return distributed(supplies, [...Array(warehouses).keys()], true);
}

function distributed(
  supplies: readonly Supply[],
  members: readonly number[],
  isNearestFirst: boolean,
): Route {
  const quantities = new Array<number>(supplies.length * members.length).fill(0);
  for (let sku = 0; sku < supplies.length; sku++) {
    distributeSku(supplies[sku]!, members, isNearestFirst, quantities, sku * members.length);
  }
  return routeOf(members, quantities);
}

/** Writes the units of one SKU from each member into `quantities`, from `first` on; they are zeros before. */
function distributeSku(
  supply: Supply,
  members: readonly number[],
  isNearestFirst: boolean,
  quantities: number[],
  first: number,
): void {
  const { quantity, units, doNotSplit, doNotPartial } = supply;
  const sequence = supply.sequence === null || isNearestFirst ? null : givingOrder(supply.sequence, members);

  // The first of the members that have the most. If some have the whole quantity, it is the first of them.
  let most = 0;
  let largest = -1;
  let together = 0;
  for (let place = 0; place < members.length; place++) {
    const member = sequence === null ? place : sequence[place]!;
    const available = units[members[member]!]!;
    together += available;
    if (available > largest) {
      most = member;
      largest = available;
    }
  }
  if (largest === quantity && (doNotSplit || !isNearestFirst)) {
    quantities[first + most] = quantity;
    return;
  }
  // If it may not be split, no member has the whole quantity, which a do-not-partial SKU would need.
  if (doNotPartial && (doNotSplit || together < quantity)) return;
  if (doNotSplit) {
    quantities[first + most] = largest;
    return;
  }
  let needed = quantity;
  for (let place = 0; place < members.length; place++) {
    const member = sequence === null ? place : sequence[place]!;
    const given = Math.min(needed, units[members[member]!]!);
    quantities[first + member] = given;
    needed -= given;
  }
}

/** Places in `members`, in the order in which they ship: preferred first, then by rank. */
function givingOrder(sequence: readonly number[], members: readonly number[]): number[] {
  return sequence.map((position) => members.indexOf(position)).filter((member) => member >= 0);
}

/** The most units of a SKU that any set of warehouses ships, which is what all of them ship together. */
export function mostUnits({ quantity, units, doNotSplit, doNotPartial }: Supply): number {
  let most = 0;
  for (let position = 0; position < units.length; position++) {
    const each = units[position]!;
    most = doNotSplit ? Math.max(most, each) : Math.min(quantity, most + each);
  }
  return doNotPartial && most < quantity ? 0 : most;
}

/** The most units of all SKUs together. */
export function mostOfAll(supplies: readonly Supply[]): number {
  let units = 0;
  for (let sku = 0; sku < supplies.length; sku++) units += mostUnits(supplies[sku]!);
  return units;
}
