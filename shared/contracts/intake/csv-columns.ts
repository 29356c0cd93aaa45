import type { CsvLayout } from './csv-table.ts';

/** Columns whose value belongs to the whole order. */
const ORDER = {
  external_order_id: 'id',
  destination_zip: 'zip',
  is_vip: 'flag',
  priority_level: 'whole',
  order_created_at: 'date',
  partner_id: 'id',
  carrier: 'text',
  ship_method: 'text',
  deliver_by: 'date',
  hold_minutes: 'whole',
} as const;

/** Columns of one order line. */
const LINE = { sku: 'id', quantity: 'whole', unit_value: 'decimal', unit_weight: 'decimal' } as const;

export type OrderColumn = keyof typeof ORDER | keyof typeof LINE;

export const ORDER_COLUMNS = Object.keys(ORDER) as (keyof typeof ORDER)[];
export const LINE_COLUMNS = Object.keys(LINE) as (keyof typeof LINE)[];

/** The columns of orders. */
export const ORDER_LAYOUT: CsvLayout<OrderColumn> = {
  columns: { ...ORDER, ...LINE },
  required: [['external_order_id'], ['destination_zip'], ['sku'], ['quantity']],
  aliases: new Map([['order_id', 'external_order_id']]),
};

/** Columns of a SKU at a warehouse. */
const PAIR = { sku: 'id', warehouse_id: 'id', external_warehouse_id: 'id', warehouse_code: 'id' } as const;
const PAIR_REQUIRED = [['sku'], ['warehouse_id', 'external_warehouse_id', 'warehouse_code']] as const;

const STOCK = {
  ...PAIR,
  quantity_available: 'whole',
  available_qty: 'whole',
  unit_value: 'decimal',
  unit_weight: 'decimal',
  sku_description: 'text',
} as const;

/** The columns of a snapshot: the fields of a row. */
export const INVENTORY_LAYOUT: CsvLayout<keyof typeof STOCK> = {
  columns: STOCK,
  required: [...PAIR_REQUIRED, ['quantity_available', 'available_qty']],
};

const CHANGE = {
  ...PAIR,
  change: 'whole',
  expected_quantity: 'whole',
  happened_at: 'text',
  reason: 'text',
} as const;

/** The columns of changes of stock. */
export const CHANGES_LAYOUT: CsvLayout<keyof typeof CHANGE> = {
  columns: CHANGE,
  required: [...PAIR_REQUIRED, ['change']],
};
