import type { Fault } from '../errors/app-error.ts';

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
] as const;

/** Columns of one order line. */
export const LINE_COLUMNS = ['sku', 'quantity', 'unit_value'] as const;

export type OrderColumn = (typeof ORDER_COLUMNS)[number];
export type LineColumn = (typeof LINE_COLUMNS)[number];
export type Column = OrderColumn | LineColumn;

const REQUIRED: readonly Column[] = ['external_order_id', 'destination_zip', 'sku', 'quantity'];

const COLUMNS: readonly string[] = [...ORDER_COLUMNS, ...LINE_COLUMNS];

/** Where each column stands; one that is not there has none. */
export type ColumnIndexes = Readonly<Partial<Record<Column, number>>>;

/** Reads a header row: the columns in any order, each at most once. Adds what is wrong to `faults`. */
export function readHeader(line: number, fields: readonly string[], faults: Fault[]): ColumnIndexes {
  const path = `line ${line}`;
  const indexes: Partial<Record<Column, number>> = {};
  for (const [index, field] of fields.entries()) {
    const name = field.trim();
    if (!isColumn(name)) {
      faults.push({
        path,
        message: `unknown column ${JSON.stringify(name)}; known are ${COLUMNS.join(', ')}`,
      });
    } else if (indexes[name] !== undefined) faults.push({ path, message: `column ${name} stands twice` });
    else indexes[name] = index;
  }
  for (const name of REQUIRED) {
    if (indexes[name] === undefined) faults.push({ path, message: `column ${name} is missing` });
  }
  return indexes;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const NUMERIC: ReadonlySet<Column> = new Set<Column>(['priority_level', 'quantity', 'unit_value']);

/**
 * A cell as the field of a JSON order: an empty one was not sent, but for the ZIP, which may be empty
 * (decision-rules.md section 3). What is no number or flag stays text, for the order's schema to refuse.
 */
export function cellValue(column: Column, cell: string): string | number | boolean | undefined {
  if (column === 'destination_zip') return cell;
  const trimmed = cell.trim();
  if (trimmed === '') return undefined;
  if (column === 'is_vip') return FLAGS.get(trimmed.toLowerCase()) ?? cell;
  if (NUMERIC.has(column)) return NUMBER.test(trimmed) ? Number(trimmed) : cell;
  return cell;
}

function isColumn(name: string): name is Column {
  return COLUMNS.includes(name);
}
