import type { Destination } from '../engine/types.ts';

/** A destination, and until when its lanes are good (milliseconds since 1970). */
export interface KnownDestination {
  readonly destination: Destination;
  readonly refresh_at: number;
  readonly stale_at: number;
}

/** What is known, what is being found out and what is being refreshed under one configuration, by five digits. */
export interface ConfigurationMemo {
  readonly destinations: Map<string, KnownDestination>;
  readonly pending: Map<string, Promise<void>>;
  readonly refreshing: Set<string>;
}

/** Destinations of many configurations, bounded. */
export interface DestinationMemo {
  /** The part of one configuration, which is thereby the most recently used. */
  of(configurationId: number): ConfigurationMemo;
  /** Forgets whole configurations, least recently used first and never the last, until the rest is within the bound. */
  trim(): void;
}

/** Keeps at most `maxDestinations`, unless one configuration alone has more. */
export function createDestinationMemo(maxDestinations: number): DestinationMemo {
  const memos = new Map<number, ConfigurationMemo>();
  return {
    of(configurationId) {
      const memo = memos.get(configurationId) ?? {
        destinations: new Map(),
        pending: new Map(),
        refreshing: new Set(),
      };
      memos.delete(configurationId);
      memos.set(configurationId, memo);
      return memo;
    },
    trim() {
      let total = 0;
      for (const memo of memos.values()) total += memo.destinations.size;
      for (const [id, memo] of memos) {
        if (total <= maxDestinations || memos.size === 1) return;
        total -= memo.destinations.size;
        memos.delete(id);
      }
    },
  };
}
