import { z } from 'zod';
import { MAX_INT } from '../contracts/common.ts';
import { POLICY_MODES, RANKINGS } from '../engine/settings.ts';
import type { ProfileSettings, Settings } from '../engine/types.ts';

/** A schema for each setting of the engine, and no other. */
type SchemasOf<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

const policyMode = z.enum(POLICY_MODES);

/** Days of a transit limit: a lane of more is slower. */
export const limitDays = z.int().min(0).max(365);

const mode = policyMode.describe('allow does nothing, warn reports what breaks the rule, block forbids it.');

const maxTransitDays = z
  .strictObject({
    mode,
    days: limitDays.nullable().default(null).describe('Days that a lane may take; warn and block need it.'),
  })
  .refine((rule) => rule.mode === 'allow' || rule.days !== null, {
    path: ['days'],
    error: 'a mode of warn or block needs its number of days',
  });

const minimumShipmentValue = z
  .strictObject({
    mode,
    value: z
      .number()
      .min(0)
      .max(1e12)
      .nullable()
      .default(null)
      .describe('Least value of a shipment; warn and block need it.'),
  })
  .refine((rule) => rule.mode === 'allow' || rule.value !== null, {
    path: ['value'],
    error: 'a mode of warn or block needs its value',
  });

/** The settings that a profile may have, too. */
const overridable = {
  prefer_full_shipment: z
    .boolean()
    .describe(
      'true ships the most units from the fewest warehouses; false takes from the best-ranked ones first.',
    ),
  ranking: z.enum(RANKINGS).describe('What ranks warehouses first: transit days, or their priority.'),
  split_shipment: policyMode.describe('Shipping from several warehouses.'),
  partial_shipment: policyMode.describe('Shipping less than was ordered.'),
  max_transit_days: maxTransitDays.describe('Shipments over lanes that take too long.'),
  minimum_shipment_value: minimumShipmentValue.describe(
    'Shipments of too little value. An order that ships in full from one warehouse is not judged.',
  ),
  max_shipments: z
    .int()
    .min(1)
    .max(MAX_INT)
    .nullable()
    .describe('Shipments that one order may have; null is any number.'),
} satisfies SchemasOf<Required<ProfileSettings>>;

/** All settings. A new one is declared here and in the engine, with its type and its default. */
export const settings = z.strictObject({
  use_inventory_availability: z
    .boolean()
    .describe('false ranks warehouses without looking at stock (routing only).'),
  priority_allocation: z
    .boolean()
    .describe('true gives stock to VIP, urgent and older orders of a run first. Variant B always does.'),
  consume_inventory_during_batch: z
    .boolean()
    .describe('Variant B only: false decides each order of a run on the whole stock.'),
  ...overridable,
} satisfies SchemasOf<Settings>);

/** A profile's settings. Each replaces the client's whole setting. The three that belong to a run are not among them. */
export const profileSettings = z.strictObject(maybe(overridable));

/** A client's settings; one that is left out keeps its present value. */
export const settingsPatch = z.strictObject(maybe(settings.shape));

/** The same fields, each of which may be left out. */
function maybe<Shape extends z.ZodRawShape>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)]),
  ) as { readonly [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}
