import type { z } from 'zod';
import type { Fault } from '../../foundation/errors/app-error.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { batchShippedRequest } from '../shipped.ts';
import { type CsvValues, faultsByLine, readCsvBody } from './csv-body.ts';
import type { CsvLayout } from './csv-table.ts';
import type { WholeBody } from './whole-body.ts';

const COLUMNS = {
  order_id: 'id',
  warehouse_id: 'id',
  sku: 'id',
  quantity: 'whole',
  shipped_at: 'text',
} as const;

type ShippedColumn = keyof typeof COLUMNS;

/** The columns of what has shipped. */
export const SHIPPED_LAYOUT: CsvLayout<ShippedColumn> = { columns: COLUMNS, required: [['order_id']] };

type Batch = z.output<typeof batchShippedRequest>;
type Row = CsvValues<ShippedColumn>;

/**
 * Reads what has shipped from CSV, as the same data in JSON: rows of an order ID are one order. A row without a warehouse is
 * the whole order, one without a SKU all of its warehouse. Throws AppError validation_failed with the lines of the faults.
 */
export async function readShippedCsv(body: WholeBody): Promise<Batch> {
  const orders = new Map<string, Row[]>();
  for (const row of await readCsvBody(SHIPPED_LAYOUT, body)) {
    const id = String(row.order_id ?? '');
    orders.set(id, [...(orders.get(id) ?? []), row]);
  }
  const faults: Fault[] = [];
  const sent = [...orders].map(([order_id, rows]) => ({ order_id, ...ofRows(rows, faults) }));
  if (faults.length > 0) throw validationFailed(faults);
  const checked = batchShippedRequest.safeParse({ orders: sent });
  if (checked.success) return checked.data;
  const lines = [...orders.values()].map(([first]) => first!.line);
  throw validationFailed(faultsByLine(checked.error.issues, 'orders', lines));
}

function ofRows(rows: readonly Row[], faults: Fault[]) {
  const [{ shipped_at }] = rows as [Row];
  const other = rows.find((row) => row.shipped_at !== shipped_at);
  if (other !== undefined)
    faults.push({
      path: `line ${other.line}: shipped_at`,
      message: 'must be the same in all rows of an order',
    });
  const named = rows.filter(({ warehouse_id }) => warehouse_id !== undefined);
  const mixed = named.length > 0 && named.length < rows.length;
  if (mixed || (named.length === 0 && rows.length > 1))
    faults.push({
      path: `line ${rows[0]!.line}: warehouse_id`,
      message: 'is required if an order has several rows',
    });
  const shipments = new Map<unknown, { sku: unknown; quantity: unknown }[]>();
  for (const { line, warehouse_id, sku, quantity } of named) {
    const lines = shipments.get(warehouse_id) ?? [];
    shipments.set(warehouse_id, lines);
    if ((sku === undefined) !== (quantity === undefined))
      faults.push({ path: `line ${line}: quantity`, message: 'and sku are given together' });
    else if (sku !== undefined) lines.push({ sku, quantity });
  }
  return {
    ...(shipped_at !== undefined && { shipped_at }),
    ...(shipments.size > 0 && {
      shipments: [...shipments].map(([warehouse_id, lines]) => ({
        warehouse_id,
        ...(lines.length > 0 && { lines }),
      })),
    }),
  };
}
