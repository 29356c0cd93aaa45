import type { SkuDemand } from './demand.ts';
import { isAdmitted } from './item-rules.ts';
import { unitsAt } from './stock.ts';

/**
 * The ranking with preferred warehouses first, if at least one of them can ship the whole order under restrictions and
 * exclusions, before any transit block (docs/explanation/decisions.md, Ranking). A warehouse is preferred if some SKU's
 * rule prefers it. Both groups keep their order. Otherwise the ranking is returned as it is.
 */
export function movePreferredFirst(
  ranked: readonly number[],
  demands: readonly SkuDemand[],
): readonly number[] {
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
