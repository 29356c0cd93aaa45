import type { Lane } from '../engine/types.ts';

/** Where lanes begin: a warehouse, by its place and by what its client calls it. */
export interface Origin {
  readonly warehouse_id: string;
  /** Five digits. */
  readonly zip: string;
}

/** A way that is asked about. The destination is five digits, known to exist. */
export interface LanePair {
  readonly origin: Origin;
  readonly destination_zip: string;
}

/** The key of a pair in a map, by its two ZIPs. */
export function pairKey(originZip: string, destinationZip: string): string {
  return `${originZip} ${destinationZip}`;
}

/** A provider's word on one pair: its lane, null where it has none, or why it could not say. */
export type LaneAnswer = { readonly lane: Lane | null } | { readonly failure: string };

/** `request`: somebody waits, for seconds at the most. `refresh`: nobody waits, and requests go first. */
export type Urgency = 'request' | 'refresh';

/** Who knows lanes. */
export interface LaneProvider {
  /** One answer a pair, in their order. What goes wrong is an answer; it never rejects. */
  lookUp(pairs: readonly LanePair[], urgency: Urgency): Promise<readonly LaneAnswer[]>;
}

/** A provider whose answers are worth keeping. They depend on the ZIPs of a pair alone. */
export interface CacheableProvider extends LaneProvider {
  /** Under which answers are cached; a provider whose answers change takes another. */
  readonly cache_key: string;
  /** The client whose answers they are, null: everybody's. */
  readonly client_id: number | null;
  readonly lifetime: Lifetime;
}

/** How long an answer is good for. */
export interface Lifetime {
  /** From this age on, its use has it asked for again in the background. */
  readonly refresh_after_ms: number;
  /** From this age on it is not used any more: a request waits for a new one. */
  readonly stale_after_ms: number;
}

/**
 * Whether a provider's lanes may be others when they are asked for again, so that a decision keeps those it used. Only
 * a lane table is one version for ever.
 */
export function lanesMayChange({ transit }: { readonly transit: { readonly provider: string } }): boolean {
  return transit.provider !== 'table';
}
