import type { Destination } from '../engine/types.ts';

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

interface UsedMemo extends ConfigurationMemo {
  /** Grows with each use of any memo. */
  lastUse: number;
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
  const memos = new Map<number, UsedMemo>();
  let uses = 0;
  return {
    of(configurationId) {
      let memo = memos.get(configurationId);
      if (memo === undefined) {
        memo = { destinations: new Map(), pending: new Map(), refreshing: new Set(), lastUse: 0 };
        memos.set(configurationId, memo);
      }
      memo.lastUse = ++uses;
      return memo;
    },
    trim() {
      let total = 0;
      for (const memo of memos.values()) total += memo.destinations.size;
      if (total <= maxDestinations) return;
      for (const [id, memo] of [...memos].sort(([, one], [, other]) => one.lastUse - other.lastUse)) {
        if (total <= maxDestinations || memos.size === 1) return;
        total -= memo.destinations.size;
        memos.delete(id);
      }
    },
  };
}
