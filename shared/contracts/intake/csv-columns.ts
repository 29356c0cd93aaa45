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
