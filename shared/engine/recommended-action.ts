import { UNROUTABLE } from './reason-codes.ts';
import { narrows } from './reroute.ts';
import type { Decision } from './types.ts';

const ADMIT_OTHERS = 'Route the order again with other warehouses.';

/** What to do about a NONE, in a short sentence; null if something ships. */
export function recommendedAction({
  unroutable,
  reroute,
}: Pick<Decision, 'unroutable' | 'reroute'>): string | null {
  if (unroutable === null) return null;
  const isForReroute = unroutable === 'no_eligible_warehouse' && narrows(reroute);
  return isForReroute ? ADMIT_OTHERS : UNROUTABLE[unroutable].recommended_action;
}
