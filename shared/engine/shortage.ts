import type { SkuDemand } from './demand.ts';
import type { RoutedOrder } from './routed-order.ts';
import { unitsAt } from './stock.ts';
import type { DecisionDriver } from './types.ts';

/** The facts beside a driver's code. */
export type DriverFacts = Omit<DecisionDriver, 'code'>;

/** A driver about a warehouse, or about nothing in particular. */
export function atWarehouse(warehouse: number | null): DriverFacts {
  return { sku: null, required_qty: null, available_qty: null, short_qty: null, warehouse };
}

/**
 * The SKU that decides: the one shortest at the preferred warehouse, by its effective stock, then by line order
 * (decision-rules.md section 3, Codes). Where nothing is short there and yet `isWithheld` says of a SKU that the
 * preferred warehouse may not ship it, that SKU is named, without stock figures.
 */
export function shortageAtPreferred(
  { ranked, demands }: RoutedOrder,
  isWithheld: (demand: SkuDemand) => boolean,
): DriverFacts {
  const preferred = ranked[0];
  if (preferred === undefined) return atWarehouse(null);
  let decides: SkuDemand | null = null;
  let short = 0;
  for (const demand of demands) {
    const missing = demand.quantity - unitsAt(demand.stock, preferred, demand.quantity);
    if (missing > short) {
      short = missing;
      decides = demand;
    }
  }
  if (decides !== null) {
    const { sku, quantity } = decides;
    return {
      sku,
      required_qty: quantity,
      available_qty: quantity - short,
      short_qty: short,
      warehouse: preferred,
    };
  }
  const withheld = demands.find(isWithheld);
  return withheld === undefined
    ? atWarehouse(preferred)
    : { ...atWarehouse(preferred), sku: withheld.sku, required_qty: withheld.quantity };
}
