import type { Principal } from '../accounts/principal.ts';
import { refuseMalformed } from '../contracts/order.ts';
import { MAX_ORDER_BYTES, refuseOverLimits, tooLong } from '../contracts/order-limits.ts';
import { AppError, type Fault } from '../errors/app-error.ts';
import { atLeast, type Extent, validationFailed } from '../errors/faults.ts';
import { ArraySplitter } from './array-splitter.ts';

/** Orders that a batch may have (routing-service-api.md section 8). */
export const MAX_ORDERS: Readonly<Record<Principal['contract_variant'], number>> = { A: 5000, B: 250 };

/** What to do with more orders than a request takes. */
export const MORE_ORDERS =
  'Send more orders with Prefer: respond-async to POST /api/v1/orders/batch-route (JSON), or to POST /api/v1/runs.';

/** How faults of a batch name an order. */
export const batchPath = (index: number): string => `orders[${index}]`;

/** Faults of a single order name its fields alone. */
export const singlePath = (): string => '';

/**
 * Refuses an unvalidated batch for what comes before its fields: too many orders (413), client_id in it, an
 * order without ID or lines (400), an order over a limit (422).
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
 * Refuses the JSON text of a batch, before anybody parses it, by the rules of a document that is read as a stream: too
 * many orders or too much beside them (413), an order that is too long (422), orders more than once (400). A batch that is shorter
 * than an order may be costs nothing.
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

/** Throws AppError too_many_orders for a batch over the cap. */
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
