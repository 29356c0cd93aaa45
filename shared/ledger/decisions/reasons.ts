import type { Decision, UnfulfilledReason, UnroutableCode } from '../../engine/types.ts';

export type ReasonCode = UnroutableCode | UnfulfilledReason;

/**
 * Why not all of an order ships, each code once: the code of a NONE, otherwise the reasons of the SKUs that lack units.
 * Empty if all ships.
 */
export function reasonsOf({ status, unroutable, unfulfilled }: Decision): ReasonCode[] {
  if (status === 'NONE') return unroutable === null ? [] : [unroutable];
  return unfulfilled.length === 0 ? [] : [...new Set(unfulfilled.map(({ reason }) => reason))];
}
