import { mayBelongTo } from './csv-orders.ts';
import type { CsvRow } from './csv-rows.ts';
import { csvSchema } from './csv-schemas.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import type { Line, LineReader } from './lines.ts';

const COLUMNS = {
  order_id: 'id',
  warehouse_id: 'id',
  sku: 'id',
  quantity: 'whole',
  shipped_at: 'text',
} as const;

type ShippedColumn = keyof typeof COLUMNS;

/** The columns of what has shipped. */
const SHIPPED_LAYOUT: CsvLayout<ShippedColumn> = { columns: COLUMNS, required: [['order_id']] };

/** The schema of CSV of what has shipped, for the OpenAPI document. */
export const shippedCsv = csvSchema(
  SHIPPED_LAYOUT,
  'A row for all of an order, for all of a warehouse, or for a SKU of a warehouse.',
  'order_id,warehouse_id,sku,quantity,shipped_at\nSO-1001,EWR1,CHAIR-01,2,2026-11-27T10:00:00Z\n',
);

const NAMES = Object.keys(COLUMNS) as ShippedColumn[];

/** With so many rows that cannot be read, an order is not searched in them: it may miss any. */
const MAX_UNCLEAR = 100;

type Row = { readonly line: number } & Partial<Record<ShippedColumn, unknown>>;

/**
 * Reads what has shipped from CSV, as the same data in JSON. Rows of an order ID and a time are one element, wherever they
 * are. A row without a warehouse is the whole order, one without a SKU all of its warehouse. An order of which a row may be
 * missing is faulty.
 */
export class CsvShipped<T> implements LineReader<IntakeRecord<T>> {
  readonly #table: CsvTable<ShippedColumn>;
  readonly #check: ElementCheck<T>;
  readonly #orders = new Map<string, Row[]>();
  readonly #unreadable: CsvRow[] = [];

  constructor(check: ElementCheck<T>, warnings: IntakeWarnings) {
    this.#check = check;
    this.#table = new CsvTable(SHIPPED_LAYOUT, warnings);
  }

  feed(lines: readonly Line[]): IntakeRecord<T>[] {
    this.#add(this.#table.feed(lines));
    return [];
  }

  end(): IntakeRecord<T>[] {
    this.#add(this.#table.end());
    return [
      ...[...this.#orders.values()].map((rows) => this.#recordOf(rows)),
      ...this.#unreadable.map(({ line, fault }) => unreadable({ line, path: '' }, fault!)),
    ];
  }

  #add(rows: readonly CsvRow[]): void {
    for (const row of rows) {
      if (row.fault !== null) {
        this.#unreadable.push(row);
        continue;
      }
      const values: Row = { line: row.line, ...this.#table.values(row, NAMES) };
      const element = JSON.stringify([values.order_id, values.shipped_at]);
      const before = this.#orders.get(element);
      if (before === undefined) this.#orders.set(element, [values]);
      else before.push(values);
    }
  }

  #recordOf(rows: readonly Row[]): IntakeRecord<T> {
    const [{ line, order_id, shipped_at }] = rows as [Row];
    const shipments = rows.map(({ warehouse_id, sku, quantity }) => ({
      ...(warehouse_id !== undefined && { warehouse_id }),
      ...((sku ?? quantity) !== undefined && { lines: [{ sku, quantity }] }),
    }));
    const isWhole = rows.length === 1 && Object.keys(shipments[0]!).length === 0;
    const sent = {
      order_id,
      ...(shipped_at !== undefined && { shipped_at }),
      ...(!isWhole && { shipments }),
    };
    const record = jsonRecord({ line, path: '' }, '', sent, this.#check);
    const missing = this.#unreadable
      .slice(0, MAX_UNCLEAR)
      .find((row, nth) => nth === MAX_UNCLEAR - 1 || mayBelongTo(String(order_id ?? ''), row));
    const faults = record.faults.map((fault) => {
      const [, nth = 0, path = fault.path] = /^shipments\[(\d+)\]\.?(.*)$/.exec(fault.path) ?? [];
      const column = path === 'lines' ? 'sku' : path.replace('lines[0].', '');
      const row = rows[Number(nth)]!;
      const message = this.#table.cure(column, row) ?? fault.message;
      return { ...fault, line: row.line, path: column, message };
    });
    if (missing !== undefined)
      faults.push({ line, path: '', message: `may miss line ${missing.line}, which cannot be read` });
    return { ...record, faults };
  }
}
