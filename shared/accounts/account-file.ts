import { z } from 'zod';
import { MAX_INT } from '../contracts/common.ts';
import { AppError, type Fault } from '../errors/app-error.ts';
import { faultPath } from '../errors/faults.ts';
import { httpTransit } from '../transit/http/http-transit.ts';
import { isKnownZip, parseZip } from '../transit/zip-codes.ts';
import { profileSettings, settingsPatch, transitDays } from './settings.ts';

/** PostgreSQL's text keeps neither as it was written. */
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

const client = z.strictObject({
  slug: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9_-]{0,62}$/,
      'must be 1 to 63 lower-case letters, digits, hyphens or underscores',
    ),
  name: text.exactOptional(),
  contract_variant: z.enum(['A', 'B']).exactOptional(),
  plan: text.exactOptional(),
  subscription_status: z.enum(['trialing', 'active', 'past_due', 'paused', 'cancelled']).exactOptional(),
  active: z.boolean().exactOptional(),
  /** Numbers of this client in place of its plan's; null: the plan's. */
  routed_orders_limit: limit.exactOptional(),
  inventory_rows_limit: limit.exactOptional(),
});

const zip = z.string().transform((sent, { addIssue }) => {
  const digits = parseZip(sent);
  if (digits !== null && isKnownZip(digits)) {
    return digits;
  }
  addIssue(digits === null ? 'must be a ZIP of five digits' : `there is no ZIP ${digits}`);
  return z.NEVER;
});

const warehouse = z
  .strictObject({
    warehouse_id: text,
    warehouse_code: text.optional(),
    warehouse_name: text.optional(),
    zip,
    enabled: z.boolean().default(true),
    priority: z.int().min(1).max(MAX_INT).nullable().default(null),
  })
  .transform((value) => ({
    ...value,
    warehouse_code: value.warehouse_code ?? value.warehouse_id,
    warehouse_name: value.warehouse_name ?? value.warehouse_id,
  }));

const warehouseIds = z.array(text).min(1).readonly();

const profile = z
  .strictObject({
    partner_id: text,
    name: text.optional(),
    enabled: z.boolean().default(true),
    settings: profileSettings.default({}),
    warehouse_ids: warehouseIds.nullable().default(null),
  })
  .transform((value) => ({ ...value, name: value.name ?? value.partner_id }));

const note = z
  .string()
  .trim()
  .max(2000)
  .refine(...storable);

const controlled = { sku: text, note: note.nullable().default(null) };

const itemControl = z.discriminatedUnion('rule', [
  z.strictObject({
    ...controlled,
    rule: z.literal('restrict'),
    warehouse_ids: warehouseIds,
    fallback: z.enum(['block', 'allow']).default('block'),
  }),
  z.strictObject({ ...controlled, rule: z.enum(['prefer', 'exclude']), warehouse_ids: warehouseIds }),
  z.strictObject({ ...controlled, rule: z.enum(['do_not_split', 'do_not_partial', 'drop_ship', 'hold']) }),
  z.strictObject({ ...controlled, rule: z.literal('max_transit_days'), days: transitDays }),
]);

const transit = z.discriminatedUnion('provider', [
  /** `lanes_file` is relative to the account file; without it a client keeps the table it has. */
  z.strictObject({ provider: z.literal('table'), lanes_file: text.exactOptional() }),
  z.strictObject({ provider: z.literal('zone') }),
  httpTransit,
]);

/** The name of an API key. */
export const keyName = text;

const apiKey = z.strictObject({ name: keyName, environment: z.enum(['test', 'live']) });

/** An address as it is stored and compared. */
export const emailAddress = z.string().trim().toLowerCase().max(255).pipe(z.email());

/** A password as it may be chosen: at least eight characters. */
export const newPassword = z.string().min(8).max(1024);

const user = z.strictObject({
  email: emailAddress,
  role: z.enum(['owner', 'member']),
  password: newPassword.exactOptional(),
});

const accountFile = z.strictObject({
  client,
  warehouses: z.array(warehouse).readonly().exactOptional(),
  settings: settingsPatch.exactOptional(),
  profiles: z.array(profile).readonly().exactOptional(),
  item_controls: z.array(itemControl).readonly().exactOptional(),
  transit: transit.exactOptional(),
  api_keys: z.array(apiKey).readonly().exactOptional(),
  users: z.array(user).readonly().exactOptional(),
});

/** The account file of managed-runs.md, checked, with the defaults of list elements filled in. */
export type AccountFile = z.output<typeof accountFile>;

/** The account file as a person writes it. */
export type AccountFileInput = z.input<typeof accountFile>;

/**
 * Reads the content of an account file. Throws AppError validation_failed with a fault for everything that is
 * wrong in the file by itself; what it names of the client's present account is judged in account-references.ts.
 */
export function parseAccountFile(content: unknown): AccountFile {
  const parsed = accountFile.safeParse(content);
  if (!parsed.success) {
    throw invalidAccountFile(parsed.error.issues.flatMap(issueFaults));
  }
  const faults = repetitions(parsed.data);
  if (faults.length > 0) {
    throw invalidAccountFile(faults);
  }
  return parsed.data;
}

/** The failure that carries an account file's faults. */
export function invalidAccountFile(faults: readonly Fault[]): AppError {
  return new AppError('validation_failed', 'The account file has faults; nothing was changed.', { faults });
}

function issueFaults(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: faultPath([...issue.path, key]), message: 'unknown key' }));
  }
  return [{ path: faultPath(issue.path) || 'file', message: issue.message }];
}

function repetitions(file: AccountFile): Fault[] {
  const controls = file.item_controls ?? [];
  return [
    ...repeated(
      'warehouses',
      '.warehouse_id',
      file.warehouses?.map((item) => item.warehouse_id),
    ),
    ...repeated(
      'warehouses',
      '.warehouse_code',
      file.warehouses?.map((item) => item.warehouse_code),
    ),
    ...repeated(
      'profiles',
      '.partner_id',
      file.profiles?.map((item) => item.partner_id),
    ),
    ...repeated(
      'api_keys',
      '.name',
      file.api_keys?.map((item) => `${item.environment} ${item.name}`),
    ),
    ...repeated(
      'users',
      '.email',
      file.users?.map((item) => item.email),
    ),
    ...(file.profiles ?? []).flatMap((item, index) =>
      repeated(`profiles[${index}].warehouse_ids`, '', item.warehouse_ids ?? []),
    ),
    ...controls.flatMap((item, index) =>
      'warehouse_ids' in item
        ? repeated(`item_controls[${index}].warehouse_ids`, '', item.warehouse_ids)
        : [],
    ),
    ...repeated('item_controls', '.rule', controls.map(controlIdentity)),
  ];
}

/** Two rules of one identity say the same; several `restrict` and `max_transit_days` are judged together anyway. */
function controlIdentity(control: NonNullable<AccountFile['item_controls']>[number], index: number): string {
  switch (control.rule) {
    case 'restrict':
    case 'max_transit_days':
      return String(index);
    case 'prefer':
    case 'exclude':
      return JSON.stringify([control.sku, control.rule, [...control.warehouse_ids].sort()]);
    default:
      return JSON.stringify([control.sku, control.rule]);
  }
}

function repeated(list: string, key: string, values: readonly string[] = []): Fault[] {
  const first = new Map<string, number>();
  return values.flatMap((value, index) => {
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, index);
      return [];
    }
    return [{ path: `${list}[${index}]${key}`, message: `repeats ${list}[${earlier}]` }];
  });
}
