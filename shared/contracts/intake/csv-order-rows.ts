import { ORDER_LAYOUT, type OrderColumn } from './csv-columns.ts';
import { type CsvHeader, isBlankRow, readHeader, rowFault } from './csv-header.ts';
import { CsvOrder } from './csv-order.ts';
import type { CsvRow } from './csv-rows.ts';
import { type OrderRecord, unreadable } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';

/** The most unclear rows of an order. */
const MAX_UNCLEAR = 100;

/**
 * Groups rows of CSV into orders. Neighbouring rows with the same order ID are one order. Throws what `readHeader`
 * throws.
 */
export class CsvOrders {
  readonly #reading: CsvReading;
  #header: CsvHeader<OrderColumn> | null = null;
  /** The order whose rows are being read. */
  #open: CsvOrder | null = null;
  /** Rows after it without a readable order ID, which may belong to it or not. They are reported after it. */
  #unclear: OrderRecord[] = [];

  constructor(reading: CsvReading) {
    this.#reading = reading;
  }

  /** Adds rows. Returns the orders that are complete. */
  feed(rows: readonly CsvRow[]): OrderRecord[] {
    const records: OrderRecord[] = [];
    for (const row of rows) {
      if (this.#header === null) this.#header = readHeader(row, ORDER_LAYOUT, this.#reading.warnings);
      else if (!isBlankRow(row)) {
        for (const record of this.#add(row, this.#header)) records.push(record);
      }
    }
    return records;
  }

  /** Ends the open order. */
  end(): OrderRecord[] {
    const order = this.#open;
    const unclear = this.#unclear;
    this.#open = null;
    this.#unclear = [];
    return order ? [order.end(), ...unclear] : unclear;
  }

  /** Adds a row. Returns the orders that are complete. */
  #add(row: CsvRow, header: CsvHeader<OrderColumn>): OrderRecord[] {
    const { line, fields } = row;
    const fault = rowFault(row, header);
    const id = fields[header.indexes.external_order_id!]?.trim() ?? '';
    if (id === '' && fault !== null) {
      this.#unclear.push(unreadable({ line, path: '' }, fault));
      if (this.#open && this.#unclear.length < MAX_UNCLEAR) return [];
      this.#open?.fault(line, '', 'is the last of too many rows that cannot be read');
      return this.end();
    }
    const ended = this.#open?.id === id && id !== '' ? [] : this.end();
    this.#open ??= new CsvOrder(id, line, header.indexes, this.#reading);
    if (this.#unclear.length > 0)
      this.#open.fault(line, '', 'may miss a row before this one, which cannot be read');
    if (fault === null) this.#open.add(row);
    else this.#open.fault(line, '', fault);
    return ended;
  }
}
