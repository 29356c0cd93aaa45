import { type CompiledConfiguration, profileOf } from '../compile.ts';
import { settingOf } from '../settings.ts';
import type { Availability, Destination, Order, UnitValues, UnitWeights } from '../types.ts';
import { placesOfLines, requestedSkus, type SkuDemand } from './demand.ts';
import { type Departures, deadlineOf } from './departures.ts';
import { movePreferredFirst } from './lift.ts';
import { type OrderCosts, orderCosts } from './order-costs.ts';
import type { CompiledProfile } from './profile.ts';
import { rankWarehouses } from './rank.ts';
import { underReroute } from './reroute.ts';
import type { RoutedOrder } from './routed-order.ts';
import { safetyUnder } from './safety-stock.ts';
import type { UnsoughtCode } from './unsought-decision.ts';

/** What one order is decided from, besides the configuration. */
export interface DecisionInput {
  readonly order: Order;
  /** Null if the destination ZIP is invalid. */
  readonly destination: Destination | null;
  /** Null only in routing-only mode. */
  readonly availability: Availability | null;
  readonly unit_values: UnitValues;
  /** To the destination; left out or null: no enabled warehouse has a calendar or a capacity. */
  readonly departures?: Departures | null;
  readonly unit_weights?: UnitWeights;
}

/** An order for which no route is sought. */
interface UnsoughtOrder {
  readonly unsought: UnsoughtCode;
  readonly profile: CompiledProfile;
  readonly requested: readonly SkuDemand[];
  readonly ranked: readonly number[];
}

/** An order with something for warehouses to ship. */
export interface SoughtOrder {
  readonly unsought: null;
  readonly routed: RoutedOrder;
  /** All SKUs, with drop-ship ones. */
  readonly requested: readonly SkuDemand[];
  /** The first drop-ship SKU. */
  readonly dropShipped: SkuDemand | null;
  /** Whether the lift of preferred warehouses changed rank 1. */
  readonly preferredMoved: boolean;
}

/** Ranks the candidates, and prepares what the search for a route needs, if there is one. */
export function prepareOrder(
  compiled: CompiledConfiguration,
  input: DecisionInput,
): UnsoughtOrder | SoughtOrder {
  const { order, destination, availability, unit_values, departures = null } = input;
  const { warehouses } = compiled.configuration;
  const profile = underReroute(profileOf(compiled, order.partner_id), order.reroute, warehouses);
  const safety = safetyUnder(compiled.safety, profile.settings);
  const requested = requestedSkus(order.lines, { rules: compiled.rules, profile, availability, safety });
  if (destination === null) return { unsought: 'invalid_destination_zip', profile, requested, ranked: [] };

  const demands = requested.some(({ rules }) => rules?.dropShip)
    ? requested.filter(({ rules }) => !rules?.dropShip)
    : requested;
  const costs = costsOf(compiled, input, destination, demands);
  const ranked = rankWarehouses(profile, warehouses, destination, { departures, costs, demands });
  let dropShipped: SkuDemand | null = null;
  for (let place = 0; place < requested.length; place++) {
    const { rules } = requested[place]!;
    if (rules === null) continue;
    if (rules.hold) return { unsought: 'item_control_hold', profile, requested, ranked };
    if (rules.dropShip) dropShipped ??= requested[place]!;
  }
  if (demands.length === 0) return { unsought: 'external_fulfillment', profile, requested, ranked };

  const routed: RoutedOrder = {
    profile,
    lines: order.lines,
    demandOfLine: placesOfLines(order.lines, demands),
    demands,
    units: totalUnits(demands),
    ranked: movePreferredFirst(ranked, demands),
    destination,
    lanes: destination.lanes,
    departures,
    deadline: deadlineOf(order.deliver_by, settingOf(profile.settings, 'late_delivery')),
    unitValues: unit_values,
    costs,
  };
  return { unsought: null, routed, requested, dropShipped, preferredMoved: routed.ranked[0] !== ranked[0] };
}

/** What the order's shipments cost; null: the account has no rates. */
function costsOf(
  { costs }: CompiledConfiguration,
  { order: { lines }, unit_weights = NO_WEIGHTS }: DecisionInput,
  { prices }: Destination,
  demands: readonly SkuDemand[],
): OrderCosts | null {
  return costs === null || prices === undefined
    ? null
    : orderCosts(costs, { lines, demands, unit_weights, prices });
}

const NO_WEIGHTS: UnitWeights = new Map();

function totalUnits(demands: readonly SkuDemand[]): number {
  let units = 0;
  for (let demand = 0; demand < demands.length; demand++) units += demands[demand]!.quantity;
  return units;
}
