import type { SkuDemand } from './demand.ts';
import type { RoutedOrder } from './routed-order.ts';
import { unitsAt } from './stock.ts';
import type { DecisionDriver, DriverCode } from './types.ts';

/** A driver without figures: about a warehouse and a SKU, if they are given. */
export function driverAt(
  code: DriverCode,
  warehouse: number | null,
  sku: string | null = null,
): DecisionDriver {
  return { code, sku, required_qty: null, available_qty: null, short_qty: null, warehouse };
}

/**
 * A driver that names the SKU that decides: the one shortest at the preferred warehouse, by its effective stock,
 * then by line order (docs/reference/results.md). If nothing is short there, the first SKU that the preferred
 * warehouse may not ship (`isWithheld`) is named, without stock figures.
 */
export function shortageDriver(
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
    const missing = demand.quantity - unitsAt(demand.stock, preferred, demand.quantity);
    if (missing > short) {
      short = missing;
      decides = demand;
    }
  }
  if (decides !== null) {
    const { sku, quantity } = decides;
    return {
      code,
      sku,
      required_qty: quantity,
      available_qty: quantity - short,
      short_qty: short,
      warehouse: preferred,
    };
  }
  const withheld = demands.find((demand) => isWithheld(order, demand));
  if (withheld === undefined) return driverAt(code, preferred);
  const { sku, quantity } = withheld;
  return {
    code,
    sku,
    required_qty: quantity,
    available_qty: null,
    short_qty: null,
    warehouse: preferred,
  };
}
