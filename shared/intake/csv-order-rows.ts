import { ORDER_LAYOUT, type OrderColumn } from './csv-columns.ts';
import { type CsvHeader, isBlankRow, readHeader, rowFault } from './csv-header.ts';
import { CsvOrder } from './csv-order.ts';
import type { CsvRow } from './csv-rows.ts';
import { type OrderRecord, unreadable } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';

/** Rows that wait for the end of an order they may belong to. */
const MAX_UNCLEAR = 100;

/** Groups rows of a CSV text into orders: neighbouring rows with one order ID are one. Throws what `readHeader` throws. */
export class CsvOrders {
  readonly #reading: CsvReading;
  #header: CsvHeader<OrderColumn> | null = null;
  #open: CsvOrder | null = null;
  /** Rows since it began that may be its own or not; they are reported after it. */
  #unclear: OrderRecord[] = [];

  constructor(reading: CsvReading) {
    this.#reading = reading;
  }

  /** Takes the next rows; returns the orders that are complete. */
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

  /** Returns what is complete now. */
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
