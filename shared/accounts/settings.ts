import { z } from 'zod';
import { MAX_INT } from '../contracts/common.ts';

const policyMode = z.enum(['allow', 'warn', 'block']);

/** Days of a transit limit: a lane of more is slower. */
export const transitDays = z.int().min(0).max(365);

const maxTransitDays = z
  .strictObject({ mode: policyMode, days: transitDays.nullable().default(null) })
  .refine((rule) => rule.mode === 'allow' || rule.days !== null, {
    path: ['days'],
    error: 'a mode of warn or block needs its number of days',
  });

const minimumShipmentValue = z
  .strictObject({ mode: policyMode, value: z.number().min(0).max(1e12).nullable().default(null) })
  .refine((rule) => rule.mode === 'allow' || rule.value !== null, {
    path: ['value'],
    error: 'a mode of warn or block needs its value',
  });

const overridable = {
  prefer_full_shipment: z.boolean().exactOptional(),
  ranking: z.enum(['transit', 'priority']).exactOptional(),
  split_shipment: policyMode.exactOptional(),
  partial_shipment: policyMode.exactOptional(),
  max_transit_days: maxTransitDays.exactOptional(),
  minimum_shipment_value: minimumShipmentValue.exactOptional(),
  max_shipments: z.int().min(1).max(MAX_INT).nullable().exactOptional(),
};

/** A profile's settings: each replaces the client's whole. The three that belong to a run are not among them. */
export const profileSettings = z.strictObject(overridable);

/** A client's settings; one that is left out keeps its present value. */
export const settingsPatch = z.strictObject({
  use_inventory_availability: z.boolean().exactOptional(),
  priority_allocation: z.boolean().exactOptional(),
  consume_inventory_during_batch: z.boolean().exactOptional(),
  ...overridable,
});
