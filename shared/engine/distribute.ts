import { type Route, routeOf } from './route.ts';
import type { Supply } from './supply.ts';

/**
 * The one distribution of units over a set of warehouses (decision-rules.md section 3). `members` are rank
 * positions, ascending, at least one; those that ship nothing are left out of the route.
 */
export function distribute(supplies: readonly Supply[], members: readonly number[]): Route {
  return routeOf(
    members,
    supplies.map((supply) => distributeSku(supply, members)),
  );
}

/** Units of one SKU from each member. */
function distributeSku(supply: Supply, members: readonly number[]): number[] {
  const { quantity, units, doNotSplit, doNotPartial } = supply;
  const sequence = givingOrder(supply, members);
  const quantities = new Array<number>(members.length).fill(0);

  // The first of those that give the most: the first that has it whole, where one has.
  let most = sequence[0]!;
  let together = 0;
  for (const member of sequence) {
    const available = units[members[member]!]!;
    together += available;
    if (available > units[members[most]!]!) most = member;
  }
  const largest = units[members[most]!]!;
  if (largest === quantity) {
    quantities[most] = quantity;
    return quantities;
  }
  // No member has it whole, which is what a SKU that is do-not-split too would need.
  if (doNotPartial && (doNotSplit || together < quantity)) return quantities;
  if (doNotSplit) {
    quantities[most] = largest;
    return quantities;
  }
  let needed = quantity;
  for (const member of sequence) {
    const given = Math.min(needed, units[members[member]!]!);
    quantities[member] = given;
    needed -= given;
  }
  return quantities;
}

/** Places in `members`, in the order in which they give: preferred first, then by rank. */
function givingOrder({ sequence }: Supply, members: readonly number[]): number[] {
  if (sequence === null) return members.map((_, member) => member);
  return sequence.map((position) => members.indexOf(position)).filter((member) => member >= 0);
}

/** The most units of a SKU that any set of warehouses ships: what all of them together do. */
export function mostUnits({ quantity, units, doNotSplit, doNotPartial }: Supply): number {
  let most = 0;
  for (const each of units) most = doNotSplit ? Math.max(most, each) : Math.min(quantity, most + each);
  return doNotPartial && most < quantity ? 0 : most;
}
