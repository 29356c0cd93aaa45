import { type Route, unitsOf } from '../route.ts';
import type { Choice } from '../search/choose-route.ts';
import type { UnfulfilledReason, UnfulfilledSku } from '../types.ts';
import type { RequestedSku, SkuDemand } from './demand.ts';
import { isAdmitted } from './item-rules.ts';
import { unitsAt } from './stock.ts';

/**
 * What the permitted route leaves unshipped, with the first reason that holds (docs/reference/results.md). A requested
 * SKU without a demand is drop shipped; `enabled` are the client's enabled warehouses.
 */
export function unfulfilledSkus(
  requested: readonly RequestedSku[],
  demands: readonly SkuDemand[],
  { permitted, unconstrained }: Choice,
  enabled: readonly number[],
  /** The unconstrained route if every place were free; null: no place is taken. */
  onFreePlaces: Route | null,
): UnfulfilledSku[] {
  const unfulfilled: UnfulfilledSku[] = [];
  // Demands are the requested SKUs without the drop-ship ones, in the same order.
  let place = 0;
  for (let index = 0; index < requested.length; index++) {
    const { sku, quantity } = requested[index]!;
    const demand = place < demands.length && demands[place]!.sku === sku ? place++ : null;
    const shipped = demand === null ? 0 : unitsOf(permitted, demand);
    if (shipped === quantity) continue;
    const reason =
      demand === null
        ? 'external_fulfillment'
        : reasonOf(demands[demand]!, enabled, {
            shipped,
            unconstrained: unitsOf(unconstrained, demand),
            onFreePlaces: onFreePlaces === null ? 0 : unitsOf(onFreePlaces, demand),
          });
    unfulfilled.push({ sku, requested_qty: quantity, unfulfilled_qty: quantity - shipped, reason });
  }
  return unfulfilled;
}

function reasonOf(
  demand: SkuDemand,
  enabled: readonly number[],
  units: { readonly shipped: number; readonly unconstrained: number; readonly onFreePlaces: number },
): UnfulfilledReason {
  if (isHeldBack(demand, enabled)) return 'item_control';
  if (units.unconstrained > units.shipped) return 'policy_blocked';
  return units.onFreePlaces > units.shipped ? 'no_capacity' : 'insufficient_inventory';
}

/** Whether units exist where Item Control does not admit them. */
function isHeldBack({ admitted, stock, quantity }: SkuDemand, enabled: readonly number[]): boolean {
  if (admitted === null) return false;
  return enabled.some(
    (warehouse) => !isAdmitted(admitted, warehouse) && unitsAt(stock, warehouse, quantity) > 0,
  );
}
