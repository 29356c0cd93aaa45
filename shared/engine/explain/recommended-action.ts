import { dayText } from '../rules/departures.ts';
import { narrows } from '../rules/reroute.ts';
import type { Decision, PolicyFinding } from '../types.ts';
import { UNROUTABLE } from '../unroutable.ts';

const ADMIT_OTHERS = 'Route the order again with other warehouses.';
const ADD_A_LANE = 'Add a transit lane to the destination ZIP or stock a warehouse that has one.';

type Codes = Pick<Decision, 'unroutable' | 'reroute' | 'next_place' | 'blocked_anyway' | 'policy'>;

/** What to do about a NONE, in a short sentence; null if something ships. */
export function recommendedAction({
  unroutable,
  reroute,
  next_place,
  blocked_anyway,
  policy,
}: Codes): string | null {
  if (unroutable === null) return null;
  if (unroutable === 'no_capacity') {
    const action =
      next_place === undefined
        ? UNROUTABLE.no_capacity.recommended_action
        : `Raise a capacity on the Warehouses page, or wait: the first day with a place is ${dayText(next_place)}.`;
    if (blocked_anyway === undefined) return action;
    return `${against(blocked_anyway).slice(0, -1)}; also ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
  }
  if (policy.blocked !== null && unroutable === `${policy.blocked.rule}_blocked`)
    return against(policy.blocked);
  const isForReroute = unroutable === 'no_eligible_warehouse' && narrows(reroute);
  return isForReroute ? ADMIT_OTHERS : UNROUTABLE[unroutable].recommended_action;
}

/** What to do about a rule that blocks. No limit is high enough for a warehouse without a lane. */
function against({ rule, found }: PolicyFinding): string {
  if (rule === 'max_transit_days' && found === null) return ADD_A_LANE;
  return UNROUTABLE[`${rule}_blocked`].recommended_action;
}
