import type { ErrorCode } from '../../foundation/errors/catalogue.ts';
import { MAX_ORDER_BYTES, tooLong } from '../order-limits.ts';
import { checkOrder } from './check-order.ts';
import { cureOf } from './csv-cell.ts';
import { LINE_COLUMNS, ORDER_COLUMNS, ORDER_LAYOUT, type OrderColumn } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import type { CsvTable } from './csv-table.ts';
import {
  type ElementFault,
  type IntakeFault,
  MAX_ELEMENT_FAULTS,
  type OrderRecord,
} from './intake-record.ts';
import type { CsvReading } from './intake-warnings.ts';
import { suspectZip } from './zip-cell.ts';

/** Bytes that a line of an order takes as JSON, without its values. */
const ROW_BYTES = '{"sku":"","quantity":,"unit_value":},'.length;

/** Makes one order of its rows. The fields of the whole order are those of its first readable row. */
export class CsvOrder {
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
      if (index === undefined) this.fault(this.#line, path, this.#cure(path, this.#fields!) ?? message, code);
      else {
        const cure = this.#cure(column!, this.#lines[Number(index)]!);
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

  #cure(path: string, values: Record<string, unknown>): string | null {
    return cureOf(ORDER_LAYOUT.columns[path as OrderColumn], values[path]);
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
