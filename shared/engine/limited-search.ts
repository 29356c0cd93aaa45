import { distribute } from './distribute.ts';
import { outclassedBy } from './outclassed.ts';
import { NOTHING, type Route } from './route.ts';
import { type SearchBudget, searchEnd, takeNode } from './search-budget.ts';
import { compareSets, sumOf } from './set-order.ts';
import type { Supply } from './supply.ts';
import { type Reach, unitsBound } from './units-bound.ts';
import type { ValueLimit } from './value-limit.ts';

/** The limits of a route, besides the eligibility that its supplies have. */
export interface RouteLimits {
  /** The most shipments. */
  readonly shipments: number;
  /** The fewest units: all of them if partial_shipment is `block`, otherwise 0. */
  readonly units: number;
  readonly value: ValueLimit | null;
}

/**
 * The best route within limits if there is no FULL one: a search over sets in rank order, exact unless the
 * budget ends. Unlike a search for a cover it does not know how many units the best route ships.
 */
export function limitedSearch(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  budget: SearchBudget,
): Route {
  const bound = unitsBound(supplies, warehouses);
  // If shipments must reach a value, a set is not better because its members have more units.
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

  /** Routes that add the member that ships the most, one after another, and then drop the least valuable ones. */
  function firstGuesses(): Route[] {
    const guesses: Route[] = [];
    let members: number[] = [];
    let reach: Reach = none;
    while (members.length < Math.min(limits.shipments, warehouses)) {
      let next = -1;
      let most = 0;
      for (let position = 0; position < warehouses; position++) {
        if (members.includes(position)) continue;
        // Units without do-not-partial, because otherwise the first part of such a SKU would never be taken.
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
