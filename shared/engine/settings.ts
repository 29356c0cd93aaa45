import type { PolicyMode, ProfileSettings, Settings } from './types.ts';

export const POLICY_MODES = ['allow', 'warn', 'block'] as const satisfies readonly PolicyMode[];
export const RANKINGS = [
  'transit',
  'priority',
  'delivery',
  'cost',
] as const satisfies readonly Settings['ranking'][];

/** What a client has before it sets anything (docs/reference/settings.md). */
export const DEFAULT_SETTINGS: Settings = {
  use_inventory_availability: true,
  priority_allocation: true,
  consume_inventory_during_batch: true,
  prefer_full_shipment: true,
  ranking: 'transit',
  split_shipment: 'allow',
  partial_shipment: 'allow',
  max_transit_days: { mode: 'allow', days: null },
  minimum_shipment_value: { mode: 'allow', value: null },
  max_shipments: null,
};

/**
 * What a setting that may be left out is then. Such a setting is not stored while it is this, so that what accounts without
 * it store, export and answer stays the same bytes.
 */
export const OPTIONAL_DEFAULTS = {
  late_delivery: 'allow',
  ignore_safety_stock: false,
  objective: 'fewest_shipments',
} as const satisfies Partial<Settings>;

/** A setting that may be left out. */
export function settingOf<Name extends keyof typeof OPTIONAL_DEFAULTS>(
  settings: Settings,
  name: Name,
): NonNullable<Settings[Name]> {
  return settings[name] ?? (OPTIONAL_DEFAULTS[name] as NonNullable<Settings[Name]>);
}

/**
 * A client's settings under a profile, which replaces whole settings, one by one. The three that
 * belong to the run stay the client's, whatever the profile has.
 */
export function settingsUnder(client: Settings, profile: ProfileSettings): Settings {
  return {
    ...client,
    ...profile,
    use_inventory_availability: client.use_inventory_availability,
    priority_allocation: client.priority_allocation,
    consume_inventory_during_batch: client.consume_inventory_during_batch,
  };
}
