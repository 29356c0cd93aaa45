import type { Fault } from '../../foundation/errors/app-error.ts';
import { faultsOf, MAX_FAULTS_SHOWN, pathWithin, validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import { elementSources, memberSource } from '../json-source.ts';
import { batchRequest, type OrderRequest, type RoutingOrder, toRoutingOrders } from '../order.ts';
import { readOrderRequest } from './check-order.ts';
import type { CsvReading } from './intake-warnings.ts';
import { parseJsonBody } from './json-body.ts';
import { orNotJson } from './likely-cause.ts';
import { readOrdersOfCsv } from './order-body.ts';
import { batchPath, refuseBatch, refuseLongOrders, refuseSize } from './refuse-orders.ts';
import { bufferOf, type WholeBody } from './whole-body.ts';

/**
 * Reads a synchronous batch as a whole or refuses it.
 * Throws AppError: invalid_json, bad_request, body_too_large, client_id_in_body, too_many_orders, missing_order_id,
 * missing_lines, validation_failed, duplicate_order_id.
 */
export async function readBatchBody(
  body: WholeBody,
  variant: Principal['contract_variant'],
  reading: CsvReading,
): Promise<readonly RoutingOrder[]> {
  const bytes = bufferOf(body);
  if (body.format === 'csv') {
    return readOrdersOfCsv(bytes, reading, (lines) => refuseSize(lines.length, variant, 'so far'));
  }
  try {
    refuseLongOrders(bytes, variant);
  } catch (error) {
    throw orNotJson(bytes, error);
  }
  const sent = parseJsonBody(bytes);
  refuseBatch(sent, variant);
  let sources: readonly string[] | undefined;
  return toRoutingOrders(checkedBatch(sent), batchPath, (index) => {
    sources ??= elementSources(memberSource(bytes.toString(), 'orders')!);
    return sources[index]!;
  });
}

function checkedBatch(body: unknown): readonly OrderRequest[] {
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
