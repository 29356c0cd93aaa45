import { z } from 'zod';
import { CHANGES_LAYOUT, INVENTORY_LAYOUT, ORDER_LAYOUT } from './csv-columns.ts';
import type { CsvLayout } from './csv-table.ts';

/** The schema of CSV of orders, for the OpenAPI document. */
export const orderCsv = csvSchema(
  ORDER_LAYOUT,
  'An order line a row; neighbouring rows with one order ID are one order. is_vip is true/false, 1/0 or yes/no.',
  'external_order_id,destination_zip,sku,quantity\nSO-1001,60614,CHAIR-01,2\n',
);

/** The schema of CSV of a snapshot, for the OpenAPI document. */
export const inventoryCsv = csvSchema(
  INVENTORY_LAYOUT,
  'SKU and warehouse a row.',
  'sku,warehouse_id,quantity_available,unit_value\nCHAIR-01,EWR1,40,129.5\n',
);

/** The schema of CSV of changes of stock, for the OpenAPI document. */
export const changesCsv = csvSchema(
  CHANGES_LAYOUT,
  'A change a row.',
  'sku,warehouse_id,change,reason\nCHAIR-01,EWR1,20,delivery 4711\n',
);

/** The schema of CSV of a layout, for the OpenAPI document. */
export function csvSchema(
  { columns, required }: CsvLayout<string>,
  rows: string,
  example: string,
): z.ZodType {
  const needed = required.map((group) => group.join(' or ')).join(', ');
  const others = Object.keys(columns)
    .filter((column) => !required.flat().includes(column))
    .join(', ');
  return z
    .string()
    .describe(
      `${rows} Columns, in any order and case: ${needed}; and if wanted ${others}. Others are left out, with a ` +
        'warning. The header says whether commas, semicolons or tabs separate them.',
    )
    .meta({ examples: [example] });
}
