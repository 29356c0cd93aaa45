import type { SkuDemand } from './demand.ts';
import type { Bar } from './explanation.ts';
import { bindingRestrictions } from './item-rules.ts';
import { isSlow } from './transit-limit.ts';
import type { Lane } from './types.ts';

/**
 * The first reason why a warehouse may not ship a SKU; null if it may. `lane` is undefined if it is not known: then no
 * limit on transit days applies.
 */
export function barOf(
  { rules, quantity, stock, transitLimit }: SkuDemand,
  warehouse: number,
  lane: Lane | null | undefined,
  candidates: readonly number[],
): Bar | null {
  if (rules !== null) {
    if (rules.dropShip) return 'drop_ship';
    if (rules.hold) return 'hold';
    const binding = bindingRestrictions(rules, quantity, stock, candidates);
    if (binding.some(({ listed }) => listed[warehouse] !== 1)) return 'restrict';
    if (rules.excluded?.[warehouse] === 1) return 'exclude';
  }
  const isTooSlow = lane !== undefined && transitLimit?.mode === 'block' && isSlow(lane, transitLimit);
  return isTooSlow ? 'max_transit_days' : null;
}
