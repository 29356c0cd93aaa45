import type { InventoryRow } from '../../routing/inventory/snapshot-rows.ts';
import { numberOf } from './csv-columns.ts';
import { type CsvHeader, type CsvLayout, isBlankRow, readHeader, rowFault } from './csv-header.ts';
import { type CsvRow, CsvRows, MAX_LINE_BYTES } from './csv-rows.ts';
import { type ElementCheck, type IntakeRecord, jsonRecord, unreadable } from './intake-record.ts';
import type { IntakeWarnings } from './intake-warnings.ts';
import { readLines } from './lines.ts';

const WAREHOUSE = ['warehouse_id', 'external_warehouse_id', 'warehouse_code'] as const;
const QUANTITY = ['quantity_available', 'available_qty'] as const;
const NUMERIC = [...QUANTITY, 'unit_value'] as const;

type InventoryColumn = 'sku' | (typeof WAREHOUSE)[number] | (typeof NUMERIC)[number] | 'sku_description';

/** The columns of a snapshot: the fields of a row. */
export const INVENTORY_LAYOUT: CsvLayout<InventoryColumn> = {
  columns: ['sku', ...WAREHOUSE, ...NUMERIC, 'sku_description'],
  required: [['sku'], WAREHOUSE, QUANTITY],
};

/** Reads rows of stock from CSV. Throws what `readHeader` throws. */
export async function* readCsvInventory(
  chunks: AsyncIterable<Buffer>,
  check: ElementCheck<InventoryRow>,
  warnings: IntakeWarnings,
): AsyncGenerator<IntakeRecord<InventoryRow>[]> {
  const csv = new CsvRows();
  let header: CsvHeader<InventoryColumn> | null = null;
  const read = (rows: readonly CsvRow[]): IntakeRecord<InventoryRow>[] => {
    const records: IntakeRecord<InventoryRow>[] = [];
    for (const row of rows) {
      if (header === null) header = readHeader(row, INVENTORY_LAYOUT, warnings);
      else if (!isBlankRow(row)) records.push(readRow(row, header, check));
    }
    return records;
  };
  for await (const lines of readLines(chunks, MAX_LINE_BYTES)) yield read(csv.feed(lines));
  yield read(csv.end());
}

function readRow(
  row: CsvRow,
  header: CsvHeader<InventoryColumn>,
  check: ElementCheck<InventoryRow>,
): IntakeRecord<InventoryRow> {
  const place = { line: row.line, path: '' };
  const fault = rowFault(row, header);
  return fault === null ? jsonRecord(place, '', fieldsOf(row, header), check) : unreadable(place, fault);
}

/**
 * A row as an object of JSON. An empty cell is left out. A cell that is no number stays text, which the schema refuses.
 */
function fieldsOf(
  { fields }: CsvRow,
  { indexes }: CsvHeader<InventoryColumn>,
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
