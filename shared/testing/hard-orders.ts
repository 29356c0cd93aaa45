import { createRandom } from '../../scripts/demo/random.ts';
import { scatterUnits } from '../../scripts/demo/scatter-units.ts';
import { anOrder } from './routing-fixture.ts';

export const WAREHOUSES = 40;
const SKUS = 30;
/** Warehouses that have some of a SKU. */
const SITES = 8;
const QUANTITY = 10;

/**
 * Orders whose SKUs no other order has. The units of a SKU are spread over several warehouses, so that a quick search
 * does not finish. `stock` has units by SKU and warehouse.
 */
export function hardOrders(count: number) {
  const random = createRandom(7);
  const stock = new Map<string, number[]>();
  const orders = Array.from({ length: count }, (_, order) => {
    const lines = Array.from({ length: SKUS }, (_line, line) => {
      const sku = `HARD-${order}-${line}`;
      const units = scatterUnits(random, WAREHOUSES, SITES, [2, 6]);
      stock.set(sku, units);
      return { sku, quantity: QUANTITY, unit_value: null };
    });
    return anOrder({ order_id: `HARD-${order}`, destination_zip: '60614', lines });
  });
  return { orders, stock };
}
