import { CsvOrders } from './csv-order-rows.ts';
import { CsvRows, MAX_LINE_BYTES } from './csv-rows.ts';
import type { OrderRecord } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import { readLines } from './lines.ts';

/** Reads orders from CSV, in which each row is an order line (CsvOrders). Throws what `readHeader` throws. */
export async function* readCsvOrders(
  chunks: AsyncIterable<Buffer>,
  reading: CsvReading,
): AsyncGenerator<OrderRecord[]> {
  const csv = new CsvRows();
  const orders = new CsvOrders(reading);
  for await (const lines of readLines(chunks, MAX_LINE_BYTES)) yield orders.feed(csv.feed(lines));
  yield orders.feed(csv.end());
  yield orders.end();
}
