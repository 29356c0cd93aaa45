import { ERRORS, type ErrorCode } from '../../foundation/errors/catalogue.ts';
import { MAX_ORDER_BYTES, tooLong } from '../order-limits.ts';
import { checkOrder } from './check-order.ts';
import { LINE_COLUMNS, ORDER_COLUMNS, ORDER_LAYOUT, type OrderColumn } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { CsvTable } from './csv-table.ts';
import {
  type ElementFault,
  type IntakeFault,
  MAX_ELEMENT_FAULTS,
  type OrderRecord,
  unreadable,
} from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import type { Line, LineReader } from './lines.ts';
import { suspectZip } from './zip-cell.ts';

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

/** Bytes that a line of an order takes as JSON, without its values. */
const ROW_BYTES = '{"sku":"","quantity":,"unit_value":},'.length;

/** Makes one order of its rows. The fields of the whole order are those of its first readable row. */
class CsvOrder {
  readonly id: string;
  readonly #line: number;
  readonly #table: CsvTable<OrderColumn>;
  readonly #reading: CsvReading;
  /** In the shape of a JSON order. */
  #fields: Record<string, unknown> | null = null;
  readonly #lines: Record<string, unknown>[] = [];
  /** The physical line of each order line. */
  readonly #lineNumbers: number[] = [];
  readonly #faults: IntakeFault[] = [];
  #bytes = 0;

  constructor(id: string, line: number, table: CsvTable<OrderColumn>, reading: CsvReading) {
    this.id = id;
    this.#line = line;
    this.#table = table;
    this.#reading = reading;
  }

  get hasFaults(): boolean {
    return this.#faults.length > 0;
  }

  /** Adds a fault at a line of the order. */
  fault(line: number, path: string, message: string, code?: ErrorCode): void {
    if (this.#faults.length < MAX_ELEMENT_FAULTS)
      this.#faults.push({ line, path, message, ...(code && { code }) });
  }

  /** Adds a row that can be read. */
  add(row: CsvRow): void {
    if (this.#bytes > MAX_ORDER_BYTES) return;
    this.#bytes += ROW_BYTES;
    for (const field of row.fields) this.#bytes += field.length;
    if (this.#bytes > MAX_ORDER_BYTES) {
      this.fault(row.line, '', `${tooLong(MAX_ORDER_BYTES)} as an order`);
      return;
    }
    const fields = this.#table.values(row, ORDER_COLUMNS);
    this.#readZip(row.line, fields);
    if (this.#fields === null) this.#fields = fields;
    else this.#compare(row.line, fields, this.#fields);
    this.#lines.push(this.#table.values(row, LINE_COLUMNS));
    this.#lineNumbers.push(row.line);
  }

  /** The order, or its faults. */
  end(): OrderRecord {
    const found: ElementFault[] = [];
    const order = this.#fields && checkOrder({ lines: this.#lines, ...this.#fields }, found, '');
    for (const { path, message, code } of found) {
      const [, index, column] = /^lines\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      if (index === undefined)
        this.fault(this.#line, path, this.#table.cure(path, this.#fields!) ?? message, code);
      else {
        const cure = this.#table.cure(column!, this.#lines[Number(index)]!);
        this.fault(this.#lineNumbers[Number(index)]!, column!, cure ?? message);
      }
    }
    this.#faults.sort((a, b) => a.line! - b.line!);
    return {
      place: { line: this.#line, path: '' },
      bytes: this.#bytes,
      value: this.#faults.length === 0 ? order : null,
      faults: this.#faults,
      ...(this.id !== '' && { order_id: this.id }),
    };
  }

  /** Restores a ZIP that a spreadsheet may have changed, or warns of it, once for each order. */
  #readZip(line: number, fields: Record<string, unknown>): void {
    const { zip_leading_zeros, warnings } = this.#reading;
    const found = suspectZip(fields.destination_zip as string);
    if (found === null) return;
    if (zip_leading_zeros === 'restore' && found.restored !== null) fields.destination_zip = found.restored;
    else if (this.#fields === null) warnings.add(line, found.message, found.kind);
  }

  /** A field of a later row must be empty or the same as in the first row. */
  #compare(line: number, later: Record<string, unknown>, first: Record<string, unknown>): void {
    for (const [column, value] of Object.entries(later)) {
      if (column === 'external_order_id' || value === undefined || value === '') continue;
      if (value !== first[column])
        this.fault(line, column, `contradicts line ${this.#line}, where the order begins`);
    }
  }
}
