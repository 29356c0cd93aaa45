import type { Money } from '../money.ts';
import type { SettingFacts } from '../setting-facts.ts';
import type { Destination, Settings, Warehouse } from '../types.ts';
import { nullLast } from './allocation-order.ts';
import type { Departures } from './departures.ts';
import { type OrderCosts, wholePrices } from './order-costs.ts';
import type { CompiledProfile } from './profile.ts';

export const RANKING = {
  kind: 'choice',
  choices: ['transit', 'priority', 'delivery', 'cost'],
  suggested: 'transit',
  group: 'route',
  initial: 'transit',
  isOptional: false,
  label: 'Ranking',
  help: 'Rank warehouses by days in transit, by the priority set on the Warehouses page, by the delivery date, or by the price of the whole order, which needs the prices of the Rates page.',
  about: 'What ranks warehouses: transit days, priority, the delivery date, or the price of the whole order.',
} satisfies SettingFacts<'ranking'>;

/** What a ranking may depend on beside the destination. */
interface RankedBy {
  readonly departures: Departures | null;
  /** Null: the account has no rates. */
  readonly costs: OrderCosts | null;
  readonly demands: readonly { readonly quantity: number }[];
}

/** The profile's candidates, best first, before any lift (docs/explanation/decisions.md, Ranking). */
export function rankWarehouses(
  profile: CompiledProfile,
  warehouses: readonly Warehouse[],
  destination: Destination,
  { departures, costs, demands }: RankedBy,
): readonly number[] {
  const { ranking } = profile.settings;
  const rank = (keys: Keys) => [...profile.candidates].sort(byRank(ranking, warehouses, destination, keys));
  // It depends on the order's weight, so it is not the same for all orders to the destination.
  if (ranking === 'cost' && costs !== null) return rank(wholePrices(costs, demands));
  const isByDelivery = ranking === 'delivery' && departures !== null;
  return profile.rankings.of(isByDelivery ? departures : destination, () =>
    rank(isByDelivery ? departures.delivery : []),
  );
}

/** What is compared first, by warehouse index: delivery days, or prices. Null comes last. */
type Keys = readonly (Money | null)[];

function byRank(
  ranking: Settings['ranking'],
  warehouses: readonly Warehouse[],
  destination: Destination,
  keys: Keys,
): (left: number, right: number) => number {
  // Read once each, because a destination may keep its lanes as numbers.
  const lanes = warehouses.map((_, warehouse) => destination.lanes.at(warehouse) ?? null);
  return (left, right) => {
    const leftLane = lanes[left] ?? null;
    const rightLane = lanes[right] ?? null;
    // A warehouse without a lane has neither days nor miles. It ranks after all that have one, in every ranking.
    if (leftLane === null || rightLane === null) {
      return (
        Number(leftLane === null) - Number(rightLane === null) ||
        (ranking === 'cost' ? nullLast(keys[left] ?? null, keys[right] ?? null) : 0) ||
        byPriority(warehouses[left]!, warehouses[right]!) ||
        byId(warehouses[left]!, warehouses[right]!)
      );
    }
    const byFirst =
      ranking === 'delivery' || ranking === 'cost'
        ? nullLast(keys[left] ?? null, keys[right] ?? null)
        : leftLane.transit_days - rightLane.transit_days;
    return (
      (ranking === 'priority'
        ? byPriority(warehouses[left]!, warehouses[right]!) || byFirst
        : byFirst || byPriority(warehouses[left]!, warehouses[right]!)) ||
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
