import type { RoutingOrder } from '../contracts/order.ts';
import type { OrderLine } from '../engine/types.ts';

/** The SKUs whose weight must come from the latest sync, because no line of the order has one, in line order. */
export function unweighedSkus(lines: readonly OrderLine[]): ReadonlySet<string> {
  const skus = new Set(lines.map(({ sku }) => sku));
  for (const { sku, unit_weight } of lines) if (unit_weight != null) skus.delete(sku);
  return skus;
}

/** The SKUs whose value must come from the latest sync. */
export function unvaluedSkus(orders: readonly Pick<RoutingOrder, 'lines'>[]): string[] {
  const skus = new Set<string>();
  for (const { lines } of orders) {
    for (const { sku, unit_value } of lines) if (unit_value === null) skus.add(sku);
  }
  return [...skus];
}
