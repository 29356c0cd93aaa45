import type { CsvLayout } from './csv-table.ts';

/** Columns whose value belongs to the whole order. */
export const ORDER_COLUMNS = [
  'external_order_id',
  'destination_zip',
  'is_vip',
  'priority_level',
  'order_created_at',
  'partner_id',
  'carrier',
  'ship_method',
  'deliver_by',
] as const;

/** Columns of one order line. */
export const LINE_COLUMNS = ['sku', 'quantity', 'unit_value', 'unit_weight'] as const;

export type OrderColumn = (typeof ORDER_COLUMNS)[number] | (typeof LINE_COLUMNS)[number];

/** The columns of orders. */
export const ORDER_LAYOUT: CsvLayout<OrderColumn> = {
  columns: [...ORDER_COLUMNS, ...LINE_COLUMNS],
  required: [['external_order_id'], ['destination_zip'], ['sku'], ['quantity']],
};

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

const NUMERIC: ReadonlySet<OrderColumn> = new Set<OrderColumn>([
  'priority_level',
  'quantity',
  'unit_value',
  'unit_weight',
]);

/**
 * A cell as the field of a JSON order. An empty cell is a field that was not sent, except for the ZIP, which may be
 * empty. A cell that is no number or flag stays text, which the order's schema refuses.
 */
export function cellValue(column: OrderColumn, cell: string): string | number | boolean | undefined {
  if (column === 'destination_zip') return cell;
  const trimmed = cell.trim();
  if (trimmed === '') return undefined;
  if (column === 'is_vip') return FLAGS.get(trimmed.toLowerCase()) ?? cell;
  return NUMERIC.has(column) ? numberOf(cell) : cell;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as a number. A cell that is no number stays text, which the schema refuses. */
export function numberOf(cell: string): number | string {
  const trimmed = cell.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : cell;
}
