import { z } from 'zod';
import type { Rates, WarehouseHandling } from '../../engine/types.ts';
import { givenAmount, moment, named, paged } from '../common.ts';

// What shipments cost, as a person writes it.

/** The limits that carriers publish for ground zones 2 to 8. */
const USUAL_LIMITS = [50, 150, 300, 600, 1000, 1400, 1800];

const upto = z
  .array(z.number().gt(0).max(30_000))
  .min(1)
  .max(100)
  .readonly()
  .refine(
    (limits) => limits.every((limit, index) => index === 0 || limit > limits[index - 1]!),
    'must ascend',
  );

const zones = z.discriminatedUnion('by', [
  z.strictObject({
    by: z
      .literal('miles')
      .describe('miles: by distance. table: the column zone of the lane table (transit provider table).'),
    upto: upto
      .default(USUAL_LIMITS)
      .describe('by miles only: the largest miles of zones 1, 2, …; farther is one zone more.'),
  }),
  z.strictObject({ by: z.literal('table') }),
]);

/** The currency of prices, as the account writes it. */
export const currency = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .regex(/^[^\0]*$/)
  .describe('Shown with amounts; nothing is converted.');

/** What an account has that uploads prices without having said more. */
export const DEFAULT_RATES = { currency: 'USD', zones: { by: 'miles', upto: USUAL_LIMITS } } as const;

/** The prices of an account. They are a table of their own. */
export const rates = z.strictObject({
  currency,
  zones: zones.describe('How the zone of a shipment is found, to which prices belong.'),
  prices_file: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .exactOptional()
    .describe('CSV file of prices, relative to the account file. Left out: the current prices are kept.'),
}) satisfies z.ZodType<Rates>;

export const splitPenalty = givenAmount;
export const defaultUnitWeight = givenAmount;

/** What handling costs a warehouse. What costs nothing is dropped; null: nothing costs anything. */
export const handling = z
  .strictObject({
    per_shipment: givenAmount.exactOptional().describe('For each shipment. Default: 0.'),
    per_line: givenAmount.exactOptional().describe('For each SKU of a shipment. Default: 0.'),
    per_unit: givenAmount.exactOptional().describe('For each unit. Default: 0.'),
  })
  .transform((sent): WarehouseHandling | null => {
    const costs = Object.entries(sent).filter(([, each]) => each > 0);
    return costs.length === 0 ? null : Object.fromEntries(costs);
  });

/** A change of what an account says of costs: what is left out stays. */
export const ratesPatch = z
  .strictObject({
    currency,
    zones,
    prices_file: z.string().describe('Only the command line reads files. Upload prices to /rates/prices.'),
    split_penalty: splitPenalty,
    default_unit_weight: defaultUnitWeight.nullable(),
  })
  .partial()
  .meta({ id: 'RatesPatch', description: 'Prices must have been uploaded before to /rates/prices.' });

const listCounts = z.array(
  z.strictObject({ warehouse_id: z.string().describe('* is every warehouse.'), prices: z.int() }),
);

const unpriced = z
  .array(z.strictObject({ warehouse_id: z.string(), zones: z.array(z.string()) }))
  .describe(
    'By enabled warehouse, zones that shipments may have, but there is no price for: these shipments have no cost.',
  );

export const ratesView = named('Rates', {
  rates: z.looseObject({ currency: z.string() }).nullable().describe('null: nothing is said of costs.'),
  split_penalty: z.number(),
  default_unit_weight: z.number().nullable(),
  price_table: z
    .strictObject({ rate_table_id: z.int(), created_at: moment, warehouses: listCounts })
    .nullable()
    .describe('The prices that were uploaded last; null: none.'),
  unpriced: unpriced.exactOptional(),
  etag: z.string(),
});

/** What an upload of prices did. */
export const uploadedPrices = named('UploadedPrices', {
  rate_table_id: z.int().nullable().describe('Null in a dry run.'),
  currency: z.string(),
  warehouses: listCounts,
  unpriced,
  changed: z.boolean().describe('false: the client had these prices already.'),
});

export const priceListsPage = paged('PriceLists', {
  price_lists: z.array(
    z.strictObject({
      warehouse_id: z.string(),
      zone: z.string(),
      prices: z.array(z.strictObject({ max_weight: z.number(), price: z.number() })),
    }),
  ),
});
