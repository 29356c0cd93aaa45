import type { Fault } from '../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN, pathWithin, validationFailed } from '../foundation/errors/faults.ts';

/** Bytes of one order as JSON, as it is sent. */
export const MAX_ORDER_BYTES = 1024 * 1024;

/** Lines of an order. */
export const MAX_LINES = 10_000;

/** What to do with more orders. */
export const MORE_ORDERS =
  'Send more orders with Prefer: respond-async to POST /api/v1/orders/batch-route (JSON), or to POST /api/v1/runs.';

/** The most order IDs that are looked up at once. */
export const MAX_SOUGHT_ORDERS = 10_000;

/** Members of raw_order_data: those of its objects and the elements of its arrays, at all depths. */
export const MAX_DATA_MEMBERS = 10_000;

/** How deep objects and arrays of raw_order_data may be nested, with itself as the first level. */
export const MAX_DATA_DEPTH = 32;

export const TOO_DEEP = `must not be nested deeper than ${MAX_DATA_DEPTH} levels`;

/** What an order may be, for descriptions of endpoints. */
export const ORDER_LIMITS =
  `An order may have up to ${MAX_ORDER_BYTES} bytes as JSON, ${MAX_LINES} lines, and ${MAX_DATA_MEMBERS} members ` +
  `and ${MAX_DATA_DEPTH} levels of raw_order_data.`;

/** The fault of an element of a body that is too long. No part of the element is stored. */
export function tooLong(maxBytes: number): string {
  return `is longer than ${maxBytes} bytes`;
}

/**
 * Finds where an unvalidated order exceeds a limit. It is called before the schema, which would look at the whole order.
 * It stops at the limits, so that a larger body takes no longer.
 */
export function overLimits(order: unknown): Fault[] {
  if (typeof order !== 'object' || order === null) return [];
  const { lines, items, raw_order_data } = order as Record<string, unknown>;
  const faults: Fault[] = [];
  for (const [path, list] of [
    ['lines', lines],
    ['items', items],
  ] as const) {
    if (Array.isArray(list) && list.length > MAX_LINES)
      faults.push({ path, message: `must not have more than ${MAX_LINES} lines` });
  }
  const message = dataFault(raw_order_data);
  if (message !== null) faults.push({ path: 'raw_order_data', message });
  return faults;
}

/** Throws AppError validation_failed for orders over a limit; `pathOf` names an order, '' for the body itself. */
export function refuseOverLimits(orders: readonly unknown[], pathOf: (index: number) => string): void {
  const faults: Fault[] = [];
  for (const [index, order] of orders.entries()) {
    for (const { path, message } of overLimits(order))
      faults.push({ path: pathWithin(pathOf(index), path), message });
    if (faults.length >= MAX_FAULTS_SHOWN) throw validationFailed(faults, 'body', 'so far');
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/**
 * The list, cut before it has more faulty elements than an answer lists faults, because a schema would look at all of
 * them. If it has no more, the list itself is returned. Only elements after a fault are cut off.
 */
export function upToFaults(list: unknown, isGood: (element: unknown) => boolean): unknown {
  if (!Array.isArray(list) || list.length <= MAX_FAULTS_SHOWN) return list;
  let faulty = 0;
  const end = list.findIndex((element) => {
    if (!isGood(element)) faulty += 1;
    return faulty > MAX_FAULTS_SHOWN;
  });
  return end === -1 ? list : list.slice(0, end);
}

/**
 * Why JSON data that has no schema is refused: more than `maxMembers` members, or too many levels. Null: it is allowed.
 */
export function dataFault(data: unknown, maxMembers = MAX_DATA_MEMBERS): string | null {
  let members = 0;
  let level = isContainer(data) ? [data] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DATA_DEPTH) return TOO_DEEP;
    const below: object[] = [];
    for (const container of level) {
      const inner = Object.values(container);
      members += inner.length;
      if (members > maxMembers) return `must not have more than ${maxMembers} members`;
      for (const value of inner) if (isContainer(value)) below.push(value);
    }
    level = below;
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
