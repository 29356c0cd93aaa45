import type { z } from 'zod';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { stockChanges } from '../stock-changes.ts';
import { faultsByLine, readCsvBody } from './csv-body.ts';
import type { CsvLayout } from './csv-table.ts';
import type { WholeBody } from './whole-body.ts';

const COLUMNS = {
  sku: 'id',
  warehouse_id: 'id',
  external_warehouse_id: 'id',
  warehouse_code: 'id',
  change: 'whole',
  expected_quantity: 'whole',
  happened_at: 'text',
  reason: 'text',
} as const;

/** The columns of changes of stock. */
export const CHANGES_LAYOUT: CsvLayout<keyof typeof COLUMNS> = {
  columns: COLUMNS,
  required: [['sku'], ['warehouse_id', 'external_warehouse_id', 'warehouse_code'], ['change']],
};

/** Reads changes of stock from CSV, as the same data in JSON. Throws AppError validation_failed with the lines of the faults. */
export async function readChangesCsv(body: WholeBody): Promise<z.output<typeof stockChanges>> {
  const rows = await readCsvBody(CHANGES_LAYOUT, body);
  const checked = stockChanges.safeParse({ changes: rows.map(({ line: _, ...change }) => change) });
  if (checked.success) return checked.data;
  const lines = rows.map(({ line }) => line);
  throw validationFailed(faultsByLine(checked.error.issues, 'changes', lines));
}
