import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { StoredConfiguration } from '../account/configurations.ts';
import type { Database } from '../db/database.ts';
import type { Destination } from '../engine/types.ts';
import type { Credentials } from '../foundation/credentials.ts';
import type { LaneLogger } from './cached-source.ts';
import { CALL_LIMITS, type CallLimits } from './http/call-policy.ts';
import { createCarrierSources } from './http/carrier-sources.ts';
import type { LaneLookups } from './lane-lookups.ts';
import { FALLBACK_LIFETIME, type LaneSource, type Urgency } from './provider.ts';
import { priceDestinations } from './rates/price-destinations.ts';
import { createPriceLists } from './rates/price-lists.ts';
import { tableSource } from './table.ts';
import { isKnownZip, parseZip } from './zip-codes.ts';
import { zoneSource } from './zone.ts';

/** Finds the lanes of destinations, and keeps them in memory; a carrier's also in lane_cache (docs/reference/lanes.md). */
export interface LaneResolver {
  /**
   * The destination of each ZIP as it was sent; null: the ZIP is invalid. Its `lanes` are by warehouse index, null for
   * a disabled warehouse. While a destination is in memory and its lanes do not change, it is the same object. Lanes
   * that soon become too old are refreshed in the background, for later requests.
   */
  resolve(
    configuration: StoredConfiguration,
    destinationZips: Iterable<string>,
  ): Promise<ReadonlyMap<string, Destination | null>>;
  /**
   * Has the lanes to these ZIPs asked for that only a carrier knows, so that `resolve` finds them in lane_cache. Returns the
   * number of different ZIPs.
   */
  prepare(configuration: StoredConfiguration, destinationZips: Iterable<string>): Promise<number>;
  /** How many different ZIPs of these are not in memory. */
  countNew(configuration: StoredConfiguration, destinationZips: Iterable<string>): number;
  /** Destinations whose lanes and zones are known, with what shipments to them cost (shared/transit/rates). */
  price(
    configuration: StoredConfiguration,
    destinations: readonly Destination[],
  ): Promise<readonly Destination[]>;
  /** Ends refreshes under way. */
  close(): Promise<void>;
}

interface LaneResolverOptions {
  readonly logger?: LaneLogger;
  /** Credentials for carriers. */
  readonly credentials?: Credentials;
  readonly lookups?: LaneLookups;
  /** Limits of calls to carriers. */
  readonly limits?: CallLimits;
  /** The most bytes of destinations in memory, about. The destination that was used longest ago is dropped first. */
  readonly memory_bytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A destination in memory. Times are in milliseconds since 1970. */
interface KnownDestination {
  readonly destination: Destination;
  /** From this time on its lanes are refreshed in the background. */
  readonly refresh_at: number;
  /** From this time on they are not used any more. */
  readonly stale_at: number;
}

/** Enough for all ZIPs of a client with ten warehouses. */
const MEMORY_BYTES = 128 * 1024 * 1024;

/**
 * What a destination takes in memory at most, about, with all that is cached by it: its ranking, and the ranking and the
 * lanes as they are written.
 */
const DESTINATION_BYTES = 500;
const BYTES_A_WAREHOUSE = 60;

/** The most destinations that are refreshed, or prepared, at once. */
const DESTINATIONS_AT_ONCE = 500;

/** Makes the lane resolver of a process or thread. */
export function createLaneResolver(
  { pool }: Pick<Database, 'pool'>,
  {
    logger,
    credentials = {},
    lookups,
    limits = CALL_LIMITS,
    memory_bytes = MEMORY_BYTES,
    now = Date.now,
  }: LaneResolverOptions = {},
): LaneResolver {
  const carriers = createCarrierSources({ pool, logger, now, credentials, limits });
  const priceLists = createPriceLists(pool);
  // By configuration and ZIP.
  const destinations = new LRUCache<string, KnownDestination>({
    maxSize: memory_bytes,
    sizeCalculation: ({ destination }) => DESTINATION_BYTES + BYTES_A_WAREHOUSE * destination.lanes.length,
  });
  const loading = new Map<string, Promise<KnownDestination>>();
  const refreshing = new Set<string>();
  const refreshes = new Set<Promise<void>>();
  let closed = false;

  function sourceOf({ client_id, transit }: StoredConfiguration): LaneSource {
    switch (transit.provider) {
      case 'table':
        return tableSource(pool, client_id, transit.lane_table_id);
      case 'zone':
        return zoneSource;
      case 'http':
        return carriers.of(client_id, { provider: 'http', ...transit.options });
    }
  }

  /** Loads ZIPs, all in one look-up. Returns them in their order. */
  async function load(
    configuration: StoredConfiguration,
    zips: readonly string[],
    urgency: Urgency,
  ): Promise<KnownDestination[]> {
    const { warehouses } = configuration.configuration;
    const origins = warehouses.map((warehouse) => (warehouse.enabled ? warehouse : null));
    const known = await sourceOf(configuration).lanes(origins, zips, urgency);
    const read = zips.map((zip, index) => ({ zip, lanes: known[index]!.lanes }));
    const priced = await priceDestinations(priceLists, configuration, read);
    return zips.map((zip, index) => {
      const { refresh_at, stale_at } = known[index]!;
      const destination = priced[index]!;
      const key = keyOf(configuration, zip);
      const present = destinations.peek(key)?.destination;
      const loaded = {
        // Rankings are cached by this object, so an equal one is not replaced.
        destination: isDeepStrictEqual(present, destination) ? present! : destination,
        refresh_at,
        stale_at,
      };
      destinations.set(key, loaded);
      return loaded;
    });
  }

  /** Loads ZIPs, each once: one that is already being loaded is only waited for. Returns them in their order. */
  function loadOnce(
    configuration: StoredConfiguration,
    zips: readonly string[],
  ): Promise<KnownDestination[]> {
    const fresh = zips.filter((zip) => !loading.has(keyOf(configuration, zip)));
    if (fresh.length > 0) {
      const loaded = load(configuration, fresh, 'request').finally(() => {
        for (const zip of fresh) loading.delete(keyOf(configuration, zip));
      });
      for (const [index, zip] of fresh.entries()) {
        loading.set(
          keyOf(configuration, zip),
          loaded.then((all) => all[index]!),
        );
      }
    }
    return Promise.all(zips.map((zip) => loading.get(keyOf(configuration, zip))!));
  }

  /** Starts a refresh in the background, of the ZIPs that are not being refreshed. */
  function refresh(configuration: StoredConfiguration, zips: Iterable<string>): void {
    const due = [...zips].filter((zip) => !refreshing.has(keyOf(configuration, zip)));
    if (due.length === 0 || closed) return;
    for (const zip of due) refreshing.add(keyOf(configuration, zip));
    const underWay = refreshAll(configuration, due).finally(() => {
      for (const zip of due) refreshing.delete(keyOf(configuration, zip));
      refreshes.delete(underWay);
    });
    refreshes.add(underWay);
  }

  async function refreshAll(configuration: StoredConfiguration, zips: readonly string[]): Promise<void> {
    for (let first = 0; first < zips.length && !closed; first += DESTINATIONS_AT_ONCE) {
      const batch = zips.slice(first, first + DESTINATIONS_AT_ONCE);
      try {
        await load(configuration, batch, 'refresh');
      } catch (error) {
        logger?.warn({ err: error, destinations: batch.length }, 'lanes were not refreshed');
        postponeRefresh(configuration, batch);
      }
    }
  }

  /** Tries the refresh of these ZIPs again later. */
  function postponeRefresh(configuration: StoredConfiguration, zips: readonly string[]): void {
    const refresh_at = now() + FALLBACK_LIFETIME.refresh_after_ms;
    for (const zip of zips) {
      const known = destinations.peek(keyOf(configuration, zip));
      if (known !== undefined) destinations.set(keyOf(configuration, zip), { ...known, refresh_at });
    }
  }

  return {
    price: (configuration, known) => priceDestinations(priceLists, configuration, known),
    countNew(configuration, destinationZips) {
      const isNew = (zip: string | null) =>
        zip !== null && !destinations.has(keyOf(configuration, zip)) && isKnownZip(zip);
      return new Set([...new Set(destinationZips)].map(parseZip).filter(isNew)).size;
    },
    async prepare(configuration, destinationZips) {
      const zips = [...new Set(destinationZips)];
      if (configuration.transit.provider !== 'http') return zips.length;
      for (let first = 0; first < zips.length; first += DESTINATIONS_AT_ONCE)
        await this.resolve(configuration, zips.slice(first, first + DESTINATIONS_AT_ONCE));
      return zips.length;
    },
    async resolve(configuration, destinationZips) {
      const at = now();
      const resolved = new Map<string, Destination | null>();
      const missing = new Map<string, string>();
      const due = new Set<string>();
      let hits = 0;
      for (const sent of destinationZips) {
        if (resolved.has(sent)) continue;
        const zip = parseZip(sent);
        const known = zip === null ? undefined : destinations.get(keyOf(configuration, zip));
        const isGood = known !== undefined && known.stale_at > at;
        resolved.set(sent, isGood ? known.destination : null);
        if (isGood) hits += 1;
        if (isGood && known.refresh_at <= at) due.add(zip!);
        if (zip !== null && !isGood && isKnownZip(zip)) missing.set(sent, zip);
      }
      lookups?.add(hits, missing.size);
      if (missing.size > 0) {
        const zips = [...new Set(missing.values())];
        const loaded = await loadOnce(configuration, zips);
        const byZip = new Map(zips.map((zip, index) => [zip, loaded[index]!]));
        for (const [sent, zip] of missing) {
          const { destination, refresh_at } = byZip.get(zip)!;
          resolved.set(sent, destination);
          if (refresh_at <= at) due.add(zip);
        }
      }
      if (due.size > 0) refresh(configuration, due);
      return resolved;
    },
    async close() {
      closed = true;
      carriers.close();
      await Promise.all(refreshes);
    },
  };
}

/** The key of a destination: its lanes depend on the configuration's warehouses. */
function keyOf({ id }: StoredConfiguration, zip: string): string {
  return `${id} ${zip}`;
}
