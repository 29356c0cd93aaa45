import { z } from 'zod';
import type { Fault } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import {
  count,
  eitherOf,
  exactMoment,
  flagQuery,
  givenAmount,
  HAS_NUL,
  identifier,
  MAX_INT,
  MAX_NOTE,
  moment,
  named,
  note,
  paged,
  pageQuery,
  recordId,
  sentText,
  soughtIdentifier,
  soughtText,
} from './common.ts';
import { warningsField } from './intake-warning.ts';

export const MAX_DESCRIPTION = 1000;

/** Bytes of one row in a file, as it is sent. */
export const MAX_ROW_BYTES = 64 * 1024;

const units = z.int().min(0).max(MAX_INT);

/**
 * A row as it is sent, in either variant; `toInventoryRows` says which of
 * the alternatives are needed. Fields that it does not know are ignored.
 */
export const inventoryRow = z
  .object({
    sku: identifier.describe('SKU identifier; once per warehouse in one request.'),
    warehouse_id: identifier.nullish().describe('Warehouse ID as configured on the Warehouses page.'),
    external_warehouse_id: identifier
      .nullish()
      .describe('Alias of warehouse_id; the primary name in Variant B.'),
    warehouse_code: identifier
      .nullish()
      .describe(
        "The service's own code, in Variant B only: accepted instead of a warehouse ID. Beside one it must name the same " +
          'warehouse.',
      ),
    quantity_available: units.nullish().describe('Available quantity; 0 for out of stock.'),
    available_qty: units.nullish().describe('Alias of quantity_available; the primary name in Variant B.'),
    unit_value: givenAmount.nullish().describe('SKU value, used where an order line has none.'),
    unit_weight: givenAmount.nullish().describe('Weight of one unit, used where no order line has one.'),
    sku_description: z.string().max(MAX_DESCRIPTION).nullish().describe('Kept for display and reporting.'),
  })
  .meta({
    id: 'InventoryRow',
    allOf: [
      {
        anyOf: [
          { required: ['warehouse_id'] },
          { required: ['external_warehouse_id'] },
          { required: ['warehouse_code'] },
        ],
      },
      { anyOf: [{ required: ['quantity_available'] }, { required: ['available_qty'] }] },
    ],
    examples: [{ sku: 'CHAIR-01', warehouse_id: 'EWR1', quantity_available: 40, unit_value: 129.5 }],
  });

/** An inventory snapshot. Its limits depend on the plan and are answered 413 or 402, so they are not in this schema. */
export const inventorySyncRequest = z
  .object({
    source_name: note.nullish().describe('Name of the sending system or process.'),
    counted_at: exactMoment
      .nullish()
      .describe(
        'When the counter read its list of orders, with an offset. With it only the pairs that are sent change, and only ' +
          'reservations that the count knows of end (docs/guides/keep-stock-true.md).',
      ),
    inventory: z
      .array(inventoryRow)
      .min(1)
      .describe('Rows to upsert; rows that are not sent stay as they are.'),
  })
  .meta({ id: 'InventorySync' });

export type InventorySyncRequest = z.output<typeof inventorySyncRequest>;

/** source_name of a body that has no place for it. */
const sourceNameQuery = z.object({
  source_name: soughtText(MAX_NOTE, HAS_NUL)
    .optional()
    .describe('source_name of a body that is not JSON, which has no place for it.'),
});

/** What becomes of a snapshot with faulty rows. */
export const syncQuery = sourceNameQuery.extend({
  counted_at: exactMoment.optional().describe('counted_at of a body that has no place for it.'),
  on_invalid: z
    .enum(['reject', 'skip'])
    .default('reject')
    .describe(
      'reject: a faulty row refuses the snapshot. skip: faulty rows, also of unknown warehouses, are left out and listed; ' +
        'their stock stays as it was. Of a SKU that comes more than once at a warehouse no row is taken, because nobody ' +
        'knows which one is right. Without a good row it is a 422, and no sync.',
    ),
});

/** The query of an upload, which can be tried without effect. */
export const uploadQuery = syncQuery.extend({
  dry_run: flagQuery('false').describe(
    'true: checks the whole file and answers what it would change; nothing is stored or released, and an Idempotency-Key is ignored.',
  ),
});

/** A pair of which more is reserved than there is. */
export const shortPair = named('ShortPair', {
  sku: z.string(),
  warehouse_id: z.string(),
  quantity_available: units,
  reserved_quantity: count,
  short_quantity: z.int().min(1).describe('reserved_quantity less quantity_available.'),
});

/** Pairs of which more is reserved than there is, with the orders that lack units. */
export const shortPage = paged('ShortPage', {
  pairs: z.array(
    shortPair
      .extend({
        orders: z
          .array(
            z.strictObject({
              order_id: z.string(),
              routing_decision_id: recordId,
              units: z.int().min(1).describe('What it has reserved of the pair.'),
              decided_at: moment,
            }),
          )
          .describe('From the latest decision back, until their units are as many as short_quantity.'),
      })
      .meta({ id: 'ShortPairWithOrders' }),
  ),
});

/** The pairs of a request that are short now. */
export const shortPairs = z
  .strictObject({ pairs_short: count, pairs: z.array(shortPair).describe('The first 100.') })
  .describe('Pairs of the request of which more is reserved than there is now.')
  .meta({ id: 'ShortPairs' });

export type ShortPairs = z.output<typeof shortPairs>;

/** The answer to a sync. */
export const inventorySyncResponse = named('InventorySyncResult', {
  client_id: recordId,
  ingest_run_id: recordId,
  rows_received: units,
  rows_upserted: units,
  rows_inserted: units,
  rows_updated: units,
  rows_unchanged: units,
  rows_deleted: units.describe('Always 0: missing rows are not deleted.'),
  fault_count: count.exactOptional().describe('Faulty rows that were left out, where there are any.'),
  faults: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .exactOptional()
    .describe('What is wrong with them and where, the first 100.'),
  warnings: warningsField,
  rows_stale: units.exactOptional().describe('Rows of pairs that were counted later. They stay as they are.'),
  rows_below_zero: units
    .exactOptional()
    .describe('Rows whose count and what happened later are below 0 together.'),
  reservations_kept: count.exactOptional().describe('Units that stay reserved at the pairs that were sent.'),
  counted_at: moment
    .exactOptional()
    .describe('The moment that was taken. This and the three before: with counted_at.'),
  short: shortPairs.exactOptional(),
});

const allUnits = count.describe('Units of all stock, also of what is not in the file.');

export type InventorySyncResult = z.output<typeof inventorySyncResponse>;

/** The answer to a dry run of an upload. */
export const dryRunSync = inventorySyncResponse
  .extend({
    ingest_run_id: z.null(),
    dry_run: z.literal(true),
    units_now: allUnits,
    units_then: allUnits,
    rows_now: count.describe('Rows of all stock, also of what is not in the file.'),
    reserved_units: count.describe(
      'Units that orders have reserved now. The sync would release all of them.',
    ),
  })
  .meta({ id: 'DryRunSync', title: 'Dry run of an upload' });

/** Which stock a caller wants to see. */
export const stockQuery = pageQuery.extend({
  sku: soughtIdentifier.optional().describe('Only this SKU.'),
  warehouse_id: soughtIdentifier.optional().describe('Only this warehouse.'),
});

/** The present stock, with the syncs that it came from. */
export const stockPage = paged('StockPage', {
  inventory: z.array(
    named('StockRow', {
      sku: z.string(),
      sku_description: z.string().nullable(),
      warehouse_id: z.string(),
      warehouse_name: z.string(),
      quantity_available: units.describe('As last synced.'),
      reserved_quantity: units.describe('Held by active reservations.'),
      effective_quantity: units.describe('quantity_available less reserved_quantity.'),
      unit_value: z.number().nullable(),
      unit_weight: z.number().nullable().exactOptional().describe('Only where the account has rates.'),
      ingest_run_id: recordId
        .nullable()
        .describe('The sync that last changed quantity_available; null: none did.'),
      source_name: z.string().nullable().describe('source_name of that sync.'),
      synced_at: moment
        .nullable()
        .describe('When a sync last reported quantity_available, changed or not; null: none did.'),
      changed_at: moment.nullable().describe('When a sync last changed it: ingest_run_id.'),
    }),
  ),
});

/** One row of a snapshot. At least one of the two warehouse fields is set. */
export interface InventoryRow {
  readonly sku: string;
  readonly warehouse_id: string | null;
  /** The service's own code (Variant B). */
  readonly warehouse_code: string | null;
  readonly quantity: number;
  readonly unit_value: number | null;
  readonly unit_weight: number | null;
  readonly sku_description: string | null;
}

/**
 * Makes rows of a sync from validated rows: aliases are resolved, IDs and SKUs trimmed, absent fields null.
 * warehouse_code is read in Variant B only. Throws AppError validation_failed with every fault.
 */
export function toInventoryRows(request: InventorySyncRequest, variant: 'A' | 'B'): InventoryRow[] {
  const faults: Fault[] = [];
  const rows = request.inventory.map((row, index) => {
    const before = faults.length;
    const read = toInventoryRow(row, variant, faults);
    // The place of the row is added only if it has faults, because few rows have any.
    for (let i = before; i < faults.length; i++)
      faults[i] = { ...faults[i]!, path: `inventory[${index}].${faults[i]!.path}` };
    return read;
  });
  if (faults.length > 0) throw validationFailed(faults);
  return rows;
}

/** The same for one row. Its faults are added to `faults`. If there are any, the returned row must not be used. */
export function toInventoryRow(
  row: z.output<typeof inventoryRow>,
  variant: 'A' | 'B',
  faults: Fault[],
): InventoryRow {
  const fault = (path: string, message: string) => faults.push({ path, message });
  const sku = sentText(row.sku);
  if (sku === null) fault('sku', 'must not be empty');
  const warehouseId = eitherOf(sentText(row.warehouse_id), sentText(row.external_warehouse_id), () =>
    fault('external_warehouse_id', 'must equal warehouse_id or be left out'),
  );
  const warehouseCode = variant === 'B' ? sentText(row.warehouse_code) : null;
  if (warehouseId === null && warehouseCode === null) {
    fault(variant === 'B' ? 'external_warehouse_id' : 'warehouse_id', 'is required');
  }
  const quantity = eitherOf(row.quantity_available ?? null, row.available_qty ?? null, () =>
    fault('available_qty', 'must equal quantity_available or be left out'),
  );
  if (quantity === null) fault(variant === 'B' ? 'available_qty' : 'quantity_available', 'is required');
  return {
    sku: sku ?? '',
    warehouse_id: warehouseId,
    warehouse_code: warehouseCode,
    quantity: quantity ?? 0,
    unit_value: row.unit_value ?? null,
    unit_weight: row.unit_weight ?? null,
    sku_description: row.sku_description ?? null,
  };
}
