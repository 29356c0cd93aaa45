import type { Destination } from '../engine/types.ts';
import { RecentlyUsed } from '../platform/recently-used.ts';

/** A destination, and when its lanes are refreshed and not used any more, in milliseconds since 1970. */
export interface KnownDestination {
  readonly destination: Destination;
  readonly refresh_at: number;
  readonly stale_at: number;
}

/** The destinations of one configuration, by the five digits of their ZIP. */
export interface ConfigurationMemo {
  readonly destinations: Map<string, KnownDestination>;
  /** Destinations that are being loaded. */
  readonly pending: Map<string, Promise<void>>;
  /** Destinations that are being refreshed. */
  readonly refreshing: Set<string>;
}

/** A limited number of destinations of many configurations. */
export interface DestinationMemo {
  /** The destinations of one configuration, which becomes the most recently used one. */
  of(configurationId: number): ConfigurationMemo;
  /** Removes whole configurations, the least recently used first, until the limit is met. The last one always stays. */
  trim(): void;
}

/** Makes a memo of at most `maxDestinations`. A single configuration may have more. */
export function createDestinationMemo(maxDestinations: number): DestinationMemo {
  const memos = new RecentlyUsed<number, ConfigurationMemo>();
  return {
    of(configurationId) {
      return memos.get(configurationId, () => ({
        destinations: new Map(),
        pending: new Map(),
        refreshing: new Set(),
      }));
    },
    trim() {
      let total = 0;
      for (const memo of memos.values()) total += memo.destinations.size;
      while (total > maxDestinations && memos.size > 1) total -= memos.dropLeast()!.destinations.size;
    },
  };
}
