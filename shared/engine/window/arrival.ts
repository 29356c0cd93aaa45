import type { RoutedOrder } from '../rules/routed-order.ts';
import type { Warehouse } from '../types.ts';

/** When all shipments of a route have arrived. Infinity: later than any. */
export interface Arrival {
  /** The last delivery day; null: a shipment's warehouse has no calendar. */
  readonly day: number | null;
  /** The greatest transit days; of a shipment without a lane, or with a calendar and no day, Infinity. */
  readonly transit: number;
}

/** The arrival of shipments from these warehouses. */
export function arrivalOf(
  order: RoutedOrder,
  warehouses: readonly Warehouse[],
  from: readonly number[],
): Arrival {
  let day: number | null = Number.NEGATIVE_INFINITY;
  let transit = 0;
  for (const warehouse of from) {
    const each = shipmentArrival(order, warehouse, warehouses[warehouse]!.calendar !== undefined);
    day = day === null || each.day === null ? null : Math.max(day, each.day);
    transit = Math.max(transit, each.transit);
  }
  return { day, transit };
}

function shipmentArrival(
  { lanes, departures }: RoutedOrder,
  warehouse: number,
  hasCalendar: boolean,
): Arrival {
  const days = lanes.at(warehouse)?.transit_days ?? Number.POSITIVE_INFINITY;
  const delivery = departures?.delivery[warehouse] ?? null;
  if (delivery !== null) return { day: delivery, transit: days };
  return hasCalendar
    ? { day: Number.POSITIVE_INFINITY, transit: Number.POSITIVE_INFINITY }
    : { day: null, transit: days };
}

/** How many days later a route arrives than another one; 0: no later. By days only if both have them. */
export function daysLater(than: Arrival, route: Arrival): number {
  return than.day !== null && route.day !== null
    ? between(than.day, route.day)
    : between(than.transit, route.transit);
}

function between(earlier: number, later: number): number {
  return later <= earlier ? 0 : later - earlier;
}

/** How many days later a route with a shipment arrives at least, whether days or transit are compared in the end. */
export function leastLater(alone: Arrival, shipment: Arrival): number {
  return Math.min(daysLater(alone, shipment), daysLater({ ...alone, day: null }, shipment));
}
