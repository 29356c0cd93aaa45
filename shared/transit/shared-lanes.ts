import type { Lane } from '../engine/types.ts';

/** The most different lanes in memory. If there are more, all are removed. */
const MAX_LANES = 100_000;

/**
 * Makes a function that returns the same object for equal lanes, which saves memory: of the million lanes from the demo
 * client's eleven warehouses to all ZIPs about 32,000 differ.
 */
export function createLaneSharing(): (lane: Lane | null) => Lane | null {
  const known = new Map<string, Lane>();
  return (lane) => {
    if (lane === null) return null;
    const key = `${lane.transit_days} ${lane.distance_miles} ${lane.source} ${lane.zone ?? ''}`;
    const shared = known.get(key);
    if (shared !== undefined) return shared;
    if (known.size === MAX_LANES) known.clear();
    known.set(key, lane);
    return lane;
  };
}
