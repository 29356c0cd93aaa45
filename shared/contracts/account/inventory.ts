import { z } from 'zod';
import { count, moment, nextCursor, pageQuery, recordId, soughtIdentifier } from '../common.ts';
import { foundOrder } from './orders.ts';

export const skusQuery = pageQuery.extend({
  q: soughtIdentifier.optional().describe('The beginning of the SKU.'),
  sort: z.enum(['sku', '-sku']).default('sku').describe('-sku is descending.'),
});

export const lastSync = z
  .strictObject({
    ingest_run_id: recordId,
    synced_at: moment,
    source_name: z.string().nullable(),
    rows_received: count,
  })
  .meta({ id: 'LastSync' });

const stockOfSku = {
  sku: z.string(),
  sku_description: z.string().nullable(),
  unit_value: z.number().nullable(),
  unit_weight: z.number().nullable().exactOptional().describe('Only where the account has rates.'),
  quantity_available: count.describe('In all warehouses, as last synced.'),
  reserved_quantity: count.describe('Held by active reservations.'),
  effective_quantity: count,
  warehouses: z.array(
    z.strictObject({
      warehouse_id: z.string(),
      warehouse_name: z.string(),
      enabled: z.boolean(),
      quantity_available: count,
      reserved_quantity: count,
      effective_quantity: count,
      synced_at: moment.describe('When a sync last told the quantity, changed or not.'),
      changed_at: moment.describe('When a sync last changed it.'),
    }),
  ),
};

export const skuPage = z
  .strictObject({
    last_sync: lastSync.nullable(),
    skus: z.array(z.strictObject(stockOfSku).meta({ id: 'SkuStock' })),
    next_cursor: nextCursor,
  })
  .meta({ id: 'SkuPage' });

export const skuParams = z.object({ sku: soughtIdentifier });

/** One SKU, and the orders that have reserved it. */
export const skuView = z
  .strictObject({
    last_sync: lastSync.nullable(),
    ...stockOfSku,
    reserved_by: z
      .array(z.strictObject({ quantity: z.int().min(1), order: foundOrder }))
      .describe('Orders that hold units of it, newest first: up to 100.'),
    reserved_by_complete: z.boolean().describe('Whether these are all of them.'),
  })
  .meta({ id: 'SkuView' });
