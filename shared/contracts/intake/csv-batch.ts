import type { Principal } from '../../accounts/principal.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { type RoutingOrder, refuseDuplicates } from '../order.ts';
import { readWhole } from './found-faults.ts';
import { type CsvReading, NEIGHBOURS } from './intake-warnings.ts';
import { readOrders } from './read-orders.ts';
import { refuseSize } from './refuse-orders.ts';

/**
 * Reads a batch of orders from CSV as a whole or refuses it. It is checked as the same data in JSON,
 * except that faults name lines, and that reading ends as soon as there is a reason to refuse it.
 * Throws AppError: too_many_orders, client_id_in_body, missing_order_id, validation_failed, duplicate_order_id.
 */
export async function readCsvBatch(
  csv: AsyncIterable<Buffer>,
  variant: Principal['contract_variant'],
  reading: CsvReading,
): Promise<readonly RoutingOrder[]> {
  return readCsv(csv, reading, (lines) => refuseSize(lines.length, variant, 'so far'));
}

/** Reads one order from CSV in the same way. A second order is a validation_failed. */
export async function readCsvOrder(
  csv: AsyncIterable<Buffer>,
  reading: CsvReading,
): Promise<readonly RoutingOrder[]> {
  return readCsv(csv, reading, ([_first, second]) => {
    if (second === undefined) return;
    throw validationFailed([
      { path: `line ${second}`, message: 'begins a second order; the body may have one' },
    ]);
  });
}

async function readCsv(
  csv: AsyncIterable<Buffer>,
  reading: CsvReading,
  refuseNumber: (lines: readonly (number | null)[]) => void,
): Promise<readonly RoutingOrder[]> {
  const { values, lines } = await readWhole(readOrders(csv, 'csv', reading), 'order', refuseNumber);
  refuseDuplicates(values, (index) => `line ${lines[index]}`, NEIGHBOURS);
  return values;
}
