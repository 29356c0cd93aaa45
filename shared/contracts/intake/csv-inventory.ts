import type { InventoryRow } from '../../ledger/stock/snapshot-rows.ts';
import { cureOf } from './csv-cell.ts';
import type { CsvRow } from './csv-rows.ts';
import { type CsvLayout, CsvTable } from './csv-table.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import type { LineReader } from './lines.ts';

const WAREHOUSE = ['warehouse_id', 'external_warehouse_id', 'warehouse_code'] as const;
const QUANTITY = ['quantity_available', 'available_qty'] as const;

const COLUMNS = {
  sku: 'id',
  warehouse_id: 'id',
  external_warehouse_id: 'id',
  warehouse_code: 'id',
  quantity_available: 'whole',
  available_qty: 'whole',
  unit_value: 'decimal',
  unit_weight: 'decimal',
  sku_description: 'text',
} as const;

type InventoryColumn = keyof typeof COLUMNS;

/** The columns of a snapshot: the fields of a row. */
export const INVENTORY_LAYOUT: CsvLayout<InventoryColumn> = {
  columns: COLUMNS,
  required: [['sku'], WAREHOUSE, QUANTITY],
};

const NAMES = Object.keys(COLUMNS) as InventoryColumn[];

/** Reads rows of stock from CSV. Throws what `CsvTable` throws. */
export function csvInventoryReader(
  check: ElementCheck<InventoryRow>,
  warnings: IntakeWarnings,
): LineReader<IntakeRecord<InventoryRow>> {
  const table = new CsvTable(INVENTORY_LAYOUT, warnings);
  const read = (row: CsvRow): IntakeRecord<InventoryRow> => {
    const place = { line: row.line, path: '' };
    if (row.fault !== null) return unreadable(place, row.fault);
    const sent = table.values(row, NAMES);
    const record = jsonRecord(place, '', sent, check);
    if (record.faults.length === 0) return record;
    const faults = record.faults.map((fault) => {
      const column = fault.path as InventoryColumn;
      return { ...fault, message: cureOf(COLUMNS[column], sent[column]) ?? fault.message };
    });
    return { ...record, faults };
  };
  return { feed: (lines) => table.feed(lines).map(read), end: () => table.end().map(read) };
}
