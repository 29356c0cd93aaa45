import type { Destination, Lanes, OrderLine, UnitValues } from '../types.ts';
import type { SkuDemand } from './demand.ts';
import type { Deadline, Departures } from './departures.ts';
import type { OrderCosts } from './order-costs.ts';
import type { CompiledProfile } from './profile.ts';

/** The part of an order that warehouses ship, with what is needed to find a route and to check it. */
export interface RoutedOrder {
  readonly profile: CompiledProfile;
  readonly lines: readonly OrderLine[];
  /** For each line its place in `demands`, or -1 if it is drop shipped. */
  readonly demandOfLine: readonly number[];
  /** In line order, a SKU once. */
  readonly demands: readonly SkuDemand[];
  /** All units of the demands. */
  readonly units: number;
  /** Candidates by warehouse index, best first, after the lift. A rank position is a place in this list. */
  readonly ranked: readonly number[];
  readonly destination: Destination;
  /** By warehouse index. */
  readonly lanes: Lanes;
  /** Null: no enabled warehouse has a calendar or a capacity. */
  readonly departures: Departures | null;
  /** Null: no rule on late deliveries concerns the order. */
  readonly deadline: Deadline | null;
  readonly unitValues: UnitValues;
  /** Null: the account has no rates. */
  readonly costs: OrderCosts | null;
}
