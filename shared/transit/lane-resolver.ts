import { isDeepStrictEqual } from 'node:util';
import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { Database } from '../db/database.ts';
import type { Destination } from '../engine/types.ts';
import { cachedSource, type LaneLogger } from './cached-source.ts';
import { type ConfigurationMemo, createDestinationMemo } from './destination-memo.ts';
import { CALL_LIMITS, type CallLimits } from './http/call-limits.ts';
import { createCarrierSources } from './http/carrier-sources.ts';
import type { Credentials } from './http/credentials.ts';
import type { LaneLookups } from './lane-lookups.ts';
import { directSource, type LaneSource } from './lane-source.ts';
import { FALLBACK_LIFETIME } from './lifetimes.ts';
import type { CacheableProvider, Urgency } from './provider.ts';
import { createLaneSharing } from './shared-lanes.ts';
import { createLaneTableStore, tableProvider } from './table.ts';
import { isKnownZip, parseZip } from './zip-codes.ts';
import { zoneProvider } from './zone.ts';

/** Finds the lanes of destinations, and keeps them in memory and in lane_cache (docs/reference/lanes.md). */
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
  /** Ends refreshes under way, and writes all lanes to lane_cache that are not written yet. */
  close(): Promise<void>;
}

export interface LaneResolverOptions {
  readonly logger?: LaneLogger;
  /** Credentials for carriers. */
  readonly credentials?: Credentials;
  readonly lookups?: LaneLookups;
  /** Limits of calls to carriers. */
  readonly limits?: CallLimits;
  /** The provider of all clients whose provider is `zone`. */
  readonly provider?: CacheableProvider;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * The most destinations in memory. With ten warehouses each takes about 300 bytes. A configuration has at most 100,000.
 */
const MAX_DESTINATIONS = 200_000;

/** The most destinations that are refreshed at once. */
const REFRESH_BATCH = 500;

/** Makes the lane resolver of a process or thread. */
export function createLaneResolver(
  { pool }: Pick<Database, 'pool'>,
  {
    logger,
    credentials = {},
    lookups,
    limits = CALL_LIMITS,
    provider = zoneProvider,
    now = Date.now,
  }: LaneResolverOptions = {},
): LaneResolver {
  const zone = cachedSource({ pool, logger, now }, provider);
  const carriers = createCarrierSources({ pool, logger, now, credentials, limits });
  const tables = createLaneTableStore(pool);
  const memos = createDestinationMemo(MAX_DESTINATIONS);
  const shared = createLaneSharing();
  const refreshes = new Set<Promise<void>>();
  let closed = false;

  async function sourceOf({ client_id, transit }: StoredConfiguration): Promise<LaneSource> {
    switch (transit.provider) {
      case 'table':
        return directSource(tableProvider(await tables(client_id, transit.lane_table_id)));
      case 'zone':
        return zone;
      case 'http':
        return carriers.of(client_id, { provider: 'http', ...transit.options });
    }
  }

  async function load(
    configuration: StoredConfiguration,
    memo: ConfigurationMemo,
    zips: readonly string[],
    urgency: Urgency,
  ): Promise<void> {
    const { warehouses } = configuration.configuration;
    const origins = warehouses.filter((warehouse) => warehouse.enabled);
    const originIndex = new Map(origins.map((origin, index) => [origin, index]));
    const source = await sourceOf(configuration);
    const known = await source.lanes(origins, zips, urgency);
    zips.forEach((zip, index) => {
      const { lanes, refresh_at, stale_at } = known[index]!;
      const laneOf = (at: number | undefined) => (at === undefined ? null : shared(lanes[at]!));
      const destination = { zip, lanes: warehouses.map((warehouse) => laneOf(originIndex.get(warehouse))) };
      const present = memo.destinations.get(zip)?.destination;
      memo.destinations.set(zip, {
        // Rankings are cached by this object, so an equal one is not replaced.
        destination: isDeepStrictEqual(present, destination) ? present! : destination,
        refresh_at,
        stale_at,
      });
    });
    memos.trim();
  }

  /** Loads ZIPs, all in one look-up. A ZIP that is already being loaded is only waited for. */
  async function loadOnce(
    configuration: StoredConfiguration,
    memo: ConfigurationMemo,
    zips: readonly string[],
  ): Promise<void> {
    const fresh = zips.filter((zip) => !memo.pending.has(zip));
    if (fresh.length > 0) {
      const loading = load(configuration, memo, fresh, 'request').finally(() => {
        for (const zip of fresh) memo.pending.delete(zip);
      });
      for (const zip of fresh) memo.pending.set(zip, loading);
    }
    await Promise.all(new Set(zips.map((zip) => memo.pending.get(zip))));
  }

  /** Starts a refresh in the background, of the ZIPs that are not being refreshed. */
  function refresh(
    configuration: StoredConfiguration,
    memo: ConfigurationMemo,
    zips: Iterable<string>,
  ): void {
    const due = [...zips].filter((zip) => !memo.refreshing.has(zip));
    if (due.length === 0 || closed) return;
    for (const zip of due) memo.refreshing.add(zip);
    const refreshing = refreshAll(configuration, memo, due).finally(() => {
      for (const zip of due) memo.refreshing.delete(zip);
      refreshes.delete(refreshing);
    });
    refreshes.add(refreshing);
  }

  async function refreshAll(
    configuration: StoredConfiguration,
    memo: ConfigurationMemo,
    zips: readonly string[],
  ): Promise<void> {
    for (let first = 0; first < zips.length && !closed; first += REFRESH_BATCH) {
      const batch = zips.slice(first, first + REFRESH_BATCH);
      try {
        await load(configuration, memo, batch, 'refresh');
      } catch (error) {
        logger?.warn({ err: error, destinations: batch.length }, 'lanes were not refreshed');
        postponeRefresh(memo, batch);
      }
    }
  }

  /** Tries the refresh of these ZIPs again later. */
  function postponeRefresh(memo: ConfigurationMemo, zips: readonly string[]): void {
    const refresh_at = now() + FALLBACK_LIFETIME.refresh_after_ms;
    for (const zip of zips) {
      const known = memo.destinations.get(zip);
      if (known !== undefined) memo.destinations.set(zip, { ...known, refresh_at });
    }
  }

  return {
    async resolve(configuration, destinationZips) {
      const memo = memos.of(configuration.id);
      const at = now();
      const resolved = new Map<string, Destination | null>();
      const missing = new Map<string, string>();
      const due = new Set<string>();
      let hits = 0;
      for (const sent of destinationZips) {
        if (resolved.has(sent)) continue;
        const zip = memo.destinations.has(sent) ? sent : parseZip(sent);
        const known = zip === null ? undefined : memo.destinations.get(zip);
        const isGood = known !== undefined && known.stale_at > at;
        resolved.set(sent, isGood ? known.destination : null);
        if (isGood) hits += 1;
        if (isGood && known.refresh_at <= at) due.add(zip!);
        if (zip !== null && !isGood && isKnownZip(zip)) missing.set(sent, zip);
      }
      lookups?.add(hits, missing.size);
      if (missing.size > 0) {
        await loadOnce(configuration, memo, [...new Set(missing.values())]);
        for (const [sent, zip] of missing) {
          const known = memo.destinations.get(zip)!;
          resolved.set(sent, known.destination);
          if (known.refresh_at <= at) due.add(zip);
        }
      }
      if (due.size > 0) refresh(configuration, memo, due);
      return resolved;
    },
    async close() {
      closed = true;
      await carriers.close();
      await Promise.all(refreshes);
      await Promise.all([zone.close(), carriers.close()]);
    },
  };
}
