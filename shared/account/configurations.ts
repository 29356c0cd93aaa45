import { LRUCache } from 'lru-cache';
import type { AccountSettings } from '../contracts/account/settings.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { ContractVariant } from '../db/generated/client.ts';
import { type CompiledConfiguration, compileConfiguration } from '../engine/compile.ts';
import type { Configuration, Warehouse } from '../engine/types.ts';
import { perObject } from '../foundation/per-object.ts';
import type { StoredRates, TransitSetup } from './configuration-document.ts';
import {
  type ConfigurationVersion,
  readVersion,
  rowsOf,
  sharingPages,
  withRules,
} from './configuration-versions.ts';
import { type RulePages, rulesOf } from './rule-pages.ts';

/** One immutable version of a client's configuration, compiled for decisions. */
export interface StoredConfiguration {
  readonly id: number;
  readonly client_id: number;
  /** The contract its answers were given in. */
  readonly contract_variant: ContractVariant;
  readonly configuration: Configuration;
  readonly compiled: CompiledConfiguration;
  /** By warehouse index. */
  readonly warehouse_db_ids: readonly number[];
  readonly transit: TransitSetup;
  /** Null: the account has no prices. */
  readonly rates: StoredRates | null;
  readonly reroute_on_sync: AccountSettings['reroute_on_sync'];
  /** Whether counts of stock are of what stands on the shelf. */
  readonly counts_shelf: boolean;
  /** After so many days orders that have units reserved are released by themselves; null: never. */
  readonly reservation_days: number | null;
  /** Versions of a client share those that are the same. */
  readonly rule_pages: RulePages;
  /** Warehouses, by index, that are disabled here although the stored version has them enabled. */
  readonly disabled: readonly number[];
}

/** The most bytes of configurations in memory, about: 1,500 of the size of the demo client's. */
export const MAX_CONFIGURATION_BYTES = 64 * 1024 * 1024;

/** What a configuration takes in memory, about, with what answers under it have in common. */
const CONFIGURATION_BYTES = 20_000;
/** With rules it takes up to four times as much as its JSON. */
const BYTES_A_CHARACTER = 4;

/** By id. */
type Configurations = LRUCache<number, StoredConfiguration>;

/** One for each database, because ids of two databases are not related. */
const cacheOf = perObject(createCache);

/** Reads a configuration by id. It is cached, because it never changes. The least recently used one is dropped first. */
export function loadConfiguration(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<StoredConfiguration> {
  return cacheOf(pool).forceFetch(id);
}

function createCache(pool: Queryable): Configurations {
  /** The version that was read last, by client. */
  const latest = new Map<number, number>();
  const cache: Configurations = new LRUCache({
    maxSize: MAX_CONFIGURATION_BYTES,
    // Requests that come while a configuration is read share it, also if it was dropped meanwhile.
    fetchMethod: async (id, _known, { options }) => {
      const version = await readVersion(rowsOf(pool), id);
      const before = cache.peek(latest.get(version.client_id) ?? -1)?.rule_pages ?? [];
      latest.set(version.client_id, id);
      const { configuration, characters } = await readConfiguration(pool, version, before);
      // The largest one has the whole cache, rather than no place in it.
      options.size = Math.min(CONFIGURATION_BYTES + BYTES_A_CHARACTER * characters, MAX_CONFIGURATION_BYTES);
      return configuration;
    },
    ignoreFetchAbort: true,
  });
  return cache;
}

/** The client's ID of a warehouse of a configuration, by its database id. */
export function warehouseIdOf(
  { configuration, warehouse_db_ids }: Pick<StoredConfiguration, 'configuration' | 'warehouse_db_ids'>,
  databaseId: number,
): string {
  return configuration.warehouses[warehouse_db_ids.indexOf(databaseId)]!.warehouse_id;
}

/** The warehouses of a configuration by their database ids. */
export function warehousesByDbId({
  configuration,
  warehouse_db_ids,
}: StoredConfiguration): ReadonlyMap<number, Warehouse> {
  return new Map(warehouse_db_ids.map((id, index) => [id, configuration.warehouses[index]!]));
}

/** By the version, then by the warehouses. */
const narrowed = perObject((_: StoredConfiguration) => new Map<string, StoredConfiguration>());

/** A configuration as if some of its warehouses, by index, were disabled; the same one if none is enabled in it. */
export function withDisabled(
  stored: StoredConfiguration,
  warehouses: readonly number[],
): StoredConfiguration {
  const disabled = warehouses.filter((index) => stored.configuration.warehouses[index]!.enabled);
  if (disabled.length === 0) return stored;
  const known = narrowed(stored);
  const key = disabled.join();
  let narrow = known.get(key);
  if (narrow === undefined) {
    const configuration = {
      ...stored.configuration,
      warehouses: stored.configuration.warehouses.map((warehouse, index) =>
        disabled.includes(index) ? { ...warehouse, enabled: false } : warehouse,
      ),
    };
    narrow = { ...stored, configuration, compiled: compileConfiguration(configuration), disabled };
    known.set(key, narrow);
  }
  return narrow;
}

/** Reads the rules of a version beside those that the version before has in memory. */
async function readConfiguration(
  pool: Queryable,
  version: ConfigurationVersion,
  before: RulePages,
): Promise<{ readonly configuration: StoredConfiguration; readonly characters: number }> {
  const { id, client_id, document, warehouse_db_ids } = await withRules(
    rowsOf(pool),
    sharingPages(version, before),
    'all',
  );
  const { contract_variant, transit, rate_table_id, settings, item_controls, ...rest } = document;
  const { reroute_on_sync, stock_counts, reservation_days = null, retention_days: _, ...ofEngine } = settings;
  const configuration: Configuration = { ...rest, settings: ofEngine, item_controls: rulesOf(item_controls) };
  return {
    configuration: {
      id,
      client_id,
      contract_variant,
      configuration,
      compiled: compileConfiguration(configuration),
      warehouse_db_ids,
      transit,
      rates: rest.rates ? { ...rest.rates, rate_table_id: rate_table_id! } : null,
      reroute_on_sync,
      counts_shelf: stock_counts === 'on_hand',
      reservation_days,
      rule_pages: item_controls,
      disabled: [],
    },
    characters: JSON.stringify(configuration).length,
  };
}
