import { invariant } from './invariant.ts';
import { money } from './money.ts';
import { leftOutReason } from './rules/candidates.ts';
import { ItemRules } from './rules/item-rules.ts';
import { isByCost } from './rules/objective.ts';
import { type CompiledCosts, compileCosts } from './rules/order-costs.ts';
import type { CompiledProfile } from './rules/profile.ts';
import { Rankings } from './rules/rankings.ts';
import { keepsBack, type SafetyStock, warehouseSafety } from './rules/safety-stock.ts';
import { LIMITS, settingOf, settingsUnder } from './settings.ts';
import type { Configuration, PolicyMode, Settings, Warehouse } from './types.ts';

/** A configuration prepared for decisions: indexed once for each version, shared by all its orders. */
export interface CompiledConfiguration {
  readonly configuration: Configuration;
  /** Indexes of the client's enabled warehouses. */
  readonly enabled: readonly number[];
  readonly standard: CompiledProfile;
  /** Enabled profiles by partner_id. */
  readonly profiles: ReadonlyMap<string, CompiledProfile>;
  readonly rules: ItemRules;
  /** What is kept back of a SKU without a rule of its own; null: nothing is kept back of any SKU. */
  readonly safety: SafetyStock | null;
  /** Null: the account has no rates. */
  readonly costs: CompiledCosts | null;
}

/**
 * Indexes a configuration. It must be valid: warehouse_id and partner_id unique, rules name warehouses that exist (which is
 * seen when an order asks for them), `warn` and `block` have their number. Throws if it is not.
 */
export function compileConfiguration(configuration: Configuration): CompiledConfiguration {
  const { warehouses, profiles, settings } = configuration;
  const hasRates = configuration.rates !== undefined;
  const enabled = [...warehouses.keys()].filter((index) => warehouses[index]!.enabled);
  const compiledProfiles = new Map<string, CompiledProfile>();
  for (const [index, profile] of profiles.entries()) {
    if (!profile.enabled) continue;
    invariant(
      !compiledProfiles.has(profile.partner_id),
      `two profiles have partner_id ${profile.partner_id}`,
    );
    const candidates = candidatesOf(warehouses, profile.warehouse_ids);
    compiledProfiles.set(
      profile.partner_id,
      compileProfile(index, settingsUnder(settings, profile.settings), candidates, hasRates),
    );
  }
  return {
    configuration,
    enabled,
    standard: compileProfile(null, settings, candidatesOf(warehouses, null), hasRates),
    profiles: compiledProfiles,
    rules: new ItemRules(configuration),
    safety: keepsBack(configuration) ? warehouseSafety(warehouses) : null,
    costs: compileCosts(configuration),
  };
}

function candidatesOf(warehouses: readonly Warehouse[], only: readonly string[] | null): number[] {
  return [...warehouses.keys()].filter(
    (place) => leftOutReason({ warehouse: warehouses[place]!, only, reroute: undefined }) === null,
  );
}

function compileProfile(
  index: number | null,
  settings: Settings,
  candidates: readonly number[],
  hasRates: boolean,
): CompiledProfile {
  const { max_transit_days: transit, minimum_shipment_value: minimum } = settings;
  for (const [name, unit] of LIMITS) {
    const limit = settingOf(settings, name) as { readonly mode: PolicyMode };
    invariant(limit.mode === 'allow' || limit[unit as 'mode'] !== null, `${name} has its ${unit}`);
  }
  const minimumValue = minimum.mode === 'allow' ? null : money(minimum.value!);
  const transitLimit = transit.mode === 'allow' ? null : { mode: transit.mode, days: transit.days! };
  return {
    index,
    settings,
    minimumValue,
    transitLimit,
    isByCost: isByCost(settings, hasRates),
    candidates,
    rankings: new Rankings(),
  };
}

/** The profile whose partner_id is exactly the order's, otherwise the client's own settings. */
export function profileOf(compiled: CompiledConfiguration, partnerId: string | null): CompiledProfile {
  return (partnerId === null ? undefined : compiled.profiles.get(partnerId)) ?? compiled.standard;
}
