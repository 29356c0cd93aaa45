import { distribute } from './distribute.ts';
import { outclassedBy } from './outclassed.ts';
import { NOTHING, type Route } from './route.ts';
import { type SearchBudget, searchEnd, takeNode } from './search-budget.ts';
import { compareSets, sumOf } from './set-order.ts';
import type { Supply } from './supply.ts';
import { type Reach, unitsBound } from './units-bound.ts';
import type { ValueLimit } from './value-limit.ts';

/** What a route must keep to, besides the eligibility that its supplies say. */
export interface RouteLimits {
  /** The most shipments. */
  readonly shipments: number;
  /** The fewest units: all of them where partial shipment blocks, else 0. */
  readonly units: number;
  readonly value: ValueLimit | null;
}

/**
 * The best route within limits where no FULL one exists: a search over sets in rank order, exact unless the
 * budget runs out. Unlike a cover it does not know beforehand how many units the best one ships.
 */
export function limitedSearch(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  budget: SearchBudget,
): Route {
  const bound = unitsBound(supplies, warehouses);
  // With a value to reach, a set is not better for the units its members could give.
  const outclassed =
    limits.value === null
      ? outclassedBy(
          supplies.map(({ units }) => units),
          warehouses,
        )
      : null;
  const end = searchEnd(budget, warehouses, supplies.length);
  let best = NOTHING;
  let stopped = false;

  function consider(route: Route): void {
    if (route.units < limits.units) return;
    if (route.units < best.units) return;
    if (route.units === best.units && compareSets(route.members, best.members) >= 0) return;
    if (limits.value === null || limits.value.worst(route) === null) best = route;
  }

  /** Whether no set that adds members from `position` on can be better than the best so far. */
  function isBeaten(members: readonly number[], reach: Reach, position: number): boolean {
    const enough = Math.max(best.units, limits.units);
    const most = bound.most(reach, position, limits.shipments - members.length, enough);
    if (most < enough) return true;
    if (most > best.units) return false;
    const size = members.length + 1;
    if (size !== best.members.length) return size > best.members.length;
    return sumOf(members) + position > sumOf(best.members);
  }

  function extend(
    members: readonly number[],
    reach: Reach,
    start: number,
    ruledOut: ReadonlySet<number>,
  ): void {
    const out = new Set(ruledOut);
    for (let position = start; position < warehouses; position++) {
      if (isBeaten(members, reach, position)) return;
      if (!out.has(position)) {
        stopped = !takeNode(budget, end);
        if (stopped) return;
        const grown = [...members, position];
        if (!limits.value?.isHopeless(grown)) {
          const grownReach = bound.join(reach, position);
          if (bound.units(grownReach) >= best.units) consider(distribute(supplies, grown));
          if (grown.length < limits.shipments) extend(grown, grownReach, position + 1, out);
          if (stopped) return;
        }
      }
      for (const worse of outclassed?.[position] ?? []) out.add(worse);
    }
  }

  const none = supplies.map(() => 0);
  for (const route of firstGuesses()) consider(route);
  extend([], none, 0, new Set());
  return best;

  /** Routes made by always adding the member that ships the most, then by dropping the one worth the least. */
  function firstGuesses(): Route[] {
    const guesses: Route[] = [];
    let members: number[] = [];
    let reach: Reach = none;
    while (members.length < Math.min(limits.shipments, warehouses)) {
      let next = -1;
      let most = 0;
      for (let position = 0; position < warehouses; position++) {
        if (members.includes(position)) continue;
        // Units before do-not-partial is asked, or the first part of such a SKU would never be taken.
        const units = sumOf(bound.join(reach, position));
        if (units > most) [next, most] = [position, units];
      }
      if (most === sumOf(reach)) break;
      members = [...members, next].sort((left, right) => left - right);
      reach = bound.join(reach, next);
      guesses.push(distribute(supplies, members));
    }
    while (limits.value !== null && members.length > 1) {
      const worst = limits.value.worst(distribute(supplies, members));
      if (worst === null) break;
      members = members.filter((position) => position !== worst);
      guesses.push(distribute(supplies, members));
    }
    return guesses;
  }
}
