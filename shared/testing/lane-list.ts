import type { Lane, Lanes } from '../engine/types.ts';

/** Lanes as an array, null where a warehouse has none. */
export function laneList(lanes: Lanes): (Lane | null)[] {
  return Array.from({ length: lanes.length }, (_, warehouse) => lanes.at(warehouse) ?? null);
}
