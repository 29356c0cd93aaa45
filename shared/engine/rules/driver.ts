import { isFull } from '../route.ts';
import type { Choice } from '../search/choose-route.ts';
import type { DecisionDriver, DriverCode, PolicyFinding, UnroutableCode } from '../types.ts';
import type { RequestedSku, SkuDemand } from './demand.ts';
import { isFullAt } from './departures.ts';
import { isAdmitted } from './item-rules.ts';
import { barringRule, PASSED_OVER } from './policies.ts';
import type { RoutedOrder } from './routed-order.ts';
import { compareSets } from './set-order.ts';
import { unitsAt } from './stock.ts';

/** The first driver that holds for a route that ships something (docs/reference/results.md). */
export function routeDriver(
  order: RoutedOrder,
  choice: Choice,
  /** Whether the lift of preferred warehouses changed rank 1. */
  preferredMoved: boolean,
  /** The order's first drop-ship SKU. */
  dropShipped: RequestedSku | null,
): DecisionDriver {
  const { permitted } = choice;
  const { demands, ranked, profile } = order;
  const preferred = ranked[0]!;
  const single = permitted.members.length === 1;

  if (!profile.settings.use_inventory_availability) {
    return driverAt('routing_only_recommended', single ? ranked[permitted.members[0]!]! : null);
  }
  if (dropShipped === null && isFull(permitted, order.units) && permitted.members[0] === 0) {
    return driverAt('optimal_preferred_full', preferred);
  }
  if (preferredMoved) {
    const prefers = demands.find(({ rules }) => rules?.preferred?.[preferred] === 1)!;
    return driverAt('item_control_preferred', preferred, prefers.sku);
  }
  if (permitted.units < order.units) return shortageDriver('partial_short', order, isWithheldAtPreferred);
  if (dropShipped !== null) {
    // Warehouses ship all that they may; the vendor ships the rest.
    const { sku, quantity } = dropShipped;
    return { ...driverAt('partial_short', null, sku), required_qty: quantity, short_qty: quantity };
  }
  if (choice.fewest !== null && compareSets(permitted.members, choice.fewest.members) !== 0)
    return driverAt('lowest_cost', preferred);
  if (!single) return shortageDriver('split_required', order, isWithheldAtPreferred);

  const restricted = demands.find(({ admitted }) => !isAdmitted(admitted, preferred));
  if (restricted !== undefined) return driverAt('preferred_restricted', preferred, restricted.sku);
  for (const { code, because } of PASSED_OVER) {
    const reason = because(order, choice);
    if (reason !== null) return driverAt(code, preferred, reason.sku);
  }
  if (isFullAt(order, preferred)) return driverAt('preferred_no_capacity', preferred);
  return shortageDriver('preferred_short', order, isWithheldAtPreferred);
}

function isWithheldAtPreferred(order: RoutedOrder, demand: SkuDemand): boolean {
  const preferred = order.ranked[0]!;
  return (
    !isAdmitted(demand.admitted, preferred) ||
    barringRule(order, demand, preferred) !== null ||
    isFullAt(order, preferred)
  );
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
      return shortageDriver('no_inventory', order, (_, { admitted }) => admitted !== null);
    case 'no_enabled_warehouse':
    case 'no_eligible_warehouse':
      return driverAt('no_eligible_warehouse', null);
    case 'no_capacity':
      return driverAt('no_capacity', null);
    case 'item_control_restricted': {
      const restricted = order.demands.find(({ admitted }) => admitted !== null)!;
      return driverAt('no_eligible_warehouse', null, restricted.sku);
    }
    default:
      return driverAt('policy_blocked', blocked!.warehouse);
  }
}

/** A driver without figures: about a warehouse and a SKU, if they are given. */
export function driverAt(
  code: DriverCode,
  warehouse: number | null,
  sku: string | null = null,
): DecisionDriver {
  return { code, sku, required_qty: null, available_qty: null, short_qty: null, warehouse };
}

/**
 * A driver that names the SKU that decides: of those that Item Control admits at the preferred warehouse, the one shortest
 * there, by its effective stock, then by line order (docs/reference/results.md). If none is short, the first SKU that
 * the preferred warehouse may not ship (`isWithheld`) is named, without stock figures.
 */
function shortageDriver(
  code: DriverCode,
  order: RoutedOrder,
  isWithheld: (order: RoutedOrder, demand: SkuDemand) => boolean,
): DecisionDriver {
  const { ranked, demands } = order;
  const preferred = ranked[0];
  if (preferred === undefined) return driverAt(code, null);
  let decides: SkuDemand | null = null;
  let short = 0;
  for (let place = 0; place < demands.length; place++) {
    const demand = demands[place]!;
    if (!isAdmitted(demand.admitted, preferred)) continue;
    const { stock } = demand;
    // What is kept back must be there, too.
    const missing = stock === 'unlimited' ? 0 : demand.quantity - (stock[preferred] ?? 0);
    if (missing > short) {
      short = missing;
      decides = demand;
    }
  }
  if (decides !== null) {
    const { sku, quantity, stock } = decides;
    return {
      ...driverAt(code, preferred, sku),
      required_qty: quantity,
      available_qty: unitsAt(stock, preferred, quantity),
      short_qty: short,
    };
  }
  const withheld = demands.find((demand) => isWithheld(order, demand));
  if (withheld === undefined) return driverAt(code, preferred);
  return { ...driverAt(code, preferred, withheld.sku), required_qty: withheld.quantity };
}
