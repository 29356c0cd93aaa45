import { dayText } from './departures.ts';
import { UNROUTABLE } from './reason-codes.ts';
import { narrows } from './reroute.ts';
import type { Decision } from './types.ts';

const ADMIT_OTHERS = 'Route the order again with other warehouses.';

/** What to do about a NONE, in a short sentence; null if something ships. */
export function recommendedAction({
  unroutable,
  reroute,
  next_place,
}: Pick<Decision, 'unroutable' | 'reroute' | 'next_place'>): string | null {
  if (unroutable === null) return null;
  if (next_place !== undefined) {
    return `Raise a capacity on the Warehouses page, or wait: the first day with a place is ${dayText(next_place)}.`;
  }
  const isForReroute = unroutable === 'no_eligible_warehouse' && narrows(reroute);
  return isForReroute ? ADMIT_OTHERS : UNROUTABLE[unroutable].recommended_action;
}
