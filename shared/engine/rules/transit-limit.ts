import type { Lane, PolicyMode } from '../types.ts';

/** A limit on transit days that warns or blocks. */
export interface TransitLimit {
  readonly mode: Exclude<PolicyMode, 'allow'>;
  readonly days: number;
}

/**
 * The limit for a SKU. Its own days replace the order's, in the order's mode, or `block` if that is `allow`
 * (docs/reference/settings.md).
 */
export function transitLimitFor(order: TransitLimit | null, ownDays: number | null): TransitLimit | null {
  return ownDays === null ? order : { mode: order?.mode ?? 'block', days: ownDays };
}

/** Whether a lane is slower than a limit. If there is no lane, it is slower than any limit. */
export function isSlow(lane: Lane | null | undefined, limit: TransitLimit): boolean {
  return !lane || lane.transit_days > limit.days;
}
