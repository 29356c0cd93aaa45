import { dayText } from '../rules/departures.ts';
import { narrows } from '../rules/reroute.ts';
import type { Decision } from '../types.ts';
import { UNROUTABLE } from '../unroutable.ts';

const ADMIT_OTHERS = 'Route the order again with other warehouses.';
const ADD_A_LANE = 'Add a transit lane to the destination ZIP or stock a warehouse that has one.';

/** What to do about a NONE, in a short sentence; null if something ships. */
export function recommendedAction({
  unroutable,
  reroute,
  next_place,
  policy,
}: Pick<Decision, 'unroutable' | 'reroute' | 'next_place' | 'policy'>): string | null {
  if (unroutable === null) return null;
  if (next_place !== undefined) {
    return `Raise a capacity on the Warehouses page, or wait: the first day with a place is ${dayText(next_place)}.`;
  }
  // No limit is high enough for a warehouse without a lane.
  if (unroutable === 'max_transit_days_blocked' && policy.blocked?.found === null) return ADD_A_LANE;
  const isForReroute = unroutable === 'no_eligible_warehouse' && narrows(reroute);
  return isForReroute ? ADMIT_OTHERS : UNROUTABLE[unroutable].recommended_action;
}
