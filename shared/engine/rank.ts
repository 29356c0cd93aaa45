import { nullLast } from './allocation-order.ts';
import type { CompiledProfile } from './compile.ts';
import type { Departures } from './departures.ts';
import type { Money } from './money.ts';
import type { WholePrices } from './order-costs.ts';
import type { Destination, Warehouse } from './types.ts';

/** What a ranking may look at beside warehouses and lanes. */
export interface RankedBy {
  readonly departures: Departures | null;
  /** Null: the account has no rates. */
  readonly prices: WholePrices | null;
}

/** The profile's candidates, best first, before any lift (docs/explanation/decisions.md, Ranking). */
export function rankWarehouses(
  { settings: { ranking }, candidates, rankings }: CompiledProfile,
  warehouses: readonly Warehouse[],
  destination: Destination,
  { departures, prices }: RankedBy,
): readonly number[] {
  const sorted = (by: ByWarehouse) =>
    [...candidates].sort(byRank(ranking === 'priority', by, warehouses, destination));
  switch (ranking) {
    case 'transit':
    case 'priority':
      return rankings.of(destination, () => sorted((warehouse) => destination.lanes[warehouse]?.transit_days ?? null));
    case 'delivery':
      return rankings.of(departures ?? destination, () =>
        sorted((warehouse) => departures?.delivery[warehouse] ?? null),
      );
    case 'cost': {
      // Prices depend on the order's weight.
      const byWarehouse = candidates.map((warehouse) => [warehouse, prices?.(warehouse) ?? null] as const);
      const known = new Map(byWarehouse);
      return rankings.shared(sorted((warehouse) => known.get(warehouse) ?? null));
    }
  }
}

/** What warehouses rank by; null ranks last. */
type ByWarehouse = (warehouse: number) => Money | null;

function byRank(
  isPriorityFirst: boolean,
  by: ByWarehouse,
  warehouses: readonly Warehouse[],
  { lanes }: Destination,
): (left: number, right: number) => number {
  return (left, right) => {
    const leftLane = lanes[left] ?? null;
    const rightLane = lanes[right] ?? null;
    const byWarehousePriority = byPriority(warehouses[left]!, warehouses[right]!);
    const byMeasure = nullLast(by(left), by(right));
    // A warehouse without a lane ranks after all that have one, in all rankings.
    return (
      Number(leftLane === null) - Number(rightLane === null) ||
      (isPriorityFirst ? byWarehousePriority || byMeasure : byMeasure || byWarehousePriority) ||
      nullLast(leftLane?.distance_miles ?? null, rightLane?.distance_miles ?? null) ||
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
