import { z } from 'zod';
import type { Fault } from '../foundation/errors/app-error.ts';
import { count, exactMoment, MAX_INT, named, note } from './common.ts';
import { warningsField } from './intake-warning.ts';
import { type InventoryRow, inventoryRow, shortPairs, toInventoryRow } from './inventory.ts';

/** The most changes of a request. */
export const MAX_CHANGES = 10_000;

const { sku, warehouse_id, external_warehouse_id, warehouse_code } = inventoryRow.shape;

/** A change as it is sent. */
export const stockChange = named('StockChange', {
  sku: sku.describe('SKU identifier; once per warehouse in one request.'),
  ...{ warehouse_id, external_warehouse_id, warehouse_code },
  change: z
    .int()
    .min(-MAX_INT)
    .max(MAX_INT)
    .refine((units) => units !== 0, 'must not be 0')
    .describe('Units that came; below 0: that went.'),
  expected_quantity: z
    .int()
    .min(0)
    .max(MAX_INT)
    .nullish()
    .describe('Refuses the request unless this is the present quantity_available.'),
  happened_at: exactMoment
    .nullish()
    .describe('When it happened, with an offset; default: now. A count of then or later knows of it.'),
  reason: note.nullish().describe('Kept in the history of the pair.'),
});

/** Movements of stock: goods received, returned, damaged or found. */
export const stockChanges = z
  .strictObject({
    changes: z.array(stockChange).min(1).max(MAX_CHANGES).describe('All are made, or none.'),
  })
  .meta({
    id: 'StockChanges',
    examples: [{ changes: [{ sku: 'CHAIR-01', warehouse_id: 'EWR1', change: 20, reason: 'delivery 4711' }] }],
  });

const units = z.int().min(0).max(MAX_INT);

/** What changes made of the stock. */
export const changedStock = named('ChangedStock', {
  changes: z
    .array(
      z.strictObject({
        sku: z.string(),
        warehouse_id: z.string(),
        quantity_available: units,
        reserved_quantity: count,
        effective_quantity: units,
        applied: z
          .boolean()
          .describe('false: a later count knows of the change, which is kept in the history alone.'),
      }),
    )
    .describe('In the order sent.'),
  short: shortPairs,
  warnings: warningsField,
});

export type ChangedStock = z.output<typeof changedStock>;

/** A change of a pair. */
export interface StockChange extends Pick<InventoryRow, 'sku' | 'warehouse_id' | 'warehouse_code'> {
  readonly change: number;
  readonly expected_quantity: number | null;
  readonly happened_at: string | null;
  readonly reason: string | null;
}

/** Makes a change of a validated one: aliases are resolved as in rows of a sync. Adds its faults to `faults`. */
export function toStockChange(
  { change, expected_quantity, happened_at, reason, ...pair }: z.output<typeof stockChange>,
  variant: 'A' | 'B',
  faults: Fault[],
): StockChange {
  const { sku, warehouse_id, warehouse_code } = toInventoryRow(
    { ...pair, quantity_available: 0 },
    variant,
    faults,
  );
  return {
    ...{ sku, warehouse_id, warehouse_code, change },
    expected_quantity: expected_quantity ?? null,
    happened_at: happened_at ?? null,
    reason: reason ?? null,
  };
}
