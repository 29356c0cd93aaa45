import type { Route } from '../route.ts';
import { dayNumber } from '../rules/departures.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import { arrivalOf } from './arrival.ts';
import { changesTogether, type ExchangeGroup, exchangeGroups } from './changes.ts';
import type { ImprovedOrder, Window } from './improve.ts';
import { judgeOf } from './judge.ts';
import { eligibleWarehouses, type OrderAlone } from './window-order.ts';

/** Routes that were found for a window as it was, and the IDs of its orders. */
export interface WindowPlan {
  readonly window: Window;
  readonly order_ids: readonly string[];
  readonly improved: readonly ImprovedOrder[];
}

/** What became of the routes of a plan. */
export interface LaidOver {
  readonly improved: readonly ImprovedOrder[];
  /** Orders that have no improved route any more: they ship as they are decided alone now. By their places. */
  readonly redecided: readonly number[];
}

/**
 * Lays the routes of a plan over the same orders as they are decided one by one now, perhaps on other stock. Orders that took
 * units or places from one another keep their routes together or not at all: if each of them is decided as before, may have
 * its route still, and nothing of it is used up.
 */
export function layOver(now: Window, order_ids: readonly string[], plan: WindowPlan): LaidOver {
  const placeOf = new Map(order_ids.map((id, place) => [id, place]));
  const improved: ImprovedOrder[] = [];
  const redecided: number[] = [];
  for (const group of exchangeGroups(plan.window, plan.improved)) {
    const orders = group.orders.map(({ place, route }) => ({
      place: placeOf.get(plan.order_ids[place]!) ?? -1,
      before: plan.window.orders[place]!,
      route,
    }));
    const keeps =
      orders.every(
        ({ place, before, route }) => place >= 0 && isAsBefore(now, now.orders[place]!, before, route),
      ) && suffices(now, plan.window, group);
    for (const { place, route } of orders) {
      if (keeps) improved.push({ place, route });
      else if (place >= 0) redecided.push(place);
    }
  }
  return { improved: improved.sort((left, right) => left.place - right.place), redecided };
}

/** Whether what the routes of a group use beyond those alone is there. */
function suffices(now: Window, then: Window, group: ExchangeGroup): boolean {
  return changesTogether(group).every((change) => {
    const left = leftIn(now, change) - change.units;
    // Who may use units that are kept back, and who not, was right for what was left then.
    return left >= 0 && (now.compiled.safety === null || left >= leftIn(then, change) - change.units);
  });
}

function leftIn(
  { stock, places }: Window,
  {
    sku,
    warehouse,
    placeKey,
  }: { readonly sku: string | null; readonly warehouse: number; readonly placeKey: string },
): number {
  return sku === null
    ? (places.get(placeKey) ?? Number.POSITIVE_INFINITY)
    : (stock.get(sku)?.[warehouse] ?? 0);
}

/** Whether an order is decided as it was then, and may have its improved route as then. */
function isAsBefore({ compiled }: Window, now: OrderAlone, then: OrderAlone, route: Route): boolean {
  const { warehouses } = compiled.configuration;
  const facts = ({ routed, decision, place_days }: OrderAlone) => {
    const alone = routeOfDecision(routed, decision);
    const from = ({ members }: Route) => members.map((position) => routed.ranked[position]!);
    return [
      routed.ranked,
      alone,
      ...[alone, route].map((each) => arrivalOf(routed, warehouses, from(each))),
      from(route).map((warehouse) => place_days?.[warehouse] ?? null),
    ];
  };
  if (JSON.stringify(facts(now)) !== JSON.stringify(facts(then))) return false;
  const { routed, decision, deliver_by } = now;
  const eligible = eligibleWarehouses(routed);
  const count = route.members.length;
  const mayShip = route.quantities.every(
    (units, at) => units === 0 || eligible[Math.floor(at / count)]![route.members[at % count]!],
  );
  const deadline = deliver_by === null ? null : dayNumber(deliver_by);
  const judge = judgeOf(routed, routeOfDecision(routed, decision), deadline);
  return mayShip && (judge === null || judge(route));
}
