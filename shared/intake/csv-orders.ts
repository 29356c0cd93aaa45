import type { Fault } from '../errors/app-error.ts';
import { validationFailed } from '../errors/faults.ts';
import { type ColumnIndexes, readHeader } from './csv-columns.ts';
import { CsvOrder } from './csv-order.ts';
import { type CsvRow, CsvRows } from './csv-rows.ts';
import { type IntakeRecord, unreadable } from './intake-record.ts';
import { readLines } from './lines.ts';

/** Bytes of one line of the file. */
const MAX_LINE_BYTES = 64 * 1024;

/** Rows that wait for the end of an order they may belong to. */
const MAX_UNCLEAR = 100;

/**
 * Reads orders of which each row is a line; neighbouring rows with one order ID are one order.
 * Throws AppError validation_failed for a header that cannot be read: no order could be.
 */
export async function* readCsvOrders(chunks: AsyncIterable<Buffer>): AsyncGenerator<IntakeRecord[]> {
  const csv = new CsvRows();
  const orders = new CsvOrders();
  for await (const lines of readLines(chunks, MAX_LINE_BYTES)) yield orders.feed(csv.feed(lines));
  yield orders.feed(csv.end());
  yield orders.end();
}

interface CsvHeader {
  readonly columns: ColumnIndexes;
  readonly width: number;
}

/** Groups rows into orders. */
class CsvOrders {
  #header: CsvHeader | null = null;
  #open: CsvOrder | null = null;
  /** Rows since it began of which nobody can tell whether they are its own; they are told of after it. */
  #unclear: IntakeRecord[] = [];

  /** Takes the next rows; returns the orders that are complete. */
  feed(rows: readonly CsvRow[]): IntakeRecord[] {
    const records: IntakeRecord[] = [];
    for (const row of rows) {
      if (this.#header === null) this.#header = readHeaderRow(row);
      else if (row.fault !== null || row.fields.some((field) => field.trim() !== '')) {
        for (const record of this.#add(row, this.#header)) records.push(record);
      }
    }
    return records;
  }

  /** Ends the open order. */
  end(): IntakeRecord[] {
    const order = this.#open;
    const unclear = this.#unclear;
    this.#open = null;
    this.#unclear = [];
    return order ? [order.end(), ...unclear] : unclear;
  }

  /** Returns what is complete now. */
  #add(row: CsvRow, { columns, width }: CsvHeader): IntakeRecord[] {
    const { line, fields } = row;
    const fault =
      row.fault ?? (fields.length === width ? null : `has ${fields.length} columns, not ${width}`);
    const id = fields[columns.external_order_id!]?.trim() ?? '';
    if (id === '' && fault !== null) {
      this.#unclear.push(unreadable({ line, path: '' }, fault));
      if (this.#open && this.#unclear.length < MAX_UNCLEAR) return [];
      this.#open?.fault(line, '', 'is the last of too many rows that cannot be read');
      return this.end();
    }
    const ended = this.#open?.id === id && id !== '' ? [] : this.end();
    this.#open ??= new CsvOrder(id, line, columns);
    if (this.#unclear.length > 0)
      this.#open.fault(line, '', 'may miss a row before this one, which cannot be read');
    if (fault === null) this.#open.add(row);
    else this.#open.fault(line, '', fault);
    return ended;
  }
}

function readHeaderRow({ line, fields, fault }: CsvRow): CsvHeader {
  const faults: Fault[] = fault === null ? [] : [{ path: `line ${line}`, message: fault }];
  const columns = readHeader(line, fields, faults);
  if (faults.length > 0) throw validationFailed(faults);
  return { columns, width: fields.length };
}
