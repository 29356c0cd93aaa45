import type { Fault } from '../../foundation/errors/app-error.ts';
import { faultsOf, MAX_FAULTS_SHOWN, pathWithin, validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import { elementSources, memberSource } from '../json-source.ts';
import {
  batchRequest,
  type OrderRequest,
  type RoutingOrder,
  refuseDuplicates,
  refuseMalformed,
  toRoutingOrders,
} from '../order.ts';
import { refuseOverLimits } from '../order-limits.ts';
import { parseOrder, readOrderRequest } from './check-order.ts';
import { readWhole } from './found-faults.ts';
import { type CsvReading, NEIGHBOURS } from './intake-warnings.ts';
import { parseJsonBody } from './json-body.ts';
import { orNotJson } from './likely-cause.ts';
import { readOrders } from './read-orders.ts';
import { batchPath, refuseBatch, refuseLongOrders, refuseSize } from './refuse-orders.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/** The path of a single order: faults name only its fields. */
const singlePath = (): string => '';

/**
 * Reads a body that is one order. Returns it in a list, as routing takes orders.
 * Throws AppError: invalid_json, client_id_in_body, missing_order_id, missing_lines, validation_failed, also for a second
 * order of CSV.
 */
export async function readOrderBody(body: WholeBody, reading: CsvReading): Promise<readonly RoutingOrder[]> {
  const bytes = bufferOf(body);
  if (body.format === 'csv') {
    return readCsv(bytes, reading, ([_first, second]) => {
      if (second === undefined) return;
      const message = 'begins a second order; the body may have one';
      throw validationFailed([{ path: `line ${second}`, message }]);
    });
  }
  const sent = parseJsonBody(bytes);
  refuseMalformed([sent], singlePath);
  refuseOverLimits([sent], singlePath);
  return toRoutingOrders([checkedOrder(sent)], singlePath, () => bytes.toString());
}

function checkedOrder(sent: unknown): OrderRequest {
  const checked = parseOrder(sent);
  if (!checked.success) {
    const { issues } = checked.error;
    throw validationFailed(faultsOf(issues), 'body', issues.length < MAX_FAULTS_SHOWN ? 'all' : 'so far');
  }
  return checked.data;
}

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
    return readCsv(bytes, reading, (lines) => refuseSize(lines.length, variant, 'so far'));
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

/**
 * Reads orders from CSV as a whole or refuses them. They are checked as the same data in JSON, except that faults name
 * lines, and that reading ends as soon as there is a reason to refuse them. `refuseNumber` gets the lines of all orders so
 * far.
 */
async function readCsv(
  bytes: Buffer,
  reading: CsvReading,
  refuseNumber: (lines: readonly (number | null)[]) => void,
): Promise<readonly RoutingOrder[]> {
  const orders = readOrders(onlyChunk(bytes), 'csv', reading);
  const { values, places } = await readWhole(orders, 'order', refuseNumber);
  refuseDuplicates(values, (index) => `line ${places[index]!.line}`, NEIGHBOURS);
  return values;
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
