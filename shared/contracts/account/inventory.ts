import { z } from 'zod';
import { count, moment, named, paged, pageQuery, recordId, soughtIdentifier } from '../common.ts';
import { orderState } from '../order-state.ts';
import { foundOrder } from './orders.ts';

export const skusQuery = pageQuery.extend({
  q: soughtIdentifier.optional().describe('The beginning of the SKU.'),
  sort: z.enum(['sku', '-sku']).default('sku').describe('-sku is descending.'),
});

export const lastSync = named('LastSync', {
  ingest_run_id: recordId,
  synced_at: moment,
  source_name: z.string().nullable(),
  rows_received: count,
});

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
      synced_at: moment
        .nullable()
        .describe('When a sync last reported the quantity, changed or not; null: none did.'),
      changed_at: moment.nullable().describe('When a sync last changed it; null: none did.'),
    }),
  ),
};

export const skuPage = paged('SkuPage', {
  last_sync: lastSync.nullable(),
  skus: z.array(named('SkuStock', stockOfSku)),
});

export const skuParams = z.object({ sku: soughtIdentifier });

/** One SKU, and the orders that have reserved it. */
export const skuView = named('SkuView', {
  last_sync: lastSync.nullable(),
  ...stockOfSku,
  reserved_by: z
    .array(z.strictObject({ quantity: z.int().min(1), order: foundOrder }))
    .describe('Orders that hold units of it, newest first: up to 100.'),
  reserved_by_complete: z.boolean().describe('Whether these are all of them.'),
});

/** The orders that have units reserved. */
export const reservations = named('Reservations', {
  orders: count.describe('Orders that have units reserved.'),
  holding_nothing: count.describe(
    'Orders of the last `days` that are open and have none: a count or sync ended that.',
  ),
  days: count.describe('For so many days the service knows what happened to stock.'),
});

/** Which pair of the SKU is looked at. */
export const pairHistoryQuery = pageQuery.extend({
  warehouse_id: soughtIdentifier.describe('The warehouse of the pair.'),
});

/** The last entry of a page: its moment in milliseconds, whether it is a decision, its id. */
export const pairPosition = z.tuple([z.number(), z.union([z.literal(0), z.literal(1)]), z.int()]);

/** What happened to a pair, for people. */
export const pairHistory = paged('PairHistory', {
  sku: z.string(),
  warehouse_id: z.string(),
  quantity_available: count,
  reserved_quantity: count,
  counted_at: moment.nullable().describe('Of which moment its last count is; null: it was never counted.'),
  entries: z
    .array(
      named('PairEntry', {
        kind: z.enum(['count', 'change', 'reservation', 'shipment', 'adjustment']),
        quantity: z
          .int()
          .describe(
            'What was counted or reserved; of a change or a shipment, by how many units there is more. adjustment: units ' +
              'that are missing now, because less was counted than has left since.',
          ),
        at: moment.nullable().describe('When it happened; null: of an adjustment, which holds now.'),
        recorded_at: moment.nullable().describe('When the service received it.'),
        order_id: z.string().nullable(),
        routing_decision_id: recordId.nullable(),
        state: orderState.nullable().describe('Of a reservation: what became of its decision.'),
        note: z.string().nullable().describe('The reason of a change, the source of a count.'),
      }),
    )
    .describe(
      'Newest first, for STOCK_LOG_DAYS. Nothing before the first counted sync, change, shipment or hold.',
    ),
});
