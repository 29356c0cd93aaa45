import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../testing/long.ts';
import { type WindowCase, windowCases } from '../../testing/window-cases.ts';
import { type Route, routeOf, unitsFrom, unitsOf } from '../route.ts';
import { assignLines } from '../rules/assign-lines.ts';
import { routeCost, shipmentCosts } from '../rules/order-costs.ts';
import { blockingRule, warnedRules } from '../rules/policies.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import { isSlow } from '../rules/transit-limit.ts';
import { isByCost } from '../search/choose-route.ts';
import { applyPlan } from './apply-plan.ts';
import { windowHead, windowLines } from './facts.ts';
import { type WindowFloor, windowFloor } from './floor.ts';
import { improveWindow } from './improve.ts';
import { improvedResults } from './outcome.ts';
import { slotKey } from './resources.ts';
import type { OrderAlone, Window } from './window-order.ts';

const WORK = 1_000_000;
const ANYTHING = {
  warehouses: 5,
  skus: 4,
  itemControl: true,
  policies: true,
  dates: true,
  costs: true,
  orders: 12,
};
const PLAIN = { ...ANYTHING, policies: false };
const anyWindow = fc.oneof(
  windowCases(ANYTHING),
  windowCases(PLAIN),
  windowCases({ ...PLAIN, costs: false }),
  windowCases({ ...PLAIN, costs: false, hasSlots: true }),
);
/** The routes of a window's orders in the end. */
function routesOf(window: Window, mostWork = WORK): Route[] {
  const routes = window.orders.map(({ routed, decision }) => routeOfDecision(routed, decision));
  for (const { index, route } of improveWindow(window, mostWork)) routes[index] = route;
  return routes;
}

function floorOf(window: Window): WindowFloor {
  const order_ids = window.orders.map((_, index) => `${index}`);
  return windowFloor(windowLines(window, order_ids, []), windowHead(window));
}

/** What a route of an order counts: one by one, fewer is better. */
type Count = (order: OrderAlone, route: Route) => number;

const SHIPMENTS: Count = (_, { members }) => members.length;
const COST: Count = ({ routed }, route) => Number(routeCost(routed.costs!, routed.ranked, route).amount);

function countOf({ orders }: Window, routes: readonly Route[], count: Count): number {
  return orders.reduce((sum, order, index) => sum + count(order, routes[index]!), 0);
}

/** Small enough to try all assignments. */
const FEW = { warehouses: 3, skus: 4, itemControl: false, policies: false, orders: 6, most: 2 };
const OBJECTIVES = [
  { objective: 'fewest_shipments', count: SHIPMENTS, cases: windowCases(FEW) },
  {
    objective: 'lowest_cost',
    count: COST,
    cases: windowCases({ ...FEW, costs: true }).filter(({ window }) =>
      window.orders.every(({ routed }) => isByCost(routed)),
    ),
  },
];

describe('a window that is improved', { timeout: 240_000 }, () => {
  it('is worse for none of its orders, by any rule, and uses no more than there is', () => {
    let improved = 0;
    fc.assert(
      fc.property(anyWindow, ({ window }) => {
        const routes = routesOf(window);
        if (
          countOf(window, routes, SHIPMENTS) <
          window.orders.reduce((sum, { decision }) => sum + decision.shipments.length, 0)
        )
          improved++;
        for (const [index, alone] of window.orders.entries()) {
          const before = routeOfDecision(alone.routed, alone.decision);
          const after = routes[index]!;
          expect(faults(window, alone, before, after)).toEqual([]);
        }
        expect(overused(window, routes)).toEqual([]);
      }),
      { numRuns: casesOf(2000) },
    );
    expect(improved).toBeGreaterThan(0);
  });

  it('keeps all of this where its routes are laid over what another request has left', () => {
    let kept = 0;
    let redecidedOrders = 0;
    const taken = fc.uniqueArray(fc.nat(23), { maxLength: 2 });
    fc.assert(
      fc.property(anyWindow, taken, ({ window, order_ids, afterTaking }, cells) => {
        const plan = { window, order_ids, improved: improveWindow(window, WORK) };
        const same = afterTaking([]);
        expect(applyPlan(same.window, same.order_ids, plan)).toEqual({
          improved: plan.improved,
          redecided: [],
        });
        const now = afterTaking(Array.from({ length: 24 }, (_, cell) => (cells.includes(cell) ? 1 : 0)));
        const { improved, redecided } = applyPlan(now.window, now.order_ids, plan);
        kept += improved.length;
        redecidedOrders += redecided.length;
        const routes = now.window.orders.map(({ routed, decision }) => routeOfDecision(routed, decision));
        for (const { index, route } of improved) {
          expect(faults(now.window, now.window.orders[index]!, routes[index]!, route)).toEqual([]);
        }
        for (const { index, route } of improved) routes[index] = route;
        expect(overused(now.window, routes)).toEqual([]);
      }),
      { numRuns: casesOf(2000, 500) },
    );
    expect(kept).toBeGreaterThan(0);
    expect(redecidedOrders).toBeGreaterThan(0);
  });

  it('names for each order one that gains, and to which it leaves what is needed', () => {
    let helped = 0;
    fc.assert(
      fc.property(anyWindow, ({ window, order_ids }) => {
        const improved = improveWindow(window, WORK);
        const routes = window.orders.map(({ routed, decision }) => routeOfDecision(routed, decision));
        const alone = [...routes];
        for (const { index, route } of improved) routes[index] = route;
        for (const { index, decision } of improvedResults(window, order_ids, improved)) {
          const { gain } = decision.improvement!;
          if (gain === null) continue;
          const gainer = order_ids.indexOf(gain.order_id);
          expect(gain.isOwn).toBe(gainer === index);
          expect(gain.after).toBeLessThan(gain.before);
          if (gain.what === 'shipments')
            expect([alone, routes].map((each) => each[gainer]!.members.length)).toEqual([
              gain.before,
              gain.after,
            ]);
          if (gain.isOwn) continue;
          helped++;
          const back = routes.map((route, each) => (each === index ? alone[index]! : route));
          expect(overused(window, back)).not.toEqual([]);
        }
      }),
      { numRuns: casesOf(2000) },
    );
    expect(helped).toBeGreaterThan(0);
  });

  it('is the same each time, and as it was without work', () => {
    fc.assert(
      fc.property(windowCases(ANYTHING), ({ window }) => {
        expect(improveWindow(window, 200_000)).toEqual(improveWindow(window, 200_000));
        expect(improveWindow(window, 0)).toEqual([]);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it.each(OBJECTIVES)(
    'by $objective saves nearly all that the best of all assignments does, none of which is below the floor',
    ({ objective, count, cases }) => {
      const numRuns = casesOf(2000);
      let saved = 0;
      let possible = 0;
      fc.assert(
        fc.property(cases, ({ window }: WindowCase) => {
          const alone = window.orders.map(({ routed, decision }) => routeOfDecision(routed, decision));
          const before = countOf(window, alone, count);
          const after = countOf(window, routesOf(window), count);
          const least = leastOfAll(window, alone, count);
          expect(after).toBeLessThanOrEqual(before);
          expect(least).toBeLessThanOrEqual(after);
          const { floor, cost } = floorOf(window);
          expect(objective === 'lowest_cost' ? (cost?.exact ?? 0) : floor).toBeLessThanOrEqual(
            leastOfAll(window, alone, count, true),
          );
          saved += before - after;
          possible += before - least;
          if (least < before) expect(cost !== null).toBe(objective === 'lowest_cost');
        }),
        { numRuns },
      );
      expect(possible).toBeGreaterThan(0);
      // Few windows may be hard ones.
      expect(saved / possible).toBeGreaterThan(numRuns === 2000 ? 0.85 : 0.5);
    },
  );
});

/** What of the promises a route breaks. */
function faults(window: Window, alone: OrderAlone, before: Route, after: Route): string[] {
  const { routed, decision, deliver_by } = alone;
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const same = JSON.stringify(before) === JSON.stringify(after);
  check(same || routed.profile.settings.prefer_full_shipment, 'nearest first');
  check(same || decision.shipments.length > 0, 'nothing shipped');
  check(after.members.length <= before.members.length, 'shipments');
  for (const [demand, { quantity, rules, admitted }] of routed.demands.entries()) {
    check(unitsOf(before, demand) === unitsOf(after, demand), 'units');
    check(unitsOf(after, demand) <= quantity, 'too many');
    const from = after.members.filter((_, member) => unitsFrom(after, demand, member) > 0);
    check(same || !rules?.doNotSplit || from.length <= 1, 'do not split');
    for (const position of from) {
      const warehouse = routed.ranked[position]!;
      check(admitted === null || admitted[warehouse] === 1, 'item control');
      check(routed.departures?.full[warehouse] !== true, 'full');
    }
  }
  check(blockingRule(routed, after) === null || same, 'blocked');
  const rules = (route: Route) =>
    warnedRules(routed, route, assignLines(routed, route).values).map(({ rule }) => rule);
  check(
    rules(after).every((rule) => rules(before).includes(rule)),
    'finding',
  );
  const { most_days_later } = window;
  check(later(window, alone, before, after) <= (most_days_later ?? Number.POSITIVE_INFINITY), 'days');
  const isLate = (route: Route) =>
    deliver_by !== null &&
    route.members.some((position) => {
      const day = routed.departures?.delivery[routed.ranked[position]!] ?? null;
      return day === null || day > Date.parse(deliver_by) / 86_400_000;
    });
  check(isLate(before) || !isLate(after), 'deliver_by');
  if (routed.costs !== null) {
    const [cost, unpriced] = [before, after]
      .map((route) => shipmentCosts(routed.costs!, routed.ranked, route))
      .map((costs) => [
        costs.filter((each) => each === null).length,
        costs.reduce((sum, each) => Number(sum) + Number(each ?? 0), 0),
      ]);
    check(unpriced![0]! <= cost![0]!, 'unpriced');
    check(unpriced![1]! <= cost![1]!, 'cost');
  }
  return found;
}

/** Days by which a route arrives later: by delivery days where all shipments of both have one, else by transit days. */
function later({ compiled }: Window, { routed }: OrderAlone, before: Route, after: Route): number {
  const { departures, lanes, ranked } = routed;
  const shipped = [before, after].map(({ members }) => members.map((position) => ranked[position]!));
  const day = (warehouse: number) => departures?.delivery[warehouse] ?? null;
  const [dates, dates2] = shipped.map((each) => each.map(day));
  const transit = (warehouse: number) =>
    compiled.configuration.warehouses[warehouse]!.calendar !== undefined && day(warehouse) === null
      ? Number.POSITIVE_INFINITY
      : (lanes.at(warehouse)?.transit_days ?? Number.POSITIVE_INFINITY);
  const all = [...dates!, ...dates2!];
  const [was, is] = all.every((each) => each !== null)
    ? [Math.max(...(dates as number[])), Math.max(...(dates2 as number[]))]
    : shipped.map((each) => Math.max(...each.map(transit)));
  return is! <= was! ? 0 : is! - was!;
}

/** The pairs, and slots of a day, of which more are used than the window had. */
function overused({ orders, stock, slots }: Window, routes: readonly Route[]): string[] {
  const left = new Map<string, number>(slots);
  const takeSlot = ({ slot_days }: OrderAlone, warehouse: number, by: number) => {
    const day = slot_days?.[warehouse] ?? null;
    const key = day === null ? '' : slotKey(warehouse, day);
    if (left.has(key)) left.set(key, left.get(key)! + by);
  };
  const move = (sku: string, warehouse: number, units: number) => {
    const key = `${sku} ${warehouse}`;
    left.set(key, (left.get(key) ?? stock.get(sku)?.[warehouse] ?? 0) + units);
  };
  for (const order of orders)
    for (const { warehouse, lines } of order.decision.shipments) {
      takeSlot(order, warehouse, 1);
      for (const { sku, ship_qty } of lines) if (stock.has(sku)) move(sku, warehouse, ship_qty);
    }
  for (const [index, order] of orders.entries()) {
    const route = routes[index]!;
    const { routed } = order;
    for (const position of route.members) takeSlot(order, routed.ranked[position]!, -1);
    for (const [demand, { sku }] of routed.demands.entries())
      for (const [member, position] of route.members.entries())
        if (stock.has(sku)) move(sku, routed.ranked[position]!, -unitsFrom(route, demand, member));
  }
  return [...left].filter(([, units]) => units < 0).map(([key]) => key);
}

/** The least count of all assignments that keep the promises; `isFree`: of all that the floor is for. */
function leastOfAll(window: Window, alone: readonly Route[], count: Count, isFree = false): number {
  const { orders, stock } = window;
  const skus = [...stock.keys()];
  const supply = new Map(skus.map((sku) => [sku, [...(stock.get(sku) as number[])]]));
  for (const { decision } of orders)
    for (const { warehouse, lines } of decision.shipments)
      for (const { sku, ship_qty } of lines) if (supply.has(sku)) supply.get(sku)![warehouse]! += ship_qty;
  const choices = orders.map((each, index) => {
    const routes = allRoutes(each, alone[index]!);
    const isKept = (route: Route) =>
      route.members.length <= alone[index]!.members.length &&
      later(window, each, alone[index]!, route) <= (window.most_days_later ?? Number.POSITIVE_INFINITY);
    return isFree || !each.routed.profile.settings.prefer_full_shipment
      ? isFree
        ? routes.filter(isKept)
        : [alone[index]!]
      : [alone[index]!, ...routes.filter((route) => faults(window, each, alone[index]!, route).length === 0)];
  });
  const known = new Map<string, number>();
  const least = (from: number): number => {
    if (from === orders.length) return 0;
    const key = `${from} ${skus.map((sku) => supply.get(sku)!.join()).join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let found = Number.POSITIVE_INFINITY;
    const { routed } = orders[from]!;
    for (const route of choices[from]!) {
      const moves = routed.demands.flatMap(({ sku }, demand) =>
        route.members.map((position, member) => ({
          units: supply.get(sku),
          warehouse: routed.ranked[position]!,
          by: unitsFrom(route, demand, member),
        })),
      );
      for (const { units, warehouse, by } of moves) if (units) units[warehouse]! -= by;
      if (moves.every(({ units, warehouse }) => (units?.[warehouse] ?? 0) >= 0))
        found = Math.min(found, count(orders[from]!, route) + least(from + 1));
      for (const { units, warehouse, by } of moves) if (units) units[warehouse]! += by;
    }
    known.set(key, found);
    return found;
  };
  return least(0);
}

/** All ways to ship the units of a route. */
function allRoutes({ routed }: OrderAlone, alone: Route): Route[] {
  const positions = [...routed.ranked.keys()];
  let all: number[][] = [[]];
  for (const [demand, { admitted, rules, transitLimit }] of routed.demands.entries()) {
    const open = positions.map((position) => {
      const warehouse = routed.ranked[position]!;
      const isTooSlow = transitLimit?.mode === 'block' && isSlow(routed.lanes.at(warehouse), transitLimit);
      return !isTooSlow && (admitted === null || admitted[warehouse] === 1);
    });
    const ways = waysOf(unitsOf(alone, demand), positions.length).filter(
      (way) =>
        way.every((units, position) => units === 0 || open[position]) &&
        (!rules?.doNotSplit || way.filter((units) => units > 0).length <= 1),
    );
    all = all.flatMap((quantities) => ways.map((way) => [...quantities, ...way]));
  }
  return all.map((quantities) => routeOf(positions, quantities));
}

function waysOf(units: number, count: number): number[][] {
  if (count === 0) return units === 0 ? [[]] : [];
  return Array.from({ length: units + 1 }, (_, first) => first).flatMap((first) =>
    waysOf(units - first, count - 1).map((rest) => [first, ...rest]),
  );
}
