import { z } from 'zod';
import { MAX_INT } from '../contracts/common.ts';
import { httpTransit } from '../transit/http/http-transit.ts';
import { isKnownZip, parseZip } from '../transit/zip-codes.ts';
import { limitDays, profileSettings, settingsPatch } from './settings.ts';

/** PostgreSQL cannot store such characters. */
const storable = [
  (value: string) => !/[\0\p{Surrogate}]/u.test(value),
  'must not contain NUL characters or lone surrogates',
] as const;

/** An identifier or a name. */
const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(...storable);

const limit = z.int().min(0).max(MAX_INT).nullable();

/** The slug of a client. */
export const clientSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, hyphens or underscores');

/** A client as an operator writes it. */
export const client = z
  .strictObject({
    slug: clientSlug.describe(
      'Names the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores.',
    ),
    name: text.exactOptional().describe('Name for people. A new client without one is named by its slug.'),
    contract_variant: z
      .enum(['A', 'B'])
      .exactOptional()
      .describe('Form of the answers: A (a new client), or B, which lists allocations by order line.'),
    plan: text.exactOptional().describe('Code of a plan: trial (a new client), starter, pro or enterprise.'),
    subscription_status: z
      .enum(['trialing', 'active', 'past_due', 'paused', 'cancelled'])
      .exactOptional()
      .describe('Only trialing and active clients are served.'),
    active: z.boolean().exactOptional().describe('false refuses every request of the client.'),
    routed_orders_limit: limit
      .exactOptional()
      .describe("Routed orders a period, in place of the plan's number; null is the plan's."),
    inventory_rows_limit: limit
      .exactOptional()
      .describe("Rows of one inventory upload, in place of the plan's number; null is the plan's."),
  })
  .describe('The client. It is created if no client has this slug.');

const zip = z.string().transform((sent, { addIssue }) => {
  const digits = parseZip(sent);
  if (digits !== null && isKnownZip(digits)) {
    return digits;
  }
  addIssue(digits === null ? 'must be a ZIP of five digits' : `${digits} is not a known ZIP code`);
  return z.NEVER;
});

/** A warehouse as a person writes it. */
export const warehouseFields = z.strictObject({
  warehouse_id: text.describe("The client's own ID of the warehouse."),
  warehouse_code: text.optional().describe("The service's code in Variant B; the warehouse_id if left out."),
  warehouse_name: text.optional().describe('Name in answers; the warehouse_id if left out.'),
  zip: zip.describe('ZIP that the warehouse ships from, as five digits in quotes.'),
  enabled: z.boolean().default(true).describe('false keeps the warehouse and ships nothing from it.'),
  priority: z
    .int()
    .min(1)
    .max(MAX_INT)
    .nullable()
    .default(null)
    .describe(
      'Lower numbers rank first: between equals, or throughout with ranking: priority. null ranks last.',
    ),
});

const warehouse = warehouseFields.transform((value) => ({
  ...value,
  warehouse_code: value.warehouse_code ?? value.warehouse_id,
  warehouse_name: value.warehouse_name ?? value.warehouse_id,
}));

const warehouseIds = z.array(text).min(1).readonly();

/** A profile as a person writes it. */
export const profileFields = z.strictObject({
  partner_id: text.describe('Orders with this partner_id follow the profile.'),
  name: text.optional().describe('Name for people; the partner_id if left out.'),
  enabled: z.boolean().default(true).describe('false keeps the profile, and its orders follow the settings.'),
  settings: profileSettings.default({}).describe("Settings that replace the client's, each of them whole."),
  warehouse_ids: warehouseIds
    .nullable()
    .default(null)
    .describe('The only warehouses for these orders; null is all enabled ones.'),
});

const profile = profileFields.transform((value) => ({ ...value, name: value.name ?? value.partner_id }));

const note = z
  .string()
  .trim()
  .max(2000)
  .refine(...storable);

const controlled = {
  sku: text.describe('The product.'),
  note: note
    .nullable()
    .default(null)
    .describe('Why the rule is there; shown with the decisions that it touches.'),
};

const ruled = (warehouses: string) => warehouseIds.describe(warehouses);

/** An Item Control rule as a person writes it. */
export const itemControl = z.discriminatedUnion('rule', [
  z.strictObject({
    ...controlled,
    rule: z.literal('restrict').describe('What the rule does: see the table of rules.'),
    warehouse_ids: ruled('Warehouses of the rule: for restrict, prefer and exclude.'),
    fallback: z
      .enum(['block', 'allow'])
      .default('block')
      .describe('restrict only: allow lets other warehouses ship what these do not have, block does not.'),
  }),
  z.strictObject({ ...controlled, rule: z.enum(['prefer', 'exclude']), warehouse_ids: warehouseIds }),
  z.strictObject({ ...controlled, rule: z.enum(['do_not_split', 'do_not_partial', 'drop_ship', 'hold']) }),
  z.strictObject({
    ...controlled,
    rule: z.literal('max_transit_days'),
    days: limitDays.describe(
      'max_transit_days only: days that replace the limit of the settings for this product.',
    ),
  }),
]);

/** A transit provider as a person writes it. */
export const transit = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z
      .literal('table')
      .describe('Who gives the lanes: zone (a new client), table (their own) or http (a carrier).'),
    lanes_file: text
      .exactOptional()
      .describe(
        'table only: CSV of lanes, relative to the account file. Without it the present table stays.',
      ),
  }),
  z.strictObject({ provider: z.literal('zone') }),
  httpTransit,
]);

/** A change of a rule: all but its SKU and its kind. */
export const itemControlPatch = z
  .strictObject({
    warehouse_ids: warehouseIds,
    fallback: z.enum(['block', 'allow']),
    days: limitDays,
    note: note.nullable(),
  })
  .partial();

/** The name of an API key. */
export const keyName = text;

/** An API key of the account file. */
export const apiKey = z.strictObject({
  name: keyName.describe('Name of the key, one of a kind in its environment.'),
  environment: z
    .enum(['test', 'live'])
    .describe('test or live: each has stock and runs of its own, and only live counts toward the plan.'),
});

/** An e-mail address as it is stored and compared. */
export const emailAddress = z.string().trim().toLowerCase().max(255).pipe(z.email());

/** A new password: at least eight characters. */
export const newPassword = z.string().min(8).max(1024);

/** A user as a person writes it. */
export const user = z.strictObject({
  email: emailAddress.describe('Address to sign in with. It belongs to one client only.'),
  role: z.enum(['owner', 'member']).describe('owner may change the account, member may not.'),
  password: newPassword
    .exactOptional()
    .describe('At least eight characters; a new user needs one. Left out, the present one stays.'),
});

/** The account file. docs/reference/account-file.md and `account init` show its descriptions. */
export const accountFile = z.strictObject({
  $schema: z
    .string()
    .exactOptional()
    .describe('For editors: where the JSON Schema of this file is. Ignored.'),
  client,
  warehouses: z
    .array(warehouse)
    .readonly()
    .exactOptional()
    .describe('All warehouses. One that is left out of the list is disabled.'),
  settings: settingsPatch
    .exactOptional()
    .describe('How orders are routed. A setting left out stays as it is.'),
  profiles: z
    .array(profile)
    .readonly()
    .exactOptional()
    .describe('Settings for the orders of single partners. One that is left out of the list ends.'),
  item_controls: z
    .array(itemControl)
    .readonly()
    .exactOptional()
    .describe('Rules on single products. One that is left out of the list ends.'),
  transit: transit.exactOptional().describe('Where transit days come from: docs/reference/lanes.md.'),
  api_keys: z
    .array(apiKey)
    .readonly()
    .exactOptional()
    .describe('All API keys. A new one is printed once; one that is left out of the list is revoked.'),
  users: z
    .array(user)
    .readonly()
    .exactOptional()
    .describe('Everyone who may sign in for the client. One that is left out of the list is disabled.'),
});
