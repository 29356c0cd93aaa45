import { batchRequest, type RoutingOrder } from '../order.ts';
import { MAX_ORDER_BYTES } from '../order-limits.ts';
import { checkOrder } from './check-order.ts';
import { CsvOrders } from './csv-orders.ts';
import type { OrderRecord } from './intake-record.ts';
import { type CsvReading, plainReading } from './intake-warnings.ts';
import { type FileKind, type IntakeFormat, readElements } from './read-elements.ts';

/** The most orders of a batch of the reader, and so of a chunk of a managed run. */
export const MAX_BATCH_ORDERS = 2000;

/** The most faulty orders of a batch. A body may consist of them, and objects that live long cost much to collect. */
export const MAX_BATCH_FAULTY = 250;

/** The bytes at which a batch ends, because orders may be large. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const ORDERS: FileKind<RoutingOrder, OrderRecord> = {
  name: 'orders',
  maxBytes: MAX_ORDER_BYTES,
  schema: batchRequest,
  check: checkOrder,
  csv: (reading) => new CsvOrders(reading),
};

/**
 * Reads the orders of a body, good and faulty ones, in batches, in the order of the body. It reads no faster than the
 * caller takes batches, and has one batch in memory, so memory does not grow with the body.
 * Throws AppError if the body as a whole cannot be read: invalid_json, client_id_in_body, validation_failed (a CSV
 * header or a JSON document without orders), body_too_large.
 */
export async function* readOrders(
  body: AsyncIterable<Buffer>,
  format: IntakeFormat,
  reading: CsvReading = plainReading(),
): AsyncGenerator<OrderRecord[]> {
  let batch: OrderRecord[] = [];
  let bytes = 0;
  let faulty = 0;
  for await (const records of readElements(body, format, ORDERS, reading)) {
    for (const record of records) {
      batch.push(record);
      bytes += record.bytes;
      if (record.value === null) faulty += 1;
      const isFull =
        batch.length === MAX_BATCH_ORDERS || faulty === MAX_BATCH_FAULTY || bytes >= MAX_BATCH_BYTES;
      if (!isFull) continue;
      yield batch;
      batch = [];
      bytes = 0;
      faulty = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
