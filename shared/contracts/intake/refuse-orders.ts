import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { atLeast, type Extent, validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import { refuseMalformed } from '../order.ts';
import { MAX_ORDER_BYTES, MORE_ORDERS, refuseOverLimits, tooLong } from '../order-limits.ts';
import { ArraySplitter } from './array-splitter.ts';

/** The most orders of a batch (docs/reference/limits.md). */
export const MAX_ORDERS: Readonly<Record<Principal['contract_variant'], number>> = { A: 5000, B: 250 };

/** The path of an order of a batch. */
export const batchPath = (index: number): string => `orders[${index}]`;

/**
 * Refuses a batch before it is validated: for a client_id in it (400), too many orders (413), an order without ID or
 * lines (400), or an order over a limit (422).
 */
export function refuseBatch(body: unknown, variant: Principal['contract_variant']): void {
  if (typeof body !== 'object' || body === null) return;
  const { client_id, orders } = body as Record<string, unknown>;
  if (client_id !== undefined) throw new AppError('client_id_in_body');
  if (!Array.isArray(orders)) return;
  refuseSize(orders.length, variant);
  refuseMalformed(orders, batchPath);
  refuseOverLimits(orders, batchPath);
}

const ORDERS = Buffer.from('"orders"');

/**
 * Refuses the JSON text of a batch before it is parsed, by the rules of a document that is read as a stream: too many
 * orders or too much around them (413), an order that is too long (422), two arrays of orders (400). A batch that is
 * shorter than the longest order is not read.
 */
export function refuseLongOrders(batch: Buffer, variant: Principal['contract_variant']): void {
  const repeated = batch.indexOf(ORDERS) !== batch.lastIndexOf(ORDERS);
  if (batch.length <= MAX_ORDER_BYTES && !repeated) return;
  const splitter = new ArraySplitter('orders', MAX_ORDER_BYTES);
  const faults: Fault[] = [];
  let index = 0;
  splitter.feed(batch, (order) => {
    if (order === null) faults.push({ path: batchPath(index), message: tooLong(MAX_ORDER_BYTES) });
    index += 1;
  });
  refuseSize(index, variant);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Throws AppError too_many_orders if a batch has too many orders. */
export function refuseSize(
  orders: number,
  variant: Principal['contract_variant'],
  counted: Extent = 'all',
): void {
  if (orders <= MAX_ORDERS[variant]) return;
  throw new AppError(
    'too_many_orders',
    `The batch has ${atLeast(counted)}${orders} orders; a synchronous batch may have up to ${MAX_ORDERS[variant]}. ${MORE_ORDERS}`,
  );
}
