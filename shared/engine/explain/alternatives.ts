import type { Cents } from '../money.ts';
import type { Route } from '../route.ts';
import { sumOf } from '../rules/set-order.ts';
import { nearestFirst } from '../search/distribute.ts';
import type { Supply } from '../search/supply.ts';
import { SETTINGS } from '../settings.ts';
import type { PolicyRule } from '../types.ts';
import { decimals, named, shipments as shipmentsText, units as unitsText } from '../wording.ts';
import type { Alternative, AlternativeKind } from './explanation.ts';

/** The routes that alternatives are made from. */
interface OtherRoutes {
  /** Without what is late, slow or full. */
  readonly supplies: readonly Supply[];
  /** The best of one warehouse. */
  readonly single: Route;
  readonly unconstrained: Route;
  /** The permitted routes under the objectives; null: the account has no rates. */
  readonly cheapest: Route | null;
  readonly fewest: Route | null;
}

/** What is said of routes. */
interface RouteWords {
  /** The rule that the unconstrained route breaks. */
  readonly blocked: PolicyRule | null;
  /** Names a rank position's warehouse. */
  readonly idOf: (position: number) => string;
  /** In cents; null: the account has no rates. */
  readonly costOf: ((route: Route) => Cents | null) | null;
}

/** The routes that were not taken, without those that equal the chosen one or ship nothing. */
export function alternativesTo(
  chosen: Route,
  { supplies, single, unconstrained, cheapest, fewest }: OtherRoutes,
  { blocked, idOf, costOf }: RouteWords,
): Alternative[] {
  const routes: [AlternativeKind, Route | null][] = [
    ['best_single', single],
    ['unconstrained', unconstrained],
    ['nearest_first', nearestFirst(supplies, supplies[0]!.units.length)],
    ['cheapest', cheapest],
    ['fewest_shipments', fewest],
  ];
  return routes.flatMap(([kind, route]) => {
    if (route === null || route.units === 0 || isSame(route, chosen)) return [];
    const costs = costOf === null ? {} : comparedCosts(costOf(route), costOf(chosen));
    const facts = { kind, warehouse_ids: route.members.map(idOf), ...figuresOf(route), ...costs };
    return { ...facts, sentence: alternativeSentence(facts, figuresOf(chosen), blocked) };
  });
}

function comparedCosts(
  cost: Cents | null,
  chosen: Cents | null,
): Pick<Alternative, 'cost' | 'cost_difference'> {
  if (cost === null || chosen === null) return { cost, cost_difference: null };
  const difference = BigInt(cost) - BigInt(chosen);
  const isSafe = Number.isSafeInteger(Number(difference));
  return { cost, cost_difference: isSafe ? Number(difference) : difference };
}

function isSame(left: Route, right: Route): boolean {
  return isEqual(left.members, right.members) && isEqual(left.quantities, right.quantities);
}

function isEqual(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}

/** What two routes are compared by. */
type RouteFigures = Pick<Alternative, 'units' | 'shipments' | 'rank_sum'>;

/** Ranks begin with 1, positions with 0. */
function figuresOf({ members, units }: Route): RouteFigures {
  return { units, shipments: members.length, rank_sum: sumOf(members) + members.length };
}

/**
 * What a route that was not taken would have cost or missed, in one sentence. It names no number and no warehouse
 * that is not a field of `facts`.
 */
export function alternativeSentence(
  facts: Omit<Alternative, 'sentence'>,
  chosen: RouteFigures,
  blocked: PolicyRule | null,
): string {
  const { kind, warehouse_ids, units, shipments } = facts;
  const from = named(warehouse_ids);
  const compared = `${comparison(facts, chosen)}${costClause(facts)}`;
  switch (kind) {
    case 'best_single':
      return `${from} alone would ship ${unitsText(units)}, ${compared}.`;
    case 'unconstrained':
      return (
        `Without blocking rules ${from} would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}` +
        `${blocked === null ? '' : `; ${SETTINGS[blocked].policy.blocksIt}`}.`
      );
    case 'nearest_first':
      return `Nearest first, ${from} would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}.`;
    case 'cheapest':
      return `The cheapest route, ${from}, would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}.`;
    case 'fewest_shipments':
      return `With the fewest shipments ${from} would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}.`;
  }
}

/** What a route would have cost, and how much more or less that is. */
function costClause({ cost, cost_difference: difference = null }: Omit<Alternative, 'sentence'>): string {
  if (cost == null || difference === null) return '';
  const compared =
    difference > 0
      ? `${decimals(difference)} more`
      : difference < 0
        ? `${decimals(-difference)} less`
        : 'as much';
  return `, for ${decimals(cost)} (${compared})`;
}

/** How a route differs from the chosen one, in the order in which routes are compared. */
function comparison({ kind, ...facts }: Omit<Alternative, 'sentence'>, chosen: RouteFigures): string {
  if (chosen.units === 0) return 'while the chosen route ships nothing';
  const worse = [
    ...(facts.units < chosen.units ? ['fewer units'] : []),
    ...(facts.shipments > chosen.shipments ? ['more shipments'] : []),
    ...(facts.rank_sum > chosen.rank_sum ? ['warehouses that rank lower'] : []),
  ];
  const better = [
    ...(facts.units > chosen.units ? ['more units'] : []),
    ...(facts.shipments < chosen.shipments ? ['fewer shipments'] : []),
    ...(facts.rank_sum < chosen.rank_sum ? ['warehouses that rank higher'] : []),
  ];
  // The unconstrained route is better, but a rule blocks it. For the other routes it matters what is worse.
  const said = kind === 'unconstrained' ? [...better, ...worse] : worse.length > 0 ? worse : better;
  return said.length === 0 ? 'distributed otherwise' : `with ${named(said)}`;
}
