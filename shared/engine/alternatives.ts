import { alternativeSentence } from './alternative-sentence.ts';
import { bestSingle } from './best-limited.ts';
import type { Alternative, AlternativeKind } from './explanation.ts';
import { nearestFirst } from './nearest-first.ts';
import type { Route } from './route.ts';
import { sumOf } from './set-order.ts';
import type { Supply } from './supply.ts';
import type { PolicyRule } from './types.ts';

/**
 * The routes that were not taken, without those that equal the chosen one or ship nothing. `supplies` do not have what
 * a limit on transit days blocks; `blocked` is the rule that the unconstrained route breaks; `idOf` names a rank
 * position's warehouse.
 */
export function alternativesTo(
  chosen: Route,
  supplies: readonly Supply[],
  unconstrained: Route,
  blocked: PolicyRule | null,
  idOf: (position: number) => string,
): Alternative[] {
  const warehouses = supplies[0]!.units.length;
  const routes: [AlternativeKind, Route][] = [
    ['best_single', bestSingle(supplies, warehouses, { units: 0, value: null })],
    ['unconstrained', unconstrained],
    ['nearest_first', nearestFirst(supplies, warehouses)],
  ];
  return routes
    .filter(([, route]) => route.units > 0 && !isSame(route, chosen))
    .map(([kind, { members, units }]) => {
      const facts = {
        kind,
        warehouse_ids: members.map(idOf),
        units,
        shipments: members.length,
        rank_sum: rankSum(members),
      };
      const chosenFigures = {
        units: chosen.units,
        shipments: chosen.members.length,
        rank_sum: rankSum(chosen.members),
      };
      return { ...facts, sentence: alternativeSentence(facts, chosenFigures, blocked) };
    });
}

function isSame(left: Route, right: Route): boolean {
  return isEqual(left.members, right.members) && isEqual(left.quantities, right.quantities);
}

function isEqual(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((each, place) => each === right[place]);
}

/** Ranks begin with 1, positions with 0. */
function rankSum(members: readonly number[]): number {
  return sumOf(members) + members.length;
}
