import { nullLast } from './allocation-order.ts';
import type { CompiledProfile } from './compile.ts';
import type { Departures } from './departures.ts';
import type { Destination, Settings, Warehouse } from './types.ts';

/** The profile's candidates, best first, before any lift (docs/explanation/decisions.md, Ranking). */
export function rankWarehouses(
  profile: CompiledProfile,
  warehouses: readonly Warehouse[],
  destination: Destination,
  departures: Departures | null,
): readonly number[] {
  const { ranking } = profile.settings;
  const isByDelivery = ranking === 'delivery';
  return profile.rankings.of((isByDelivery && departures) || destination, () =>
    [...profile.candidates].sort(
      byRank(ranking, warehouses, destination, isByDelivery ? (departures?.delivery ?? []) : []),
    ),
  );
}

function byRank(
  ranking: Settings['ranking'],
  warehouses: readonly Warehouse[],
  { lanes }: Destination,
  /** Days by warehouse index. */
  delivery: Departures['delivery'],
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
    const byDays =
      ranking === 'delivery'
        ? nullLast(delivery[left] ?? null, delivery[right] ?? null)
        : leftLane.transit_days - rightLane.transit_days;
    return (
      (ranking === 'priority'
        ? byPriority(warehouses[left]!, warehouses[right]!) || byDays
        : byDays || byPriority(warehouses[left]!, warehouses[right]!)) ||
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
