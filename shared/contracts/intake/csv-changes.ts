import type { CsvLayout } from './csv-table.ts';

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
