import { DEMO_CATALOGUE } from './catalogue.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';
import { generateOrders } from './demo-orders.ts';
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
 * Generates the stock that meets `generateOrders(orderCount, seed)`: somewhat more than these ask for of most
 * products and less of some, each in a few warehouses and unevenly, so that some orders must be split and some
 * come short.
 */
export function generateInventory(orderCount: number, seed: number): DemoInventoryRow[] {
  const demand = demandOf(orderCount, seed);
  const random = createRandom(seed + 1);
  const warehouses = DEMO_ACCOUNT.warehouses.filter((warehouse) => warehouse.enabled);
  return DEMO_CATALOGUE.flatMap((product) => {
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

function demandOf(orderCount: number, seed: number): Map<string, number> {
  const demand = new Map<string, number>();
  for (const order of generateOrders(orderCount, seed)) {
    for (const line of order.lines ?? []) demand.set(line.sku, (demand.get(line.sku) ?? 0) + line.quantity);
  }
  return demand;
}
