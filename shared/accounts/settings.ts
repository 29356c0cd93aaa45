import { z } from 'zod';
import { MAX_INT } from '../contracts/common.ts';

const policyMode = z.enum(['allow', 'warn', 'block']);

/** Days of a transit limit: a lane of more is slower. */
export const transitDays = z.int().min(0).max(365);

const mode = policyMode.describe('allow does nothing, warn reports what breaks the rule, block forbids it.');

const maxTransitDays = z
  .strictObject({
    mode,
    days: transitDays.nullable().default(null).describe('Days that a lane may take; warn and block need it.'),
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

const overridable = {
  prefer_full_shipment: z
    .boolean()
    .exactOptional()
    .describe(
      'true ships the most units from the fewest warehouses; false takes from the best-ranked ones first.',
    ),
  ranking: z
    .enum(['transit', 'priority'])
    .exactOptional()
    .describe('What ranks warehouses first: transit days, or their priority.'),
  split_shipment: policyMode.exactOptional().describe('Shipping from several warehouses.'),
  partial_shipment: policyMode.exactOptional().describe('Shipping less than was ordered.'),
  max_transit_days: maxTransitDays.exactOptional().describe('Shipments over lanes that take too long.'),
  minimum_shipment_value: minimumShipmentValue
    .exactOptional()
    .describe('Shipments of too little value. An order that ships in full from one warehouse is not judged.'),
  max_shipments: z
    .int()
    .min(1)
    .max(MAX_INT)
    .nullable()
    .exactOptional()
    .describe('Shipments that one order may have; null is any number.'),
};

/** A profile's settings: each replaces the client's whole. The three that belong to a run are not among them. */
export const profileSettings = z.strictObject(overridable);

/** A client's settings; one that is left out keeps its present value. */
export const settingsPatch = z.strictObject({
  use_inventory_availability: z
    .boolean()
    .exactOptional()
    .describe('false ranks warehouses without looking at stock (routing only).'),
  priority_allocation: z
    .boolean()
    .exactOptional()
    .describe('true gives stock to VIP, urgent and older orders of a run first. Variant B always does.'),
  consume_inventory_during_batch: z
    .boolean()
    .exactOptional()
    .describe('Variant B only: false decides each order of a run on the whole stock.'),
  ...overridable,
});
