import { PRIORITY_ALLOCATION } from './rules/allocation-order.ts';
import { OBJECTIVE, PREFER_FULL_SHIPMENT } from './rules/objective.ts';
import { LATE_DELIVERY } from './rules/policies/late-delivery.ts';
import { MAX_TRANSIT_DAYS } from './rules/policies/max-transit-days.ts';
import { MINIMUM_SHIPMENT_VALUE } from './rules/policies/minimum-shipment-value.ts';
import { PARTIAL_SHIPMENT } from './rules/policies/partial-shipment.ts';
import type { PolicySetting } from './rules/policies/policy.ts';
import { MAX_SHIPMENTS, SPLIT_SHIPMENT } from './rules/policies/split-shipment.ts';
import { RANKING } from './rules/rank.ts';
import { IGNORE_SAFETY_STOCK } from './rules/safety-stock.ts';
import { CONSUME_INVENTORY, USE_INVENTORY } from './rules/stock.ts';
import type { SettingFacts } from './setting-facts.ts';
import type { PolicyRule, ProfileSettings, Settings } from './types.ts';
import { BATCH_MAX_DAYS_LATER, BATCH_OPTIMIZATION } from './window/batch-settings.ts';

/** Every setting that decisions are made by, in the order in which documents and stored settings have them. */
export const SETTINGS = {
  use_inventory_availability: USE_INVENTORY,
  priority_allocation: PRIORITY_ALLOCATION,
  consume_inventory_during_batch: CONSUME_INVENTORY,
  prefer_full_shipment: PREFER_FULL_SHIPMENT,
  ranking: RANKING,
  split_shipment: SPLIT_SHIPMENT,
  partial_shipment: PARTIAL_SHIPMENT,
  max_transit_days: MAX_TRANSIT_DAYS,
  minimum_shipment_value: MINIMUM_SHIPMENT_VALUE,
  max_shipments: MAX_SHIPMENTS,
  late_delivery: LATE_DELIVERY,
  ignore_safety_stock: IGNORE_SAFETY_STOCK,
  objective: OBJECTIVE,
  batch_optimization: BATCH_OPTIMIZATION,
  batch_max_days_later: BATCH_MAX_DAYS_LATER,
} satisfies {
  readonly [Name in keyof Settings]-?: Name extends PolicyRule ? PolicySetting<Name> : SettingFacts<Name>;
};

const ALL = Object.entries<SettingFacts>(SETTINGS);

const initial = (wanted: boolean) =>
  Object.fromEntries(
    ALL.filter(([, { isOptional }]) => isOptional === wanted).map(([name, facts]) => [name, facts.initial]),
  );

/** What a client has before it sets anything. */
export const DEFAULT_SETTINGS = initial(false) as unknown as Settings;

/** What the settings are that may be left out. */
export const OPTIONAL_DEFAULTS: Partial<Settings> = initial(true);

/** A setting, also one that may be left out. */
export function settingOf<Name extends keyof Settings>(
  settings: Settings,
  name: Name,
): Exclude<Settings[Name], undefined> {
  const facts: { readonly initial: unknown } = SETTINGS[name];
  // Null is a value of some.
  return (settings[name] === undefined ? facts.initial : settings[name]) as Exclude<
    Settings[Name],
    undefined
  >;
}

/** The settings of kind limit, each with the name of its number. */
export const LIMITS = ALL.flatMap(([name, facts]) =>
  facts.kind === 'limit' ? [[name as keyof Settings, facts.unit] as const] : [],
);

const RUN_SETTINGS = ALL.filter(([, { group }]) => group === 'run').map(([name]) => name as keyof Settings);

/**
 * A client's settings under a profile, which replaces whole settings, one by one. Those of a run stay the client's,
 * whatever the profile has.
 */
export function settingsUnder(client: Settings, profile: ProfileSettings): Settings {
  const own = Object.fromEntries(
    RUN_SETTINGS.filter((name) => name in client || name in profile).map((name) => [name, client[name]]),
  );
  return { ...client, ...profile, ...own };
}
