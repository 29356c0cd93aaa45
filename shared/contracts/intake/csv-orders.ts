import { ERRORS } from '../../foundation/errors/catalogue.ts';
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
 * Reads orders from CSV, in which each row is an order line. Neighbouring rows with the same order ID are one order. An
 * order of which a row may be missing is faulty: it would ship in part and count as whole.
 * Throws what `CsvTable` throws.
 */
export class CsvOrders implements LineReader<OrderRecord> {
  readonly #reading: CsvReading;
  readonly #table: CsvTable<OrderColumn>;
  /** The order whose rows are being read. */
  #open: CsvOrder | null = null;
  /** Rows after it without a readable order ID. They may belong to it, to the next order or neither, and are counted after it. */
  #unclear: CsvRow[] = [];

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

  /** Ends the open order. Unclear rows are reported after it. */
  #close(): OrderRecord[] {
    const order = this.#open;
    const unclear = this.#unclear;
    this.#open = null;
    this.#unclear = [];
    const own = order && unclear.find((row) => mayBelongTo(order.id, row));
    if (own && !order.hasFaults)
      order.fault(own.line, '', 'may be a row of the order before it, and cannot be read');
    const reported = unclear.map(({ line, fault }): OrderRecord => {
      const place = { line, path: '' };
      return fault === null ? { place, bytes: 0, value: null, faults: [] } : unreadable(place, fault);
    });
    return order ? [order.end(), ...reported] : reported;
  }

  /** Adds a row. Returns the orders that are complete. */
  #add(row: CsvRow): OrderRecord[] {
    const { line, fields, fault } = row;
    const { indexes } = this.#table;
    const id = fields[indexes.external_order_id!]?.trim() ?? '';
    if (id === '' && (fault !== null || this.#open?.id)) {
      // A row without ID is told of with the order before it, whose row it is most likely.
      if (fault === null)
        this.#open?.fault(line, 'external_order_id', ERRORS.missing_order_id.detail, 'missing_order_id');
      this.#unclear.push(row);
      if (this.#open && this.#unclear.length < MAX_UNCLEAR) return [];
      this.#open?.fault(line, '', 'is the last of too many rows that cannot be read');
      return this.#close();
    }
    const isSame = this.#open?.id === id && id !== '';
    const mayMissRow = this.#unclear.some(
      (unclear) => unclear.fault !== null && (isSame || mayBelongTo(id, unclear)),
    );
    const ended = isSame ? [] : this.#close();
    this.#open ??= new CsvOrder(id, line, this.#table, this.#reading);
    if (mayMissRow) this.#open.fault(line, '', 'may miss a row before this one, which cannot be read');
    if (fault === null) this.#open.add(row);
    else this.#open.fault(line, '', fault);
    return ended;
  }
}

/** Whether a row that cannot be read may be one of the order. */
export function mayBelongTo(id: string, { text = '' }: CsvRow): boolean {
  return id !== '' && (text === '' || text.includes(id));
}
