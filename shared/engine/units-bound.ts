import type { Supply } from './supply.ts';

/**
 * What a set ships of each SKU at most, without do-not-partial: the sum of its members up to the quantity or, for a
 * do-not-split SKU, its largest member.
 */
export type Reach = readonly number[];

/** Bounds on the units of sets that a search in rank order has not tried yet. */
export interface UnitsBound {
  /** The reach of a set with one more member. */
  join(reach: Reach, position: number): Reach;
  /** The units that a set of this reach ships. */
  units(reach: Reach): number;
  /**
   * A bound on the units of any set that adds up to `more` members, from `position` on, to a set of this reach. If the
   * bound is below `enough`, it may be any such number.
   */
  most(reach: Reach, position: number, more: number, enough: number): number;
}

/** Prepares the bounds for an order's supplies. */
export function unitsBound(supplies: readonly Supply[], warehouses: number): UnitsBound {
  const behind = supplies.map(({ units }) => sumsAndLargest(units));

  function unitsOf(reach: Reach): number {
    let sum = 0;
    for (let sku = 0; sku < supplies.length; sku++) {
      const { quantity, doNotPartial } = supplies[sku]!;
      if (!doNotPartial || reach[sku]! >= quantity) sum += reach[sku]!;
    }
    return sum;
  }

  /** Each SKU by itself, as if all further members shipped it. */
  function mostBySku(reach: Reach, position: number, more: number): number {
    let sum = 0;
    for (let sku = 0; sku < supplies.length; sku++) {
      const { quantity, doNotSplit, doNotPartial } = supplies[sku]!;
      const { sums, largest } = behind[sku]!;
      const most = doNotSplit
        ? Math.max(reach[sku]!, largest[position]!)
        : Math.min(quantity, reach[sku]! + Math.min(sums[position]!, more * largest[position]!));
      if (!doNotPartial || most >= quantity) sum += most;
    }
    return sum;
  }

  /** Each further member by itself, as if it were the first. */
  function mostByMember(reach: Reach, position: number, more: number): number {
    const gains = new Float64Array(warehouses - position);
    let sum = 0;
    for (let sku = 0; sku < supplies.length; sku++) {
      const { quantity, units, doNotSplit } = supplies[sku]!;
      const reached = reach[sku]!;
      sum += reached;
      if (reached === quantity) continue;
      for (let next = position; next < warehouses; next++) {
        gains[next - position]! += doNotSplit
          ? Math.max(0, units[next]! - reached)
          : Math.min(quantity - reached, units[next]!);
      }
    }
    gains.sort();
    for (let place = Math.max(0, gains.length - more); place < gains.length; place++) sum += gains[place]!;
    return sum;
  }

  return {
    join: (reach, position) =>
      reach.map((reached, sku) => {
        const { quantity, units, doNotSplit } = supplies[sku]!;
        return doNotSplit
          ? Math.max(reached, units[position]!)
          : Math.min(quantity, reached + units[position]!);
      }),
    units: unitsOf,
    most(reach, position, more, enough) {
      const bySku = mostBySku(reach, position, more);
      return bySku < enough ? bySku : Math.min(bySku, mostByMember(reach, position, more));
    },
  };
}

/** For each position, the sum and the largest of the units from there on. */
function sumsAndLargest(units: readonly number[]): { sums: number[]; largest: number[] } {
  const sums = [0];
  const largest = [0];
  for (const each of units.toReversed()) {
    sums.push(sums.at(-1)! + each);
    largest.push(Math.max(largest.at(-1)!, each));
  }
  return { sums: sums.toReversed(), largest: largest.toReversed() };
}
