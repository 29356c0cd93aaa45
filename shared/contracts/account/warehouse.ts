import { z } from 'zod';
import type { Warehouse } from '../../engine/types.ts';
import { isKnownZip, parseZip } from '../../transit/zip-codes.ts';
import { count, MAX_INT, moment, named } from '../common.ts';
import { etag, text } from './account-text.ts';
import { safetyStock, warehouseCalendar, warehouseCapacity } from './calendars.ts';
import { handling } from './rates.ts';

// All that is sent, stored and answered of a warehouse.

const zip = z.string().transform((sent, { addIssue }) => {
  const digits = parseZip(sent);
  if (digits !== null && isKnownZip(digits)) {
    return digits;
  }
  addIssue(digits === null ? 'must be a five-digit ZIP code' : `${digits} is not a known ZIP code`);
  return z.NEVER;
});

/** A warehouse as a person writes it. */
export const warehouseFields = z.strictObject({
  warehouse_id: text.describe("The client's ID of the warehouse."),
  warehouse_code: text.optional().describe('Warehouse code in Variant B. Default: the warehouse_id.'),
  warehouse_name: text.optional().describe('Name shown in responses. Default: the warehouse_id.'),
  zip: zip.describe('ZIP code the warehouse ships from: five digits, in quotes.'),
  enabled: z.boolean().default(true).describe('false: the warehouse stays in the account but ships nothing.'),
  clear_stock: z
    .boolean()
    .exactOptional()
    .describe(
      'true: if this enables a disabled warehouse, its stock counts as 0 until its next sync, in both environments. An instruction: it is not stored, and without effect on any other warehouse.',
    ),
  priority: z
    .int()
    .min(1)
    .max(MAX_INT)
    .nullable()
    .default(null)
    .describe(
      'Lower numbers rank first: as a tie-breaker, or first of all with ranking: priority. null ranks last.',
    ),
  calendar: warehouseCalendar
    .nullable()
    .exactOptional()
    .describe('When it ships: orders then have ship and delivery dates. null: no dates.'),
  capacity: warehouseCapacity
    .nullable()
    .exactOptional()
    .describe('Shipments that it can send on a day (Variant A). null: any number.'),
  safety_stock: safetyStock
    .exactOptional()
    .describe('Units of every SKU that are kept back from orders. Default: 0.'),
  handling: handling
    .nullable()
    .exactOptional()
    .describe('What handling a shipment costs, in the currency of the rates. null: nothing.'),
} satisfies Readonly<Record<keyof Warehouse | 'clear_stock', z.ZodType>>);

/** A warehouse as it is stored: without members that say what is the default. */
export const warehouse = warehouseFields
  .refine(({ calendar, capacity }) => calendar != null || capacity == null || !('when_full' in capacity), {
    path: ['capacity', 'when_full'],
    error: 'later needs a calendar',
  })
  .transform(({ warehouse_id, warehouse_code, warehouse_name, ...value }) => ({
    warehouse_id,
    warehouse_code: warehouse_code ?? warehouse_id,
    warehouse_name: warehouse_name ?? warehouse_id,
    ...value,
  }))
  .transform(({ calendar, capacity, safety_stock, handling, ...value }) => ({
    ...value,
    ...(calendar != null && { calendar }),
    ...(capacity != null && { capacity }),
    ...(safety_stock !== undefined && safety_stock > 0 && { safety_stock }),
    ...(handling != null && { handling }),
  }));

/** Stock of a warehouse that a change enables. */
export const enabledStock = z
  .array(
    named('EnabledStock', {
      environment: z.enum(['test', 'live']),
      skus: count.describe('SKUs with at least one unit.'),
      units: count,
      synced_at: moment
        .nullable()
        .describe('When the latest of its quantities was synced; null: it has none.'),
      cleared: z.boolean().describe('Whether clear_stock counts it as 0 now.'),
    }),
  )
  .describe('What it has from before it was disabled, by environment.');

/** A warehouse as it is answered. */
export const warehouseView = named('Warehouse', {
  warehouse_id: z.string(),
  warehouse_code: z.string(),
  warehouse_name: z.string(),
  zip: z.string(),
  enabled: z.boolean(),
  priority: z.int().nullable(),
  calendar: z.looseObject({}).optional().describe('Left out: it has none. So is its capacity.'),
  capacity: z.looseObject({}).optional(),
  safety_stock: z.int().optional().describe('Left out: 0.'),
  handling: z.looseObject({}).optional().describe('Left out: it costs nothing.'),
  etag,
});
export const changedWarehouse = warehouseView
  .extend({ stock: enabledStock.exactOptional().describe('Only if it goes from disabled to enabled.') })
  .meta({ id: 'ChangedWarehouse' });
export const warehouseBody = warehouseFields.omit({ clear_stock: true }).meta({ id: 'NewWarehouse' });
export const warehousePatch = warehouseFields
  .omit({ warehouse_id: true })
  .partial()
  .meta({ id: 'WarehousePatch' });

const anchor = z.string().max(1000).optional();

/** Where a warehouse is moved to. */
export const warehousePlace = z
  .strictObject({
    before: anchor.describe('The ID of the warehouse that it goes right before.'),
    after: anchor.describe('The ID of the warehouse that it goes right after.'),
  })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
    path: ['before'],
    message: 'send either before or after',
  })
  .meta({ id: 'WarehousePlace', oneOf: [{ required: ['before'] }, { required: ['after'] }] });
