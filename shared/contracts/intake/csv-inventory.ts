import type { InventoryRow } from '../../routing/inventory/snapshot-rows.ts';
import { numberOf } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { type ColumnIndexes, type CsvLayout, CsvTable } from './csv-table.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import type { LineReader } from './lines.ts';

const WAREHOUSE = ['warehouse_id', 'external_warehouse_id', 'warehouse_code'] as const;
const QUANTITY = ['quantity_available', 'available_qty'] as const;
const NUMERIC = [...QUANTITY, 'unit_value', 'unit_weight'] as const;

type InventoryColumn = 'sku' | (typeof WAREHOUSE)[number] | (typeof NUMERIC)[number] | 'sku_description';

/** The columns of a snapshot: the fields of a row. */
export const INVENTORY_LAYOUT: CsvLayout<InventoryColumn> = {
  columns: ['sku', ...WAREHOUSE, ...NUMERIC, 'sku_description'],
  required: [['sku'], WAREHOUSE, QUANTITY],
};

/** Reads rows of stock from CSV. Throws what `CsvTable` throws. */
export function csvInventoryReader(
  check: ElementCheck<InventoryRow>,
  warnings: IntakeWarnings,
): LineReader<IntakeRecord<InventoryRow>> {
  const table = new CsvTable(INVENTORY_LAYOUT, warnings);
  const read = (row: CsvRow) => {
    const place = { line: row.line, path: '' };
    if (row.fault !== null) return unreadable(place, row.fault);
    return jsonRecord(place, '', fieldsOf(row, table.indexes), check);
  };
  return { feed: (lines) => table.feed(lines).map(read), end: () => table.end().map(read) };
}

/**
 * A row as an object of JSON. An empty cell is left out. A cell that is no number stays text, which the schema refuses.
 */
function fieldsOf(
  { fields }: CsvRow,
  indexes: ColumnIndexes<InventoryColumn>,
): Partial<Record<InventoryColumn, unknown>> {
  const sent: Partial<Record<InventoryColumn, unknown>> = {};
  for (const column of INVENTORY_LAYOUT.columns) {
    const index = indexes[column];
    const cell = index === undefined ? '' : fields[index]!;
    if (cell.trim() === '') continue;
    sent[column] = (NUMERIC as readonly InventoryColumn[]).includes(column) ? numberOf(cell) : cell;
  }
  return sent;
}
