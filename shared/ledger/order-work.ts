import type { RoutingOrder } from '../contracts/order.ts';

/**
 * What work on orders will cost, estimated before it is begun: where it is done follows from it.
 * A unit is a tenth of a microsecond of CPU, about, as measured with 2 to 1,200 warehouses and 1 to 300 orders.
 */

/** The work that one request may do on the event loop: ten milliseconds. Its searches have a limit of their own. */
export const MOST_WORK_HERE = 100_000;

/** An order, or a line, takes this beside what it takes for each warehouse. */
const EACH = 50;
/** A lane that is not in memory is found, kept and saved. */
const NEW_LANE = 60;

/** To decide orders and present them. */
export function workOfOrders(warehouses: number, orders: readonly Pick<RoutingOrder, 'lines'>[]): number {
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0);
  return (warehouses + EACH) * (orders.length + lines);
}

/** An order of a window that is improved takes this, and a window no less than WINDOW. */
const EACH_OF_WINDOW = 20_000;
const WINDOW = 500_000;

/** To look for better routes of orders together. */
export function workOfWindow(orders: number): number {
  return Math.max(WINDOW, EACH_OF_WINDOW * orders);
}

/** To find the lanes of so many ZIPs that are not in memory. */
export function workOfLanes(warehouses: number, zips: number): number {
  return NEW_LANE * warehouses * zips;
}

/** An order that ships takes this. */
const EACH_SHIPPED = 5_000;

/** To say that orders have shipped. */
export function workOfShipping(orders: number): number {
  return EACH_SHIPPED * orders;
}
