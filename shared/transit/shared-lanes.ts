import type { Lane } from '../engine/types.ts';

/** The most different lanes in memory. If there are more, all are removed. */
const MAX_LANES = 100_000;

const known = new Map<string, Lane>();

/** The same object for equal lanes, which saves memory: a lane table has few different ones. */
export function sharedLane(lane: Lane | null): Lane | null {
  if (lane === null) return null;
  const key = `${lane.transit_days} ${lane.distance_miles} ${lane.source} ${lane.zone ?? ''}`;
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  if (known.size === MAX_LANES) known.clear();
  known.set(key, lane);
  return lane;
}
