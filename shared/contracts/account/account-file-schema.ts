import { z } from 'zod';
import { httpTransit } from '../../transit/http/http-transit.ts';
import { MAX_INT } from '../common.ts';
import { parseRange } from '../ip-range.ts';
import { scopeName } from '../scopes.ts';
import { storable, text } from './account-text.ts';
import { deliveryCalendar, safetyStock } from './calendars.ts';
import { defaultUnitWeight, rates, splitPenalty } from './rates.ts';
import { limitDays, profileSettings, settingsPatch } from './settings.ts';
import { warehouse } from './warehouse.ts';
import { webhook } from './webhooks.ts';

const limit = z.int().min(0).max(MAX_INT).nullable();

/** The slug of a client. */
export const clientSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, hyphens or underscores');

/** A client as an operator writes it. */
export const client = z
  .strictObject({
    slug: clientSlug.describe(
      'Identifies the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores.',
    ),
    name: text.exactOptional().describe('Display name. Default for a new client: the slug.'),
    contract_variant: z
      .enum(['A', 'B'])
      .exactOptional()
      .describe('Format of responses: A (default), or B, which lists allocations by order line.'),
    plan: text.exactOptional().describe('Plan: trial (default), starter, pro or enterprise.'),
    subscription_status: z
      .enum(['trialing', 'active', 'past_due', 'paused', 'cancelled'])
      .exactOptional()
      .describe('Only clients that are trialing or active are served.'),
    active: z.boolean().exactOptional().describe('false: all requests of the client are refused.'),
    require_second_factor: z
      .boolean()
      .exactOptional()
      .describe('true: a person of the account who has no second factor can only set one up.'),
    routed_orders_limit: limit
      .exactOptional()
      .describe('Routed orders per billing period; null: the limit of the plan.'),
    inventory_rows_limit: limit
      .exactOptional()
      .describe('Maximum rows of one inventory upload; null: the limit of the plan.'),
  })
  .describe('The client. Created if no client has this slug.');

const warehouseIds = z.array(text).min(1).readonly();

/** A profile as a person writes it. */
export const profileFields = z.strictObject({
  partner_id: text.describe('The profile applies to orders with this partner_id.'),
  name: text.optional().describe('Display name. Default: the partner_id.'),
  enabled: z
    .boolean()
    .default(true)
    .describe('false: the profile stays in the account, but its orders use the settings of the client.'),
  settings: profileSettings
    .default({})
    .describe('Settings that override those of the client. Each is replaced as a whole.'),
  warehouse_ids: warehouseIds
    .nullable()
    .default(null)
    .describe('The only warehouses for these orders; null: all enabled ones.'),
});

const profile = profileFields.transform(({ partner_id, name = partner_id, ...value }) => ({
  partner_id,
  name,
  ...value,
}));

const note = z
  .string()
  .trim()
  .max(2000)
  .refine(...storable);

const sku = text.describe('The product.');
const noted = {
  note: note.nullable().default(null).describe('Reason for the rule; shown with the decisions it affects.'),
};

const ruled = (warehouses: string) => warehouseIds.describe(warehouses);

/** An Item Control rule as a person writes it. */
export const itemControl = z.discriminatedUnion('rule', [
  z.strictObject({
    sku,
    rule: z.literal('restrict').describe('Kind of rule: see the table of rules.'),
    warehouse_ids: ruled(
      'Warehouses the rule names: for restrict, prefer and exclude, and, if wanted, safety_stock.',
    ),
    fallback: z
      .enum(['block', 'allow'])
      .default('block')
      .describe(
        'restrict only. allow: other warehouses may ship what these do not have. block: they may not.',
      ),
    ...noted,
  }),
  z.strictObject({ sku, rule: z.enum(['prefer', 'exclude']), warehouse_ids: warehouseIds, ...noted }),
  z.strictObject({ sku, rule: z.enum(['do_not_split', 'do_not_partial', 'drop_ship', 'hold']), ...noted }),
  z.strictObject({
    sku,
    rule: z.literal('max_transit_days'),
    days: limitDays.describe(
      'max_transit_days only: the limit for this product, instead of the one in the settings.',
    ),
    ...noted,
  }),
  z.strictObject({
    sku,
    rule: z.literal('safety_stock'),
    units: safetyStock.describe(
      'safety_stock only: units that are kept back of this product, instead of the safety stock of the warehouses.',
    ),
    warehouse_ids: warehouseIds.exactOptional(),
    ...noted,
  }),
]);

/** A transit provider as a person writes it. */
export const transit = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z
      .literal('table')
      .describe('Source of the lanes: zone (default), table (your own) or http (a carrier).'),
    lanes_file: text
      .exactOptional()
      .describe(
        'table only: CSV file of lanes, relative to the account file. Left out: the current table is kept.',
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
    units: safetyStock,
    note: note.nullable(),
  })
  .partial();

/** The name of an API key. */
export const keyName = text;

const MAX_ADDRESSES = 50;

/** Where a key or token may be used from. */
export const allowedAddresses = z
  .array(
    z
      .string()
      .trim()
      .max(60)
      .refine((text) => parseRange(text) !== null, 'must be an IP address, or a range such as 10.0.0.0/8'),
  )
  .min(1)
  .max(MAX_ADDRESSES)
  .readonly()
  .nullable()
  .exactOptional()
  .describe('IP addresses and ranges (CIDR) that it may be used from; null: anywhere.');

function isStorableMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= 0 && at < Date.UTC(9999, 0);
}

/** When a key or token ends. */
export const expiresAt = z.iso
  .datetime({ offset: true })
  .refine(isStorableMoment, 'must be from the years 1970 to 9998')
  .overwrite((text) => (isStorableMoment(text) ? new Date(text).toISOString() : text))
  .nullable()
  .exactOptional()
  .describe('From then on it is refused; null: it does not expire.');

/** An API key of the account file. */
export const apiKey = z.strictObject({
  name: keyName.describe('Name of the key, unique in its environment.'),
  environment: z
    .enum(['test', 'live'])
    .describe('test or live: each has its own stock and runs; only live counts toward the plan.'),
  scopes: z
    .array(scopeName)
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat a scope')
    .meta({ uniqueItems: true })
    .readonly()
    .nullable()
    .exactOptional()
    .describe('What it may do (docs/reference/access.md); null: everything.'),
  expires_at: expiresAt,
  allowed_addresses: allowedAddresses,
});

/** An e-mail address as it is stored and compared. */
export const emailAddress = z.string().trim().toLowerCase().max(255).pipe(z.email());

/** A new password: at least eight characters. `passwordFault` has the rules that depend on the person. */
export const newPassword = z.string().min(8).max(1024);

/** What a user is in an account. */
export const userRole = z.enum(['owner', 'member', 'viewer']);

/** A user as a person writes it. */
export const user = z.strictObject({
  email: emailAddress.describe('Sign-in address.'),
  role: userRole.describe('owner can change the account, member cannot; viewer changes nothing at all.'),
  password: newPassword
    .exactOptional()
    .describe(
      'Only of somebody who is new to the service, and only where `wrs admin apply` reads the file: at least eight characters, not ' +
        'a common password and not the address. Left out: a new user is invited by a link, another one keeps the password.',
    ),
});

/** The account file. docs/reference/account-file.md and `account init` show its descriptions. */
export const accountFile = z.strictObject({
  $schema: z.string().exactOptional().describe('Location of the JSON Schema, for editors. Ignored.'),
  client,
  warehouses: z
    .array(warehouse)
    .readonly()
    .exactOptional()
    .describe('All warehouses. Those not in the list are disabled.'),
  settings: settingsPatch
    .exactOptional()
    .describe('How orders are routed. Settings left out stay as they are.'),
  profiles: z
    .array(profile)
    .readonly()
    .exactOptional()
    .describe('Settings for orders of individual partners. Those not in the list are removed.'),
  item_controls: z
    .array(itemControl)
    .readonly()
    .exactOptional()
    .describe('Rules for individual products. Those not in the list are removed.'),
  delivery_calendar: deliveryCalendar
    .nullable()
    .exactOptional()
    .describe('When carriers deliver. null: Monday to Friday.'),
  rates: rates
    .nullable()
    .exactOptional()
    .describe('What shipments cost: docs/explanation/cost.md. null: no prices.'),
  split_penalty: splitPenalty
    .exactOptional()
    .describe(
      'What each shipment of an order beyond the first counts besides its cost, when routes compare by cost. Default: 0.',
    ),
  default_unit_weight: defaultUnitWeight
    .nullable()
    .exactOptional()
    .describe('Weight of a unit whose SKU has none. null: it weighs nothing, and answers say so.'),
  transit: transit.exactOptional().describe('Source of transit days: docs/reference/lanes.md.'),
  api_keys: z
    .array(apiKey)
    .readonly()
    .exactOptional()
    .describe('All API keys. A new key is printed once; those not in the list are revoked.'),
  webhooks: z
    .array(webhook)
    .max(100)
    .readonly()
    .exactOptional()
    .describe(
      'Where events are sent. The secret of a new one is printed once; those not in the list are removed.',
    ),
  users: z
    .array(user)
    .readonly()
    .exactOptional()
    .describe('All users who can sign in for the client, or are invited. Those not in the list are removed.'),
});
