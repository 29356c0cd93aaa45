import type { OrderRequest } from '../../shared/contracts/order.ts';
import { generateOrders } from './demo-orders.ts';
import { DEMO_SHOP, type DemoShop } from './demo-shop.ts';
import { createRandom } from './random.ts';

/** A row of an inventory sync. */
export interface DemoInventoryRow {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly unit_value: number;
  readonly sku_description: string;
}

/**
 * Generates stock for `generateOrders(orderCount, seed, shop)`: somewhat more of most products than these orders want, and
 * less of some, unevenly in a few warehouses each. So some orders must be split, and some ship in part.
 */
export function generateInventory(
  orderCount: number,
  seed: number,
  shop: DemoShop = DEMO_SHOP,
): DemoInventoryRow[] {
  const demand = demandOf(generateOrders(orderCount, seed, shop));
  const random = createRandom(seed + 1);
  const warehouses = shop.warehouses.filter((warehouse) => warehouse.enabled);
  return shop.catalogue.flatMap((product) => {
    const isScarce = random.chance(0.12);
    const units =
      (demand.get(product.sku) ?? 0) * (isScarce ? 0.5 + random.next() * 0.4 : 1.2 + random.next());
    const shares = warehouses.map(() => (random.chance(0.6) ? random.next() : 0));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return warehouses.flatMap((warehouse, index) => {
      const share = shares[index]!;
      if (share === 0) return [];
      return {
        sku: product.sku,
        warehouse_id: warehouse.warehouse_id,
        quantity_available: Math.ceil((units * share) / total),
        unit_value: product.unit_value,
        sku_description: product.description,
      };
    });
  });
}

function demandOf(orders: Iterable<OrderRequest>): Map<string, number> {
  const demand = new Map<string, number>();
  for (const order of orders) {
    for (const line of order.lines ?? []) demand.set(line.sku, (demand.get(line.sku) ?? 0) + line.quantity);
  }
  return demand;
}
