import { assignLines } from './assign-lines.ts';
import { chooseRoute } from './choose-route.ts';
import { type CompiledConfiguration, profileOf } from './compile.ts';
import { placesOfLines, requestedSkus, type SkuDemand } from './demand.ts';
import { noRouteDriver, routeDriver } from './driver.ts';
import { liftPreferred } from './lift.ts';
import { toCents, totalOf } from './money.ts';
import { warnedRules } from './policies.ts';
import { rankWarehouses } from './rank.ts';
import { type Route, unitsFrom } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import { NODE_BUDGET, searchBudget } from './search-budget.ts';
import type {
  Availability,
  Decision,
  Destination,
  Order,
  OrderStatus,
  RoutingQuality,
  Shipment,
  ShipmentLine,
  UnitValues,
} from './types.ts';
import { unfulfilledSkus } from './unfulfilled.ts';
import { unroutableCode } from './unroutable.ts';
import { itemControlsOn, unsoughtDecision } from './unsought-decision.ts';

/** All that one order is decided by, besides the configuration. */
export interface DecisionInput {
  readonly order: Order;
  /** Null where the destination ZIP is invalid. */
  readonly destination: Destination | null;
  /** Null only in routing-only mode. */
  readonly availability: Availability | null;
  readonly unit_values: UnitValues;
}

/**
 * Decides which warehouses ship an order (decision-rules.md sections 1 to 3). Pure: the same input gives the
 * same decision, and no input is changed; a Destination is taken to be immutable. Each search for a route stops
 * at its budget, `nodes` at full size.
 */
export function decide(
  compiled: CompiledConfiguration,
  input: DecisionInput,
  nodes: number = NODE_BUDGET,
): Decision {
  const { order, destination } = input;
  const profile = profileOf(compiled, order.partner_id);
  const requested = requestedSkus(order.lines, {
    rules: compiled.rules,
    profile,
    availability: input.availability,
  });
  if (destination === null) return unsoughtDecision(profile, 'invalid_destination_zip', [], requested);

  const ranked = rankWarehouses(profile, compiled.configuration.warehouses, destination);
  let dropShipped: SkuDemand | null = null;
  for (let place = 0; place < requested.length; place++) {
    const { rules } = requested[place]!;
    if (rules === null) continue;
    if (rules.hold) return unsoughtDecision(profile, 'item_control_hold', ranked, requested);
    if (rules.dropShip) dropShipped ??= requested[place]!;
  }
  const demands = dropShipped === null ? requested : requested.filter(({ rules }) => !rules?.dropShip);
  if (demands.length === 0) return unsoughtDecision(profile, 'external_fulfillment', ranked, requested);

  const routedOrder: RoutedOrder = {
    profile,
    lines: order.lines,
    demandOfLine: placesOfLines(order.lines, demands),
    demands,
    units: unitsAsked(demands),
    ranked: liftPreferred(ranked, demands),
    lanes: destination.lanes,
    unitValues: input.unit_values,
  };
  const liftedFirst = routedOrder.ranked[0] !== ranked[0];
  return routedDecision(compiled, routedOrder, { requested, dropShipped, liftedFirst }, nodes);
}

function unitsAsked(demands: readonly SkuDemand[]): number {
  let units = 0;
  for (let demand = 0; demand < demands.length; demand++) units += demands[demand]!.quantity;
  return units;
}

/** What of an order is no part of its routing. */
interface Surroundings {
  /** All SKUs, drop-ship ones among them. */
  readonly requested: readonly SkuDemand[];
  /** The first drop-ship SKU. */
  readonly dropShipped: SkuDemand | null;
  /** Whether the lift of preferred warehouses changed rank 1. */
  readonly liftedFirst: boolean;
}

/** The decision on an order with something for warehouses to ship. */
function routedDecision(
  compiled: CompiledConfiguration,
  order: RoutedOrder,
  { requested, dropShipped, liftedFirst }: Surroundings,
  nodes: number,
): Decision {
  const { profile, ranked, demands } = order;
  const budget = searchBudget(nodes);
  const choice = chooseRoute(order, budget);
  const { permitted, blocked } = choice;
  const allShip = permitted.units === order.units && dropShipped === null;
  const status = statusOf(permitted.members.length, allShip);
  const unroutable =
    status === 'NONE' ? unroutableCode(compiled, profile.candidates, demands, blocked) : null;
  const { allocations, values, unvalued } = assignLines(order, permitted);
  const warnings = warnedRules(order, permitted, values);
  return {
    status,
    quality: qualityOf(status, permitted.members[0] === 0),
    profile: profile.index,
    ranked,
    shipments: shipmentsOf(order, permitted),
    allocations,
    unfulfilled: allShip ? NONE_LACKING : unfulfilledSkus(requested, demands, choice, compiled.enabled),
    policy:
      warnings.length === 0 && blocked === null
        ? CLEAR
        : {
            outcome:
              blocked !== null && status === 'NONE' ? 'blocked' : warnings.length > 0 ? 'warned' : 'clear',
            warnings,
            blocked,
          },
    driver:
      unroutable === null
        ? routeDriver(order, choice, liftedFirst, dropShipped)
        : noRouteDriver(order, unroutable, blocked),
    unroutable,
    total_value_cents: toCents(totalOf(values)),
    unvalued_skus: unvalued,
    item_controls: itemControlsOn(requested),
    budget_exhausted: budget.exhausted,
  };
}

/** Shared, as what most decisions have of these is the same. */
const NONE_LACKING: Decision['unfulfilled'] = [];
const CLEAR: Decision['policy'] = { outcome: 'clear', warnings: [], blocked: null };

function statusOf(shipments: number, allShip: boolean): OrderStatus {
  if (shipments === 0) return 'NONE';
  if (shipments === 1) return allShip ? 'FULL' : 'PARTIAL';
  return allShip ? 'SPLIT' : 'PARTIAL_SPLIT';
}

function qualityOf(status: OrderStatus, fromPreferred: boolean): RoutingQuality {
  switch (status) {
    case 'FULL':
      return fromPreferred ? 'Optimal' : 'Suboptimal';
    case 'PARTIAL':
      return 'Suboptimal';
    case 'SPLIT':
    case 'PARTIAL_SPLIT':
      return 'Split';
    case 'NONE':
      return 'Unroutable';
  }
}

function shipmentsOf({ demands, ranked }: RoutedOrder, route: Route): Shipment[] {
  const shipments = new Array<Shipment>(route.members.length);
  for (let member = 0; member < shipments.length; member++) {
    const lines = new Array<ShipmentLine>(skusFrom(route, demands.length, member));
    for (let demand = 0, line = 0; line < lines.length; demand++) {
      const ship_qty = unitsFrom(route, demand, member);
      if (ship_qty > 0) lines[line++] = { sku: demands[demand]!.sku, ship_qty };
    }
    shipments[member] = { warehouse: ranked[route.members[member]!]!, lines };
  }
  return shipments;
}

/** SKUs that a member ships. Decisions live until they are stored: their lists have no room to spare. */
function skusFrom(route: Route, demands: number, member: number): number {
  let skus = 0;
  for (let demand = 0; demand < demands; demand++) if (unitsFrom(route, demand, member) > 0) skus++;
  return skus;
}
