import type { Principal } from '../../accounts/principal.ts';
import type { Fault } from '../../foundation/errors/app-error.ts';
import { faultsOf, MAX_FAULTS_SHOWN, pathWithin, validationFailed } from '../../foundation/errors/faults.ts';
import { batchRequest, type OrderRequest, type RoutingOrder, toRoutingOrders } from '../order.ts';
import { readOrderRequest } from './check-order.ts';
import { readCsvBatch } from './csv-batch.ts';
import type { CsvReading } from './intake-warnings.ts';
import { parseJsonBody } from './json-body.ts';
import { orNotJson } from './likely-cause.ts';
import { batchPath, refuseBatch, refuseLongOrders } from './refuse-orders.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/**
 * Reads a synchronous batch as a whole or refuses it.
 * Throws AppError: invalid_json, bad_request, body_too_large, client_id_in_body, too_many_orders, missing_order_id,
 * missing_lines, validation_failed, duplicate_order_id.
 */
export async function readBatchBody(
  body: WholeBody,
  variant: Principal['contract_variant'],
  reading: CsvReading,
): Promise<RoutingOrder[]> {
  const bytes = bufferOf(body);
  if (body.format === 'csv') return readCsvBatch(onlyChunk(bytes), variant, reading);
  try {
    refuseLongOrders(bytes, variant);
  } catch (error) {
    throw orNotJson(bytes, error);
  }
  const sent = parseJsonBody(bytes);
  refuseBatch(sent, variant);
  return toRoutingOrders(checkedRequests(sent), batchPath);
}

function checkedRequests(body: unknown): readonly OrderRequest[] {
  const orders = (body as { orders?: unknown } | null)?.orders;
  if (!Array.isArray(orders) || orders.length === 0)
    throw validationFailed(faultsOf(batchRequest.safeParse(body).error?.issues ?? []));
  const requests: OrderRequest[] = [];
  const faults: Fault[] = [];
  for (const [index, sent] of orders.entries()) {
    const found: Fault[] = [];
    const request = readOrderRequest(sent, found);
    if (request !== null) requests.push(request);
    for (const { path, message } of found) faults.push({ path: pathWithin(batchPath(index), path), message });
    if (faults.length >= MAX_FAULTS_SHOWN) throw validationFailed(faults, 'body', 'so far');
  }
  if (faults.length > 0) throw validationFailed(faults);
  return requests;
}
