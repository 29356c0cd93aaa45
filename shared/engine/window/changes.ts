import { type Route, unitsFrom } from '../route.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { ImprovedOrder, Window } from './improve.ts';
import { placeKey } from './resources.ts';
import type { OrderAlone } from './window-order.ts';

/** What an order uses more of by its improved route, or less, by the resource: a pair, or a place of a day. */
export type Changes = ReadonlyMap<string, Change>;

interface Change {
  /** Null: it is a place. */
  readonly sku: string | null;
  readonly warehouse: number;
  readonly placeKey: string;
  /** More than alone; below zero: less. */
  readonly units: number;
}

/** Orders of a window that took units or places from one another. */
export interface ExchangeGroup {
  readonly orders: readonly ImprovedOrder[];
  readonly changes: readonly Changes[];
}

/** What an improved route changes. */
export function changesOf(alone: OrderAlone, route: Route): Changes {
  const changes = new Map<string, Change>();
  const count = (of: Route, times: 1 | -1) => {
    for (const [member, position] of of.members.entries()) {
      const warehouse = alone.routed.ranked[position]!;
      for (const [demand, { sku }] of alone.routed.demands.entries())
        add(changes, { sku, warehouse, placeKey: '', units: times * unitsFrom(of, demand, member) });
      const day = alone.place_days?.[warehouse] ?? null;
      if (day !== null)
        add(changes, { sku: null, warehouse, placeKey: placeKey(warehouse, day), units: times });
    }
  };
  count(route, 1);
  count(routeOfDecision(alone.routed, alone.decision), -1);
  for (const [key, { units }] of changes) if (units === 0) changes.delete(key);
  return changes;
}

function add(changes: Map<string, Change>, change: Change): void {
  const key = JSON.stringify([change.sku, change.warehouse, change.placeKey]);
  const { units = 0 } = changes.get(key) ?? {};
  changes.set(key, { ...change, units: units + change.units });
}

/** The improved orders of a window, by what they took from one another, in the order of allocation. */
export function exchangeGroups({ orders }: Window, improved: readonly ImprovedOrder[]): ExchangeGroup[] {
  const changes = improved.map(({ place, route }) => changesOf(orders[place]!, route));
  const groups = improved.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (groups[root] !== root) root = groups[root]!;
    groups[index] = root;
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, each] of changes.entries()) {
    for (const key of each.keys()) {
      const first = firstWith.get(key) ?? index;
      firstWith.set(key, first);
      const [left, right] = [rootOf(first), rootOf(index)];
      groups[Math.max(left, right)] = Math.min(left, right);
    }
  }
  const members = new Map<number, number[]>();
  for (const index of improved.keys()) {
    const root = rootOf(index);
    members.set(root, [...(members.get(root) ?? []), index]);
  }
  return [...members.values()].map((indexes) => ({
    orders: indexes.map((index) => improved[index]!),
    changes: indexes.map((index) => changes[index]!),
  }));
}

/** What all orders of a group change together, of each resource. */
export function changesTogether({ changes }: ExchangeGroup): Change[] {
  const together = new Map<string, Change>();
  for (const each of changes) for (const change of each.values()) add(together, change);
  return [...together.values()];
}
