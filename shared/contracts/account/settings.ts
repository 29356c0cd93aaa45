import { z } from 'zod';
import { OBJECTIVES } from '../../engine/objective-name.ts';
import { DEFAULT_SETTINGS, OPTIONAL_DEFAULTS, POLICY_MODES, RANKINGS } from '../../engine/settings.ts';
import type { ProfileSettings, Settings } from '../../engine/types.ts';
import { MAX_INT } from '../common.ts';

/** A schema for each setting of the engine, and no other. */
type SchemasOf<T> = { readonly [K in keyof T]-?: z.ZodType<Exclude<T[K], undefined>> };

const policyMode = z.enum(POLICY_MODES);

/** Days of a transit limit: a lane of more is slower. */
export const limitDays = z.int().min(0).max(365);

const mode = policyMode.describe('allow: no rule. warn: allowed with a warning. block: not allowed.');

const maxTransitDays = z
  .strictObject({
    mode,
    days: limitDays.nullable().default(null).describe('Maximum transit days; required with warn and block.'),
  })
  .refine((rule) => rule.mode === 'allow' || rule.days !== null, {
    path: ['days'],
    error: 'is required when the mode is warn or block',
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
      .describe('Minimum value of a shipment; required with warn and block.'),
  })
  .refine((rule) => rule.mode === 'allow' || rule.value !== null, {
    path: ['value'],
    error: 'is required when the mode is warn or block',
  });

/** The settings that a profile may have, too. */
const overridable = {
  prefer_full_shipment: z
    .boolean()
    .describe(
      'true: ship as many units as possible from as few warehouses as possible. false: take from the best-ranked warehouses first.',
    ),
  ranking: z
    .enum(RANKINGS)
    .describe(
      'What ranks warehouses: transit days, priority, the delivery date, or the price of the whole order.',
    ),
  split_shipment: policyMode.describe('Whether an order may ship from more than one warehouse.'),
  partial_shipment: policyMode.describe('Whether an order may ship with fewer units than ordered.'),
  max_transit_days: maxTransitDays.describe('Shipments that take too many transit days.'),
  minimum_shipment_value: minimumShipmentValue.describe(
    'Shipments below a minimum value. An order that ships in full from one warehouse is exempt.',
  ),
  max_shipments: z
    .int()
    .min(1)
    .max(MAX_INT)
    .nullable()
    .describe('Maximum shipments for one order; null: no limit.'),
  late_delivery: z
    .exactOptional(policyMode)
    .describe(
      'Shipments that arrive after deliver_by of their order, or have no delivery date. Default: allow.',
    ),
  ignore_safety_stock: z
    .exactOptional(z.boolean())
    .describe('true: orders may use the units that are kept back, too; meant for profiles. Default: false.'),
  objective: z
    .exactOptional(z.enum(OBJECTIVES))
    .describe(
      'Which route is best of those that ship the most units. lowest_cost needs rates and prefer_full_shipment. Default: fewest_shipments.',
    ),
} satisfies SchemasOf<ProfileSettings>;

/** The settings that orders are decided by. A new one is declared here and in the engine, with its type and its default. */
export const settings = z.strictObject({
  use_inventory_availability: z
    .boolean()
    .describe('false: rank warehouses without looking at stock (routing only).'),
  priority_allocation: z
    .boolean()
    .describe('true: VIP, urgent and older orders of a run get stock first. Always on in Variant B.'),
  consume_inventory_during_batch: z
    .boolean()
    .describe('Variant B only. false: every order of a run sees the full stock.'),
  ...overridable,
} satisfies SchemasOf<Settings>);

/** All settings of a client: those of the engine, and what the service does by itself. */
const accountSettings = settings.extend({
  reroute_on_sync: z
    .strictObject({
      enabled: z
        .boolean()
        .describe('true: each sync of stock starts a run over the orders that wait for stock.'),
      days: z
        .int()
        .min(1)
        .max(365)
        .default(7)
        .describe('Only orders that were sent at most so many days before the sync.'),
    })
    .describe(
      'Whether orders that shipped nothing for want of inventory are routed again after each sync of stock. Each counts as a routed order.',
    ),
});

export type AccountSettings = z.output<typeof accountSettings>;

/** Settings with what those are that were left out. */
export function allSettings(settings: AccountSettings): AccountSettings {
  return { ...settings, ...OPTIONAL_DEFAULTS, ...settings };
}

/** Settings without those that may be left out and are what they are then. */
export function storableSettings(settings: AccountSettings): AccountSettings {
  const isNeeded = ([name, value]: [string, unknown]) =>
    value !== (OPTIONAL_DEFAULTS as Record<string, unknown>)[name];
  return Object.fromEntries(Object.entries(settings).filter(isNeeded)) as AccountSettings;
}

/** What a client has before it sets anything. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  ...DEFAULT_SETTINGS,
  reroute_on_sync: { enabled: false, days: 7 },
};

/** A profile's settings. Each replaces the client's whole setting. The three that belong to a run are not among them. */
export const profileSettings = z.strictObject(maybe(overridable));

/** A client's settings; one that is left out keeps its present value. */
export const settingsPatch = z.strictObject(maybe(accountSettings.shape));

/** Settings that each run is decided by a second time (docs/guides/what-if.md). */
export const shadow = z.strictObject({
  settings: z
    .strictObject(maybe(settings.shape))
    .describe('They replace the settings of the same names. The others are those of the client.'),
});

export type Shadow = z.output<typeof shadow>;

/** The same fields, each of which may be left out. */
function maybe<Shape extends z.ZodRawShape>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)]),
  ) as { readonly [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}
