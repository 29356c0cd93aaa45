import type { Principal } from '../accounts/principal.ts';
import { refuseMalformed } from '../contracts/order.ts';
import { AppError } from '../errors/app-error.ts';

/** Orders a batch may hold (routing-service-api.md section 8). */
export const MAX_ORDERS: Readonly<Record<Principal['contract_variant'], number>> = { A: 5000, B: 250 };

/** How faults of a batch name an order. */
export const batchPath = (index: number): string => `orders[${index}]`;

/** Faults of a single order name its fields alone. */
export const singlePath = (): string => '';

/**
 * Refuses an unvalidated batch for what comes before its fields: too many orders (413), client_id in it, an
 * order without ID or lines (400).
 */
export function refuseBatch(body: unknown, variant: Principal['contract_variant']): void {
  if (typeof body !== 'object' || body === null) return;
  const { client_id, orders } = body as Record<string, unknown>;
  if (client_id !== undefined) throw new AppError('client_id_in_body');
  if (!Array.isArray(orders)) return;
  refuseSize(orders.length, variant);
  refuseMalformed(orders, batchPath);
}

/** Throws AppError too_many_orders for a batch over the cap. */
export function refuseSize(orders: number, variant: Principal['contract_variant']): void {
  if (orders <= MAX_ORDERS[variant]) return;
  throw new AppError(
    'too_many_orders',
    `The batch has ${orders} orders; a synchronous batch may have up to ${MAX_ORDERS[variant]}.`,
  );
}
