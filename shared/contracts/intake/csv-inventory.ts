import type { CsvLayout } from './csv-table.ts';

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
