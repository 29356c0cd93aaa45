import { z } from 'zod';
import { POLICY_MODES, type SettingFacts, type SettingValues } from '../../engine/setting-facts.ts';
import { DEFAULT_SETTINGS, OPTIONAL_DEFAULTS, SETTINGS } from '../../engine/settings.ts';
import type { ProfileSettings, Settings } from '../../engine/types.ts';
import { isSameJson } from '../../foundation/canonical-json.ts';
import { MAX_INT } from '../common.ts';
import { REROUTE_ON_SYNC, RESERVATION_DAYS, RETENTION_DAYS, STOCK_COUNTS } from './account-settings.ts';

/** What may be sent for a value: of an object, all but its mode may be left out. */
type Sent<Value> = Value extends { readonly mode: infer Mode }
  ? { mode: Mode } & { [Name in Exclude<keyof Value, 'mode'>]?: Value[Name] | undefined }
  : Value;

type SchemaOf<Value> = z.ZodType<Value, Sent<Value>>;

type Schemas<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name>
    ? z.ZodExactOptional<SchemaOf<Exclude<T[Name], undefined>>>
    : SchemaOf<T[Name]>;
};

/** The settings that orders are decided by: the schema of each is made from its facts (engine/settings.ts). */
const deciding = schemasOf(() => true) as unknown as Schemas<Settings>;

/** The settings that a profile may have, too. */
const overridable = schemasOf(({ group }) => group !== 'run') as unknown as Schemas<
  Required<ProfileSettings>
>;

function schemasOf(isWanted: (facts: SettingFacts) => boolean) {
  const wanted = Object.entries<SettingFacts>(SETTINGS).filter(([, facts]) => isWanted(facts));
  return Object.fromEntries(wanted.map(([name, facts]) => [name, schemaOf(facts)]));
}

function schemaOf(facts: SettingFacts): z.ZodType {
  const { isOptional, about, initial } = facts;
  const values = valuesOf(facts);
  const words = typeof initial === 'object' && initial !== null ? initial.mode : initial;
  return isOptional
    ? z.exactOptional(values).describe(`${about} Default: ${words}.`)
    : values.describe(about);
}

function valuesOf(facts: SettingValues): z.ZodType {
  switch (facts.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(facts.choices);
    case 'count':
      return z
        .int()
        .min(facts.min)
        .max(facts.max ?? MAX_INT)
        .nullable();
    case 'limit':
      return limitOf(facts);
  }
}

function limitOf({ unit, isWhole, min, max, aboutNumber }: SettingValues & { kind: 'limit' }): z.ZodType {
  return z
    .strictObject({
      mode: z
        .enum(POLICY_MODES)
        .describe('allow: no rule. warn: allowed with a warning. block: not allowed.'),
      [unit]: (isWhole ? z.int() : z.number())
        .min(min)
        .max(max)
        .nullable()
        .default(null)
        .describe(`${aboutNumber}; required with warn and block.`),
    })
    .refine((rule) => rule.mode === 'allow' || rule[unit] !== null, {
      path: [unit],
      error: 'is required when the mode is warn or block',
    });
}

/** Days of a transit limit: a lane of more is slower. */
export const limitDays = z.int().min(SETTINGS.max_transit_days.min).max(SETTINGS.max_transit_days.max);

/** The settings that orders are decided by. */
export const settings = z.strictObject(deciding);

/** All settings of a client: those of the engine, and what the service does by itself. */
const accountSettings = settings.extend({
  reroute_on_sync: z
    .strictObject({
      enabled: z
        .boolean()
        .describe('true: each sync of stock starts a run over the orders that wait for stock.'),
      days: z
        .int()
        .min(REROUTE_ON_SYNC.min)
        .max(REROUTE_ON_SYNC.max)
        .default(REROUTE_ON_SYNC.initial.days)
        .describe('Only orders that were sent at most so many days before the sync.'),
    })
    .describe(REROUTE_ON_SYNC.about),
  stock_counts: z
    .exactOptional(z.enum(STOCK_COUNTS.choices))
    .describe(`${STOCK_COUNTS.about} Default: ${STOCK_COUNTS.initial}.`),
  reservation_days: daysOf(RESERVATION_DAYS),
  retention_days: daysOf(RETENTION_DAYS),
});

function daysOf({ min, max, about }: typeof RESERVATION_DAYS | typeof RETENTION_DAYS) {
  return z.exactOptional(z.int().min(min).max(max).nullable()).describe(about);
}

export type AccountSettings = z.output<typeof accountSettings>;

/** Settings that may be left out, as they are then. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  ...OPTIONAL_DEFAULTS,
  stock_counts: STOCK_COUNTS.initial,
  reservation_days: RESERVATION_DAYS.initial,
  retention_days: RETENTION_DAYS.initial,
};

/** Settings with what those are that were left out. */
export function allSettings(settings: AccountSettings): AccountSettings {
  return { ...settings, ...DEFAULTS, ...settings } as AccountSettings;
}

/** Settings without those that may be left out and are what they are then. */
export function storableSettings(settings: AccountSettings): AccountSettings {
  const isNeeded = ([name, value]: [string, unknown]) =>
    !(name in DEFAULTS) || !isSameJson(value, DEFAULTS[name]);
  return Object.fromEntries(Object.entries(settings).filter(isNeeded)) as AccountSettings;
}

/** What a client has before it sets anything. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  ...DEFAULT_SETTINGS,
  reroute_on_sync: REROUTE_ON_SYNC.initial,
};

/** A profile's settings. Each replaces the client's whole setting. Those of a run are not among them. */
export const profileSettings = z.strictObject(maybe(overridable));

/** A client's settings; one that is left out keeps its present value. */
export const settingsPatch = z.strictObject(maybe(accountSettings.shape));

/** The same fields, each of which may be left out. */
function maybe<Shape extends z.ZodRawShape>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)]),
  ) as { readonly [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}
