import { ORDER_LAYOUT, type OrderColumn } from './csv-columns.ts';
import { CsvOrder } from './csv-order.ts';
import type { CsvRow } from './csv-rows.ts';
import { CsvTable } from './csv-table.ts';
import { type OrderRecord, unreadable } from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import type { Line, LineReader } from './lines.ts';

/** The most unclear rows of an order. */
const MAX_UNCLEAR = 100;

/**
 * Reads orders from CSV, in which each row is an order line. Neighbouring rows with the same order ID are one order.
 * Throws what `CsvTable` throws.
 */
export class CsvOrders implements LineReader<OrderRecord> {
  readonly #reading: CsvReading;
  readonly #table: CsvTable<OrderColumn>;
  /** The order whose rows are being read. */
  #open: CsvOrder | null = null;
  /** Rows after it without a readable order ID, which may belong to it or not. They are reported after it. */
  #unclear: OrderRecord[] = [];

  constructor(reading: CsvReading) {
    this.#reading = reading;
    this.#table = new CsvTable(ORDER_LAYOUT, reading.warnings);
  }

  /** Adds lines. Returns the orders that are complete. */
  feed(lines: readonly Line[]): OrderRecord[] {
    return this.#table.feed(lines).flatMap((row) => this.#add(row));
  }

  end(): OrderRecord[] {
    return [...this.#table.end().flatMap((row) => this.#add(row)), ...this.#close()];
  }

  /** Ends the open order. */
  #close(): OrderRecord[] {
    const order = this.#open;
    const unclear = this.#unclear;
    this.#open = null;
    this.#unclear = [];
    return order ? [order.end(), ...unclear] : unclear;
  }

  /** Adds a row. Returns the orders that are complete. */
  #add(row: CsvRow): OrderRecord[] {
    const { line, fields, fault } = row;
    const { indexes } = this.#table;
    const id = fields[indexes.external_order_id!]?.trim() ?? '';
    if (id === '' && fault !== null) {
      this.#unclear.push(unreadable({ line, path: '' }, fault));
      if (this.#open && this.#unclear.length < MAX_UNCLEAR) return [];
      this.#open?.fault(line, '', 'is the last of too many rows that cannot be read');
      return this.#close();
    }
    const ended = this.#open?.id === id && id !== '' ? [] : this.#close();
    this.#open ??= new CsvOrder(id, line, indexes, this.#reading);
    if (this.#unclear.length > 0)
      this.#open.fault(line, '', 'may miss a row before this one, which cannot be read');
    if (fault === null) this.#open.add(row);
    else this.#open.fault(line, '', fault);
    return ended;
  }
}
