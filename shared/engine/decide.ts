import { assignLines } from './assign-lines.ts';
import { type Choice, chooseRoute } from './choose-route.ts';
import { type CompiledConfiguration, profileOf } from './compile.ts';
import { placesOfLines, type RequestedSku, requestedSkus, type SkuDemand, skuDemand } from './demand.ts';
import { noRouteDriver, routeDriver } from './driver.ts';
import { liftPreferred } from './lift.ts';
import { toCents, totalOf } from './money.ts';
import { brokenRules } from './policies.ts';
import { rankWarehouses } from './rank.ts';
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
  const requested = requestedSkus(order.lines, compiled.rules);
  if (destination === null) return unsoughtDecision(profile, 'invalid_destination_zip', [], requested);

  const ranked = rankWarehouses(profile, compiled.configuration.warehouses, destination);
  if (requested.some(({ rules }) => rules?.hold)) {
    return unsoughtDecision(profile, 'item_control_hold', ranked, requested);
  }
  const demands: SkuDemand[] = [];
  let units = 0;
  for (const each of requested) {
    if (each.rules?.dropShip) continue;
    demands.push(skuDemand(each, profile, input.availability));
    units += each.quantity;
  }
  if (demands.length === 0) return unsoughtDecision(profile, 'external_fulfillment', ranked, requested);

  const routedOrder: RoutedOrder = {
    profile,
    lines: order.lines,
    demandOfLine: placesOfLines(order.lines, demands),
    demands,
    units,
    ranked: liftPreferred(ranked, demands),
    lanes: destination.lanes,
    unitValues: input.unit_values,
  };
  return routedDecision(compiled, routedOrder, requested, routedOrder.ranked[0] !== ranked[0], nodes);
}

/** The decision on an order with something for warehouses to ship. */
function routedDecision(
  compiled: CompiledConfiguration,
  order: RoutedOrder,
  requested: readonly RequestedSku[],
  liftedFirst: boolean,
  nodes: number,
): Decision {
  const { profile, ranked, demands } = order;
  const budget = searchBudget(nodes);
  const choice = chooseRoute(order, budget);
  const { permitted, blocked } = choice;
  const dropShipped = requested.find(({ rules }) => rules?.dropShip) ?? null;
  const allShip = permitted.units === order.units && dropShipped === null;
  const status = statusOf(permitted.members.length, allShip);
  const unroutable =
    status === 'NONE' ? unroutableCode(compiled, profile.candidates, demands, blocked) : null;
  const { allocations, values, unvalued } = assignLines(order, permitted);
  const warnings = brokenRules(order, permitted, 'warn', values);
  return {
    status,
    quality: qualityOf(status, permitted.members[0] === 0),
    profile: profile.index,
    ranked,
    shipments: shipmentsOf(order, choice),
    allocations,
    unfulfilled: allShip ? [] : unfulfilledSkus(requested, demands, choice, compiled.enabled),
    policy: {
      outcome: blocked !== null && status === 'NONE' ? 'blocked' : warnings.length > 0 ? 'warned' : 'clear',
      warnings,
      blocked,
    },
    driver:
      unroutable === null
        ? routeDriver({ order, choice, liftedFirst, dropShipped })
        : noRouteDriver(order, unroutable, blocked),
    unroutable,
    total_value_cents: toCents(totalOf(values)),
    unvalued_skus: unvalued,
    item_controls: itemControlsOn(requested),
    budget_exhausted: budget.exhausted,
  };
}

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

function shipmentsOf({ demands, ranked }: RoutedOrder, { permitted }: Choice): Shipment[] {
  return permitted.members.map((position, member) => {
    const lines: ShipmentLine[] = [];
    for (let demand = 0; demand < demands.length; demand++) {
      const ship_qty = permitted.quantities[demand]![member]!;
      if (ship_qty > 0) lines.push({ sku: demands[demand]!.sku, ship_qty });
    }
    return { warehouse: ranked[position]!, lines };
  });
}
