import type { RerouteRequest, Warehouse } from '../types.ts';
import type { CompiledProfile } from './profile.ts';
import { Rankings } from './rankings.ts';

/** Whether a reroute leaves some warehouses out. */
export function narrows(reroute: RerouteRequest | undefined): boolean {
  if (reroute === undefined) return false;
  return reroute.only_warehouse_ids !== null || reroute.exclude_warehouse_ids.length > 0;
}

/** Whether a warehouse is among `only` and not excluded (docs/guides/correct-an-order.md). */
export function isAdmittedBy(reroute: RerouteRequest | undefined, warehouseId: string): boolean {
  if (reroute === undefined) return true;
  const { only_warehouse_ids: only, exclude_warehouse_ids: excluded } = reroute;
  return (only === null || only.includes(warehouseId)) && !excluded.includes(warehouseId);
}

/** A profile with those of its candidates that a reroute admits. */
export function underReroute(
  profile: CompiledProfile,
  reroute: RerouteRequest | undefined,
  warehouses: readonly Warehouse[],
): CompiledProfile {
  if (!narrows(reroute)) return profile;
  const candidates = profile.candidates.filter((place) =>
    isAdmittedBy(reroute, warehouses[place]!.warehouse_id),
  );
  // Its rankings are of other candidates.
  return { ...profile, candidates, rankings: new Rankings() };
}
