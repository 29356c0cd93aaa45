import type { Choice } from './choose-route.ts';
import type { RequestedSku, SkuDemand } from './demand.ts';
import { isAdmitted } from './item-rules.ts';
import { shipsTooLittle } from './policies.ts';
import { isFull } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import { atWarehouse, type DriverFacts, shortageAtPreferred } from './shortage.ts';
import { isSlow } from './transit-limit.ts';
import type { DecisionDriver, PolicyFinding, UnroutableCode } from './types.ts';

/** What the driver of a routed order is told by. */
export interface DriverInput {
  readonly order: RoutedOrder;
  readonly choice: Choice;
  /** Whether the lift of preferred warehouses changed rank 1. */
  readonly liftedFirst: boolean;
  /** The order's first drop-ship SKU. */
  readonly dropShipped: RequestedSku | null;
}

/** The first driver that holds for a route that ships something (decision-rules.md section 3, Codes). */
export function routeDriver({ order, choice, liftedFirst, dropShipped }: DriverInput): DecisionDriver {
  const { permitted } = choice;
  const { demands, ranked, profile } = order;
  const preferred = ranked[0]!;
  const single = permitted.members.length === 1;

  if (!profile.settings.use_inventory_availability) {
    const recommended = single ? ranked[permitted.members[0]!]! : null;
    return { code: 'routing_only_recommended', ...atWarehouse(recommended) };
  }
  if (dropShipped === null && isFull(permitted, order.units) && permitted.members[0] === 0) {
    return { code: 'optimal_preferred_full', ...atWarehouse(preferred) };
  }
  if (liftedFirst) {
    const prefers = demands.find(({ rules }) => rules?.preferred?.[preferred] === 1)!;
    return { code: 'item_control_preferred', ...atWarehouse(preferred), sku: prefers.sku };
  }

  const isRestricted = ({ admitted }: SkuDemand): boolean => !isAdmitted(admitted, preferred);
  const isTooSlow = ({ transitLimit }: SkuDemand): boolean =>
    transitLimit?.mode === 'block' && isSlow(order.lanes[preferred], transitLimit);
  const shortage = (): DriverFacts =>
    shortageAtPreferred(order, (demand) => isRestricted(demand) || isTooSlow(demand));

  if (permitted.units < order.units) return { code: 'partial_short', ...shortage() };
  if (dropShipped !== null) {
    // All that warehouses were asked for ships; what is missing is the vendor's.
    const { sku, quantity } = dropShipped;
    return { code: 'partial_short', ...atWarehouse(null), sku, required_qty: quantity, short_qty: quantity };
  }
  if (!single) return { code: 'split_required', ...shortage() };

  const restricted = demands.find(isRestricted);
  if (restricted !== undefined) {
    return { code: 'preferred_restricted', ...atWarehouse(preferred), sku: restricted.sku };
  }
  const tooSlow = demands.find(isTooSlow);
  if (tooSlow !== undefined) {
    // Under the order's own limit the whole order is too slow, no one SKU.
    const own = tooSlow.rules?.maxTransitDays !== undefined && tooSlow.rules.maxTransitDays !== null;
    return { code: 'preferred_too_slow', ...atWarehouse(preferred), sku: own ? tooSlow.sku : null };
  }
  // Only nearest first can lead here: a route it gave up because the preferred warehouse shipped too little.
  if (
    !profile.settings.prefer_full_shipment &&
    choice.blocked !== null &&
    shipsTooLittle(order, choice.unconstrained, 0)
  ) {
    return { code: 'preferred_below_minimum_value', ...atWarehouse(preferred) };
  }
  return { code: 'preferred_short', ...shortage() };
}

/** The driver of an order whose warehouse-routed part has no route. */
export function noRouteDriver(
  order: RoutedOrder,
  unroutable: UnroutableCode,
  blocked: PolicyFinding | null,
): DecisionDriver {
  switch (unroutable) {
    case 'no_inventory_available':
    case 'insufficient_inventory':
      return { code: 'no_inventory', ...shortageAtPreferred(order, ({ admitted }) => admitted !== null) };
    case 'no_enabled_warehouse':
    case 'no_eligible_warehouse':
      return { code: 'no_eligible_warehouse', ...atWarehouse(null) };
    case 'item_control_restricted': {
      const restricted = order.demands.find(({ admitted }) => admitted !== null)!;
      return { code: 'no_eligible_warehouse', ...atWarehouse(null), sku: restricted.sku };
    }
    default:
      return { code: 'policy_blocked', ...atWarehouse(blocked!.warehouse) };
  }
}
