import { toCents } from '../money.ts';
import { type Route, unitsFrom } from '../route.ts';
import { dayText } from '../rules/departures.ts';
import { shipmentCosts } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { WindowFloor } from './floor.ts';
import type { ImprovedOrder, Window } from './improve.ts';
import type { OrderAlone } from './window-order.ts';

/** A line of a certificate (docs/explanation/whole-window.md). */
export type CertificateLine = Readonly<Record<string, unknown>>;

/** What a window's certificate says beside its orders. */
export interface Certified {
  /** The ID of each order, by its place in the window. */
  readonly order_ids: readonly string[];
  readonly improved: readonly ImprovedOrder[];
  readonly floor: WindowFloor;
}

/**
 * The certificate of a window, line by line: supply and prices, who may ship what from where, and each order's route alone
 * and in the end. Anybody can check by it that the floor holds, that the routes are possible, and that no order is worse
 * off.
 */
export function* certificateLines(
  window: Window,
  { order_ids, improved, floor }: Certified,
): Generator<CertificateLine> {
  const { orders, most_days_later, compiled } = window;
  const ids = compiled.configuration.warehouses.map(({ warehouse_id }) => warehouse_id);
  const routes = orders.map(({ routed, decision }) => routeOfDecision(routed, decision));
  const finals = [...routes];
  for (const { place, route } of improved) finals[place] = route;
  yield {
    type: 'run',
    floor: floor.floor,
    shipments_before: shipmentsOf(routes),
    shipments_after: shipmentsOf(finals),
    floor_millionths: floor.millionths,
    most_days_later,
    orders: orders.length,
  };
  for (const [sku, { supply, prices }] of floor.pairs) {
    yield { type: 'supply', sku, units: named(ids, supply), prices: named(ids, prices) };
  }
  const sets = new Map<string, number>();
  for (const [place, alone] of orders.entries()) {
    const skus = floor.orders[place]!;
    for (const { warehouses } of skus) {
      const key = warehouses.join();
      if (sets.has(key)) continue;
      sets.set(key, sets.size);
      yield { type: 'eligible', id: sets.get(key), warehouse_ids: warehouses.map((each) => ids[each]) };
    }
    yield {
      type: 'order',
      order_id: order_ids[place],
      skus: skus.map(({ sku, quantity, isWhole, warehouses }) => ({
        sku,
        units: quantity,
        eligible: sets.get(warehouses.join()),
        ...(isWhole && { whole: true }),
      })),
      alone: shipments(ids, window, alone, routes[place]!),
      final: shipments(ids, window, alone, finals[place]!),
    };
  }
}

function shipmentsOf(routes: readonly Route[]): number {
  return routes.reduce((sum, { members }) => sum + members.length, 0);
}

function named(ids: readonly string[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    ids.map((id, index) => [id, values[index]!] as const).filter(([, each]) => each > 0),
  );
}

function shipments(ids: readonly string[], { compiled }: Window, { routed }: OrderAlone, route: Route) {
  const { ranked, lanes, departures, demands, costs } = routed;
  const cents = costs && shipmentCosts(costs, ranked, route).map((cost) => cost && String(toCents(cost)));
  return route.members.map((position, member) => {
    const warehouse = ranked[position]!;
    const day = departures?.delivery[warehouse] ?? null;
    const isUndated = compiled.configuration.warehouses[warehouse]!.calendar !== undefined && day === null;
    return {
      warehouse_id: ids[warehouse],
      transit_days: isUndated ? null : (lanes.at(warehouse)?.transit_days ?? null),
      ...(day !== null && { delivery_date: dayText(day) }),
      ...(cents && { cost_cents: cents[member] }),
      lines: demands.flatMap(({ sku }, demand) => {
        const units = unitsFrom(route, demand, member);
        return units > 0 ? [{ sku, units }] : [];
      }),
    };
  });
}
