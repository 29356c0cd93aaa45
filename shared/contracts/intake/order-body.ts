import { faultsOf, MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import {
  type OrderRequest,
  type RoutingOrder,
  refuseDuplicates,
  refuseMalformed,
  toRoutingOrders,
} from '../order.ts';
import { refuseOverLimits } from '../order-limits.ts';
import { parseOrder } from './check-order.ts';
import { readWhole } from './found-faults.ts';
import { type CsvReading, NEIGHBOURS } from './intake-warnings.ts';
import { parseJsonBody } from './json-body.ts';
import { readOrders } from './read-orders.ts';
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
    return readOrdersOfCsv(bytes, reading, ([_first, second]) => {
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
 * Reads orders from CSV as a whole or refuses them. They are checked as the same data in JSON, except that faults name
 * lines, and that reading ends as soon as there is a reason to refuse them. `refuseNumber` gets the lines of all orders so
 * far.
 */
export async function readOrdersOfCsv(
  bytes: Buffer,
  reading: CsvReading,
  refuseNumber: (lines: readonly (number | null)[]) => void,
): Promise<readonly RoutingOrder[]> {
  const orders = readOrders(onlyChunk(bytes), 'csv', reading);
  const { values, places } = await readWhole(orders, 'order', refuseNumber);
  refuseDuplicates(values, (index) => `line ${places[index]!.line}`, NEIGHBOURS);
  return values;
}
