import { faultsOf, MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import { type OrderRequest, type RoutingOrder, refuseMalformed, toRoutingOrders } from '../order.ts';
import { refuseOverLimits } from '../order-limits.ts';
import { parseOrder } from './check-order.ts';
import { readCsvOrder } from './csv-batch.ts';
import type { CsvReading } from './intake-warnings.ts';
import { parseJsonBody } from './json-body.ts';
import { singlePath } from './refuse-orders.ts';
import { bufferOf, onlyChunk, type WholeBody } from './whole-body.ts';

/**
 * Reads a body that is one order. Returns it in a list, as routing takes orders.
 * Throws AppError: invalid_json, client_id_in_body, missing_order_id, missing_lines, validation_failed.
 */
export async function readOrderBody(body: WholeBody, reading: CsvReading): Promise<readonly RoutingOrder[]> {
  const bytes = bufferOf(body);
  if (body.format === 'csv') return readCsvOrder(onlyChunk(bytes), reading);
  const sent = parseJsonBody(bytes);
  refuseMalformed([sent], singlePath);
  refuseOverLimits([sent], singlePath);
  return toRoutingOrders([checkedRequest(sent)], singlePath);
}

function checkedRequest(sent: unknown): OrderRequest {
  const checked = parseOrder(sent);
  if (!checked.success) {
    const { issues } = checked.error;
    throw validationFailed(faultsOf(issues), 'body', issues.length < MAX_FAULTS_SHOWN ? 'all' : 'so far');
  }
  return checked.data;
}
