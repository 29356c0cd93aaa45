import type { RoutingOrder } from '../contracts/order.ts';

/**
 * What work on orders will cost, estimated before it is begun: where it is done follows from it.
 * A unit is 20 ns of CPU, about, as measured with 2 to 1,200 warehouses and 1 to 300 orders.
 */

/**
 * The work that one request may do on the event loop: ten milliseconds if it was estimated. Its searches may look at as many
 * numbers; that is less time, because the beginning of a search is not interrupted.
 */
export const MAX_WORK_HERE = 500_000;

/** What an order, or a line, takes for each warehouse, and beside that. */
const EACH_WAREHOUSE = 5;
const EACH = 250;
/** A lane that is not in memory is found, kept and saved. */
const NEW_LANE = 300;

/** To decide orders and present them. */
export function workOfOrders(warehouses: number, orders: readonly Pick<RoutingOrder, 'lines'>[]): number {
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0);
  return (EACH_WAREHOUSE * warehouses + EACH) * (orders.length + lines);
}

/** An order of a window that is improved takes this, and a window no less than WINDOW. */
const EACH_OF_WINDOW = 100_000;
const WINDOW = 2_500_000;

/** To look for better routes of orders together. */
export function workOfWindow(orders: number): number {
  return Math.max(WINDOW, EACH_OF_WINDOW * orders);
}

/** To find the lanes of so many ZIPs that are not in memory. */
export function workOfLanes(warehouses: number, zips: number): number {
  return NEW_LANE * warehouses * zips;
}

/** An order that ships takes this. */
const EACH_SHIPPED = 25_000;

/** To say that orders have shipped. */
export function workOfShipping(orders: number): number {
  return EACH_SHIPPED * orders;
}
