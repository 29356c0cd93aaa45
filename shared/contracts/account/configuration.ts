import { z } from 'zod';
import { httpTransitPatch } from '../../transit/http/http-transit.ts';
import { moment, named } from '../common.ts';
import { settingWarnings } from './account.ts';
import { itemControl, itemControlPatch, profileFields } from './account-file-schema.ts';
import { etag } from './account-text.ts';
import { deliveryCalendar } from './calendars.ts';
import { settingsPatch } from './settings.ts';

const storedSettings = z.looseObject({}).describe('Settings by name: those of GET /account/v1/settings.');

export const profileView = named('Profile', {
  partner_id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  settings: storedSettings,
  warehouse_ids: z.array(z.string()).nullable(),
  etag,
});
export const profileBody = profileFields.meta({ id: 'NewProfile' });
export const profilePatch = profileFields.omit({ partner_id: true }).partial().meta({ id: 'ProfilePatch' });

export const itemControlView = named('ItemControl', {
  rule_id: z.string().describe('Names the rule in URLs: SKU~rule, with ~2 for the second such rule.'),
  sku: z.string(),
  rule: z.string(),
  warehouse_ids: z.array(z.string()).optional(),
  fallback: z.enum(['block', 'allow']).optional(),
  days: z.int().optional(),
  units: z.int().optional(),
  note: z.string().nullable(),
  etag,
});
export const itemControlBody = itemControl.meta({ id: 'NewItemControl' });
export const itemControlChange = itemControlPatch.meta({
  id: 'ItemControlPatch',
  description:
    'Only members that the rule has: warehouse_ids of restrict, prefer and exclude, fallback of restrict, days of ' +
    'max_transit_days, units and warehouse_ids of safety_stock, and note.',
});

/** All settings of a client. */
export const settingsView = named('Settings', { settings: storedSettings, etag, warnings: settingWarnings });
export const deliveryCalendarView = named('DeliveryCalendarView', {
  delivery_calendar: z.looseObject({}).nullable().describe('null: Monday to Friday.'),
  etag,
});
export const deliveryCalendarBody = deliveryCalendar.meta({ id: 'DeliveryCalendar' });
export const settingsBody = settingsPatch.meta({ id: 'SettingsPatch' });
export const settingView = named('Setting', {
  name: z.string(),
  value: z.unknown(),
  default_value: z.unknown(),
  etag,
  warnings: settingWarnings,
});
export const settingBody = named('SettingPatch', {
  value: z.unknown().describe('What the setting of this name takes: see SettingsPatch.'),
});

const laneCounts = z.array(z.strictObject({ warehouse_id: z.string(), lanes: z.int() }));

export const transitView = named('Transit', {
  provider: z.enum(['table', 'zone', 'http']),
  options: z.looseObject({}).describe('What the provider needs beside: of http, its adapter, url and so on.'),
  lane_table: z
    .strictObject({
      lane_table_id: z.int(),
      created_at: moment,
      warehouses: laneCounts,
    })
    .nullable()
    .describe("The client's own lanes, which the provider table uses; null: there are none."),
  etag,
});
/** A change of a provider. No member is required, because what the change results in is checked. */
export const transitBody = z
  .strictObject({
    provider: z
      .enum(['table', 'zone', 'http'])
      .describe(
        'zone (a new client), table (their own lanes) or http (a carrier); left out: the present one.',
      ),
    ...httpTransitPatch,
    lanes_file: z.string().describe('Only the command line reads files. Upload a table to /transit/lanes.'),
  })
  .partial()
  .meta({
    id: 'TransitPatch',
    description:
      'Members that the provider and its adapter have. The provider table needs a table of lanes that was uploaded ' +
      'before. A provider http that is new needs its adapter and what that needs.',
  });

/** What an upload of lanes did. */
export const uploadedLanes = named('UploadedLanes', {
  layout: z.string(),
  warehouses: laneCounts,
  lane_table_id: z.int().nullable().describe('Null in a dry run.'),
  provider: z.enum(['table', 'zone', 'http']),
  changed: z.boolean().describe('false: the client had these lanes, and this provider, already.'),
});
