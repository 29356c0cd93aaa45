import { nullLast } from './allocation-order.ts';
import type { CompiledProfile } from './compile.ts';
import type { Destination, Settings, Warehouse } from './types.ts';

/** The profile's candidates, best first, before any lift (docs/explanation/decisions.md, Ranking). */
export function rankWarehouses(
  profile: CompiledProfile,
  warehouses: readonly Warehouse[],
  destination: Destination,
): readonly number[] {
  return profile.rankings.of(destination, () =>
    [...profile.candidates].sort(byRank(profile.settings.ranking, warehouses, destination)),
  );
}

function byRank(
  ranking: Settings['ranking'],
  warehouses: readonly Warehouse[],
  { lanes }: Destination,
): (left: number, right: number) => number {
  return (left, right) => {
    const leftLane = lanes[left] ?? null;
    const rightLane = lanes[right] ?? null;
    // A warehouse without a lane has neither days nor miles. It ranks after all that have one, in both rankings.
    if (leftLane === null || rightLane === null) {
      return (
        Number(leftLane === null) - Number(rightLane === null) ||
        byPriority(warehouses[left]!, warehouses[right]!) ||
        byId(warehouses[left]!, warehouses[right]!)
      );
    }
    const byDays = leftLane.transit_days - rightLane.transit_days;
    return (
      (ranking === 'transit'
        ? byDays || byPriority(warehouses[left]!, warehouses[right]!)
        : byPriority(warehouses[left]!, warehouses[right]!) || byDays) ||
      nullLast(leftLane.distance_miles, rightLane.distance_miles) ||
      byId(warehouses[left]!, warehouses[right]!)
    );
  };
}

function byPriority(left: Warehouse, right: Warehouse): number {
  return nullLast(left.priority, right.priority);
}

/** Strings compare by code unit. */
function byId(left: Warehouse, right: Warehouse): number {
  return left.warehouse_id < right.warehouse_id ? -1 : 1;
}
