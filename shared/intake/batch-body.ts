import type { Principal } from '../accounts/principal.ts';
import { batchRequest, type OrderRequest, type RoutingOrder, toRoutingOrders } from '../contracts/order.ts';
import { isPlainOrder } from '../contracts/plain-order.ts';
import { faultsOf, validationFailed } from '../errors/faults.ts';
import { readCsvBatch } from './csv-batch.ts';
import { parseJsonBody } from './json-body.ts';
import { batchPath, refuseBatch } from './refuse-orders.ts';

/** A batch as it is sent. */
export interface BatchBody {
  readonly bytes: Uint8Array;
  readonly format: 'json' | 'csv';
}

/**
 * Reads a synchronous batch, all of it or none.
 * Throws AppError: invalid_json, client_id_in_body, too_many_orders, missing_order_id, missing_lines,
 * validation_failed, duplicate_order_id.
 */
export async function readBatchBody(
  { bytes, format }: BatchBody,
  variant: Principal['contract_variant'],
): Promise<RoutingOrder[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'csv') return readCsvBatch(onlyChunk(buffer), variant);
  const body = parseJsonBody(buffer);
  refuseBatch(body, variant);
  return toRoutingOrders(ordersOf(body), batchPath);
}

function ordersOf(body: unknown): readonly OrderRequest[] {
  if (isPlainBatch(body)) return body.orders;
  const checked = batchRequest.safeParse(body);
  if (!checked.success) throw validationFailed(faultsOf(checked.error.issues));
  return checked.data.orders;
}

function isPlainBatch(body: unknown): body is { readonly orders: readonly OrderRequest[] } {
  const orders = (body as { orders?: unknown } | null)?.orders;
  return Array.isArray(orders) && orders.length > 0 && orders.every(isPlainOrder);
}

/** A body that is there as a whole, for who reads streams. */
export async function* onlyChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
