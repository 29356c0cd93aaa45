import { z } from 'zod';
import type { RoutingSetup } from '../../accounts/routing-setup.ts';
import { ContractVariant } from '../../db/generated/enums.ts';
import { type ItemControl, WEEK_DAYS } from '../../engine/types.ts';
import {
  type AccountSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  profileSettings,
  settingsPatch,
  shadow,
} from './settings.ts';

// Schemas of stored set-ups, as this release and earlier ones wrote them. Fields that are newer than a row have defaults;
// fields that no longer exist are dropped. The rules of the account file are not applied, so that stored set-ups stay
// readable if these rules become stricter.

/** A client's settings. A setting that is newer than the row has its default. */
const storedSettings = settingsPatch
  .strip()
  .transform((known): AccountSettings => ({ ...DEFAULT_ACCOUNT_SETTINGS, ...known }));

const days = z.array(z.enum(WEEK_DAYS));
const closed_dates = z.array(z.string());

const calendar = z.object({
  time_zone: z.string(),
  cut_off: z.string(),
  processing_days: z.int().exactOptional(),
  ship_days: days.exactOptional(),
  closed_dates: closed_dates.exactOptional(),
});

const deliveryCalendar = z.object({ days: days.exactOptional(), closed_dates: closed_dates.exactOptional() });

const warehouse = z.object({
  warehouse_id: z.string(),
  warehouse_code: z.string(),
  warehouse_name: z.string(),
  zip: z.string(),
  enabled: z.boolean(),
  priority: z.int().nullable().default(null),
  calendar: calendar.exactOptional(),
  capacity: z
    .object({ shipments_per_day: z.int(), when_full: z.enum(['skip', 'later']).exactOptional() })
    .exactOptional(),
  safety_stock: z.int().exactOptional(),
  handling: z
    .object({
      per_shipment: z.number().exactOptional(),
      per_line: z.number().exactOptional(),
      per_unit: z.number().exactOptional(),
    })
    .exactOptional(),
});

const rates = z.object({
  currency: z.string(),
  zones: z.discriminatedUnion('by', [
    z.object({ by: z.literal('miles'), upto: z.array(z.number()) }),
    z.object({ by: z.literal('table') }),
  ]),
  rate_table_id: z.int(),
});

const warehouseIds = z.array(z.string());

const profile = z.object({
  partner_id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  settings: profileSettings.strip(),
  warehouse_ids: warehouseIds.nullable().default(null),
});

const controlled = { sku: z.string(), note: z.string().nullable().default(null) };

/** An Item Control rule. */
export const storedItemControl = z.discriminatedUnion('rule', [
  z.object({
    ...controlled,
    rule: z.literal('restrict'),
    warehouse_ids: warehouseIds,
    fallback: z.enum(['block', 'allow']),
  }),
  z.object({ ...controlled, rule: z.enum(['prefer', 'exclude']), warehouse_ids: warehouseIds }),
  z.object({ ...controlled, rule: z.enum(['do_not_split', 'do_not_partial', 'drop_ship', 'hold']) }),
  z.object({ ...controlled, rule: z.literal('max_transit_days'), days: z.int() }),
  z.object({
    ...controlled,
    rule: z.literal('safety_stock'),
    units: z.int(),
    warehouse_ids: warehouseIds.exactOptional(),
  }),
]) satisfies z.ZodType<ItemControl>;

const setup = z.object({
  contract_variant: z.enum(ContractVariant),
  settings: storedSettings,
  shadow: z.object({ settings: shadow.shape.settings.strip() }).exactOptional(),
  warehouses: z.array(warehouse),
  warehouse_db_ids: z.array(z.int()),
  profiles: z.array(profile).default([]),
  item_controls: z.array(storedItemControl).default([]),
  delivery_calendar: deliveryCalendar.exactOptional(),
  rates: rates.exactOptional(),
  split_penalty: z.number().exactOptional(),
  default_unit_weight: z.number().exactOptional(),
  transit: z.object({
    provider: z.enum(['table', 'zone', 'http']),
    lane_table_id: z.int().nullable().default(null),
    options: z.record(z.string(), z.unknown()).default({}),
  }),
}) satisfies z.ZodType<RoutingSetup>;

/** Reads `configurations.body`, or the rows that make a client's present set-up. Throws ZodError for what no release wrote. */
export function readSetup(stored: unknown): RoutingSetup {
  return inStoredOrder<RoutingSetup>(setup.parse(stored), stored);
}

/** Answers show settings and rules with their keys in the order of the database; keys that it lacks follow. */
function inStoredOrder<T>(read: T, stored: unknown): T {
  if (Array.isArray(read)) return read.map((each, n) => inStoredOrder(each, (stored as unknown[])[n])) as T;
  if (!isRecord(read) || !isRecord(stored)) return read;
  const keys = new Set([...Object.keys(stored).filter((key) => key in read), ...Object.keys(read)]);
  return Object.fromEntries([...keys].map((key) => [key, inStoredOrder(read[key], stored[key])])) as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
