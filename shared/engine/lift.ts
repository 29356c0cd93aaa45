import type { SkuDemand } from './demand.ts';
import { isAdmitted } from './item-rules.ts';
import { unitsAt } from './stock.ts';

/**
 * The ranking with the warehouses ahead that some SKU's rule prefers, both groups keeping their order, when at
 * least one of them can ship the whole order, restrictions and exclusions applied, before any transit block
 * (decision-rules.md section 2). Otherwise the ranking as it is.
 */
export function liftPreferred(ranked: readonly number[], demands: readonly SkuDemand[]): readonly number[] {
  if (!demands.some(({ rules }) => rules !== null && rules.preferred !== null)) return ranked;
  const isPreferred = (warehouse: number): boolean =>
    demands.some(({ rules }) => rules?.preferred?.[warehouse] === 1);
  const preferred = ranked.filter(isPreferred);
  if (!preferred.some((warehouse) => demands.every((demand) => canShipWhole(demand, warehouse))))
    return ranked;
  return [...preferred, ...ranked.filter((warehouse) => !isPreferred(warehouse))];
}

function canShipWhole({ admitted, stock, quantity }: SkuDemand, warehouse: number): boolean {
  return isAdmitted(admitted, warehouse) && unitsAt(stock, warehouse, quantity) === quantity;
}
