import {
  type AccountSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  storableSettings,
} from '../contracts/account/settings.ts';
import type { ContractVariant } from '../db/generated/client.ts';
import type { Configuration, ItemControl, Rates, Warehouse } from '../engine/types.ts';
import type { AccountFile } from './account-file.ts';
import { type RulePages, rulePages, rulesOf } from './rule-pages.ts';

/** Where a client's lanes come from (docs/reference/lanes.md). */
export interface TransitSetup {
  readonly provider: 'table' | 'zone' | 'http';
  /** The client's own lanes, which the provider `table` reads; another provider leaves them unchanged. */
  readonly lane_table_id: number | null;
  /** What else the provider needs (shared/transit/http). It has no secrets, which are only in the environment. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** How prices are found, and the version of the client's prices, which never changes. */
export interface StoredRates extends Rates {
  readonly rate_table_id: number;
}

/**
 * All that a client configures, and that its decisions depend on apart from stock and orders. It never changes: what
 * changes an account applies a patch to its document, which makes another one.
 */
export interface ConfigurationDocument extends Omit<Configuration, 'settings' | 'item_controls'> {
  readonly contract_variant: ContractVariant;
  readonly settings: AccountSettings;
  readonly transit: TransitSetup;
  /** The prices that were uploaded last. They stay while the account has no rates. */
  readonly rate_table_id: number | null;
  readonly item_controls: RulePages;
}

/** What a client has before it configures anything. */
export const NEW_DOCUMENT: ConfigurationDocument = {
  contract_variant: 'A',
  settings: DEFAULT_ACCOUNT_SETTINGS,
  transit: { provider: 'zone', lane_table_id: null, options: {} },
  rate_table_id: null,
  warehouses: [],
  profiles: [],
  item_controls: [],
};

/** Changes of a document. What a patch leaves out stays; a list in it is the whole list. */
export interface DocumentPatch extends Partial<AccountFile> {
  /** The tables that the patch makes the client's. */
  readonly lane_table_id?: number | null;
  readonly rate_table_id?: number | null;
  /** Instead of `item_controls`. */
  readonly rule_pages?: RulePages;
}

/**
 * A document with a patch applied, the only way to change one. The patch must fit (apply-account.ts). A warehouse
 * that its list leaves out is disabled, never removed, because its stock and history stay.
 */
export function applyPatch(document: ConfigurationDocument, patch: DocumentPatch): ConfigurationDocument {
  const { delivery_calendar, rates, split_penalty, default_unit_weight, ...rest } = document;
  const {
    lane_table_id = document.transit.lane_table_id,
    rate_table_id = document.rate_table_id,
    item_controls,
    rule_pages = item_controls ? rulePages(item_controls) : document.item_controls,
  } = patch;
  const patched = <T>(sent: T | null | undefined, present: T | undefined) =>
    sent === undefined ? present : (sent ?? undefined);
  const costs = {
    rates: patched(patch.rates, rates),
    split_penalty: patched(patch.split_penalty, split_penalty),
    default_unit_weight: patched(patch.default_unit_weight, default_unit_weight),
  };
  const calendar = patched(patch.delivery_calendar, delivery_calendar);
  return {
    ...rest,
    contract_variant: patch.client?.contract_variant ?? document.contract_variant,
    settings: patch.settings
      ? storableSettings({ ...document.settings, ...patch.settings })
      : document.settings,
    // Empty members are left out.
    ...(calendar && Object.keys(calendar).length > 0 && { delivery_calendar: calendar }),
    ...(costs.rates && { rates: { currency: costs.rates.currency, zones: costs.rates.zones } }),
    ...(costs.split_penalty && { split_penalty: costs.split_penalty }),
    ...(costs.default_unit_weight !== undefined && { default_unit_weight: costs.default_unit_weight }),
    transit: { ...(patch.transit ? transitOf(patch.transit) : document.transit), lane_table_id },
    rate_table_id,
    warehouses: patch.warehouses
      ? mergeWarehouses(document.warehouses, patch.warehouses)
      : document.warehouses,
    profiles: patch.profiles ?? document.profiles,
    item_controls: rule_pages,
  };
}

function transitOf(transit: NonNullable<AccountFile['transit']>) {
  const { provider, lanes_file: _, ...options } = { lanes_file: undefined, ...transit };
  return { provider, options };
}

/** The warehouses in the order of their creation. */
function mergeWarehouses(
  present: readonly Warehouse[],
  listed: NonNullable<AccountFile['warehouses']>,
): Warehouse[] {
  const wanted = new Map(
    listed.map(({ clear_stock: _, ...warehouse }) => [warehouse.warehouse_id, warehouse]),
  );
  const kept = present.map((warehouse) => {
    const next = wanted.get(warehouse.warehouse_id) ?? { ...warehouse, enabled: false };
    wanted.delete(warehouse.warehouse_id);
    return next;
  });
  return [...kept, ...wanted.values()];
}

/** The part of an account file that makes a document, with these rules. */
export function documentFile(
  document: ConfigurationDocument,
  item_controls: readonly ItemControl[] = rulesOf(document.item_controls),
) {
  const { warehouses, settings, profiles, transit } = document;
  const { delivery_calendar, rates, split_penalty, default_unit_weight } = document;
  return {
    warehouses,
    settings,
    profiles,
    item_controls,
    ...(delivery_calendar && { delivery_calendar }),
    ...(rates && { rates }),
    ...(split_penalty !== undefined && { split_penalty }),
    ...(default_unit_weight !== undefined && { default_unit_weight }),
    transit: { provider: transit.provider, ...transit.options } as NonNullable<AccountFile['transit']>,
  };
}
