import type { Lane, Lanes } from '../engine/types.ts';

/** The origin of lanes: a warehouse. */
export interface Origin {
  /** The client's ID of the warehouse. */
  readonly warehouse_id: string;
  /** Five digits. */
  readonly zip: string;
}

/** A lane that is asked for. The destination is a ZIP of five digits that exists. */
export interface LanePair {
  readonly origin: Origin;
  readonly destination_zip: string;
}

/** The key of a pair in a map, by its two ZIPs. */
export function pairKey(originZip: string, destinationZip: string): string {
  return `${originZip} ${destinationZip}`;
}

/** A provider's answer for one pair: its lane, null if there is none, or why the provider failed. */
export type LaneAnswer = { readonly lane: Lane | null } | { readonly failure: string };

/** `request`: a request waits, for seconds at the most. `refresh`: no request waits, and requests go first. */
export type Urgency = 'request' | 'refresh';

/** Provides lanes. Its answers are cached: they depend only on the ZIPs of a pair. */
export interface LaneProvider {
  /** Returns one answer for each pair, in their order. A failure is an answer too; it never rejects. */
  lookUp(pairs: readonly LanePair[], urgency: Urgency): Promise<readonly LaneAnswer[]>;
  /** The key of its answers in lane_cache. If all answers change, the provider takes another key. */
  readonly cache_key: string;
  /** The client to which the answers belong. */
  readonly client_id: number;
  readonly lifetime: Lifetime;
}

/** How long an answer may be used. */
export interface Lifetime {
  /** From this age on it is refreshed in the background when it is used. */
  readonly refresh_after_ms: number;
  /** From this age on it is not used any more: a request waits for a new one. */
  readonly stale_after_ms: number;
}

/**
 * Whether a provider's lanes may change (those of `zone` with a release), so that a decision must store the lanes it used. A
 * lane table never changes.
 */
export function lanesMayChange({ transit }: { readonly transit: { readonly provider: string } }): boolean {
  return transit.provider !== 'table';
}

/** All lanes to one destination, and how long they may be used. */
export interface KnownLanes {
  /** In the order of the origins. */
  readonly lanes: Lanes;
  /** From this time on they are refreshed in the background. In milliseconds since 1970. */
  readonly refresh_at: number;
  /** From this time on they are not used any more. */
  readonly stale_at: number;
}

/** The source of a resolver's lanes: the zone provider, a client's table, or a carrier with its cache. */
export interface LaneSource {
  /** The lanes from all these origins, in the order of the destinations. There are none from an origin that is null. */
  lanes(
    origins: readonly (Origin | null)[],
    destinations: readonly string[],
    urgency: Urgency,
  ): Promise<readonly KnownLanes[]>;
}

/** For lanes that never change: those that this program computes, and those of a client's table. */
export const FOREVER = { refresh_at: Number.POSITIVE_INFINITY, stale_at: Number.POSITIVE_INFINITY };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * For a carrier's answer. Carriers change their ground maps a few times a year, and aggregators their statistics every
 * week. So a lane in use is refreshed every five days. A lane that was not used for two weeks may be wrong, and the
 * next order that needs it waits a second for a new answer.
 */
export const CARRIER_LIFETIME: Lifetime = { refresh_after_ms: 5 * DAY, stale_after_ms: 14 * DAY };

/**
 * For a lane that is used because a carrier did not answer. After a minute it is refreshed in the background; by then a
 * circuit breaker allows the next call. After a quarter of an hour a request waits for the carrier again.
 */
export const FALLBACK_LIFETIME: Lifetime = { refresh_after_ms: MINUTE, stale_after_ms: 15 * MINUTE };
