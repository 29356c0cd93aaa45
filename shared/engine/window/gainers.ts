import { toCents } from '../money.ts';
import type { Route } from '../route.ts';
import { routeCost } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import { sumOf } from '../rules/set-order.ts';
import type { BatchGain } from '../types.ts';
import { arrivalOf } from './arrival.ts';
import { type Changes, changesOf } from './changes.ts';
import { type ImprovedOrder, resourcesOf } from './improve.ts';
import type { OrderAlone, Window } from './window-order.ts';

/** What an order has less of than alone. */
type GainFigures = Pick<BatchGain, 'what' | 'before' | 'after'>;

/** For whom orders of a window ship otherwise than alone. */
export class Gainers {
  readonly #changes: readonly Changes[];
  readonly #figures: readonly (GainFigures | null)[];
  /** What the window has left in the end, and who took some of each resource. */
  readonly #left: readonly number[];
  readonly #takers = new Map<number, number[]>();

  constructor(window: Window, improved: readonly ImprovedOrder[]) {
    const resources = resourcesOf(window);
    const left = [...resources.left];
    this.#changes = improved.map(({ place, route }) => changesOf(resources, window.orders[place]!, route));
    this.#figures = improved.map(({ place, route }) => gainOf(window, window.orders[place]!, route));
    for (const [nth, changes] of this.#changes.entries()) {
      for (const [resource, units] of changes) {
        left[resource]! -= units;
        if (units > 0) this.#takers.set(resource, [...(this.#takers.get(resource) ?? []), nth]);
      }
    }
    this.#left = left;
  }

  /**
   * The order that gains by what one of the improved orders does, and what: itself, if it has fewer shipments; else one that has,
   * and took what it left, by itself or from order to order. Without such an order the same of another gain. Null: nobody gains.
   */
  of(nth: number): { readonly nth: number; readonly figures: GainFigures } | null {
    const reached = [nth];
    for (const each of reached)
      for (const taker of this.#takersOf(each)) if (!reached.includes(taker)) reached.push(taker);
    const gainers = reached.filter((each) => this.#figures[each] !== null);
    const gainer = gainers.find((each) => this.#figures[each]!.what === 'shipments') ?? gainers[0];
    return gainer === undefined ? null : { nth: gainer, figures: this.#figures[gainer]! };
  }

  /** Who took what an order left, if there is too little of it for both. */
  #takersOf(nth: number): number[] {
    return [...this.#changes[nth]!].flatMap(([resource, units]) =>
      units < 0 && this.#left[resource]! < -units ? (this.#takers.get(resource) ?? []) : [],
    );
  }
}

/** The first of shipments, cost, days and ranks that an order has less of; null: none. */
function gainOf({ compiled }: Window, { routed, decision }: OrderAlone, route: Route): GainFigures | null {
  const alone = routeOfDecision(routed, decision);
  const { ranked, costs } = routed;
  const { warehouses } = compiled.configuration;
  const figuresOf = (of: Route): [BatchGain['what'], number][] => {
    const from = of.members.map((position) => ranked[position]!);
    return [
      ['shipments', of.members.length],
      ['cost', costs === null ? 0 : Number(toCents(routeCost(costs, ranked, of).amount))],
      ['days', arrivalOf(routed, warehouses, from).transit],
      ['ranks', sumOf(of.members)],
    ];
  };
  const after = figuresOf(route);
  for (const [place, [what, before]] of figuresOf(alone).entries()) {
    const [, now] = after[place]!;
    if (now < before && Number.isSafeInteger(before)) return { what, before, after: now };
  }
  return null;
}
