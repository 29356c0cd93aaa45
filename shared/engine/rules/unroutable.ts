import type { CompiledConfiguration } from '../compile.ts';
import type { PolicyFinding, UnroutableCode } from '../types.ts';
import type { SkuDemand } from './demand.ts';
import { isAdmitted } from './item-rules.ts';
import { unitsAt } from './stock.ts';

/**
 * Why an order with a valid destination, no hold and warehouse-routed lines ships nothing: the first code that
 * holds (docs/reference/results.md). `blocked` is the rule that the unconstrained route breaks.
 */
export function unroutableCode(
  compiled: CompiledConfiguration,
  candidates: readonly number[],
  demands: readonly SkuDemand[],
  blocked: PolicyFinding | null,
  /** Whether something would ship if every place were free. */
  shipsOnFreePlaces: boolean,
): UnroutableCode {
  const { enabled } = compiled;
  if (enabled.length === 0) return 'no_enabled_warehouse';
  if (!demands.some((demand) => hasUnits(demand, enabled))) return 'no_inventory_available';
  if (!demands.some((demand) => hasUnits(demand, admittedOf(demand, enabled))))
    return 'item_control_restricted';
  if (!demands.some((demand) => hasUnits(demand, admittedOf(demand, candidates))))
    return 'no_eligible_warehouse';
  if (blocked === null && shipsOnFreePlaces) return 'no_capacity';
  return blocked === null ? 'insufficient_inventory' : `${blocked.rule}_blocked`;
}

function admittedOf({ admitted }: SkuDemand, warehouses: readonly number[]): readonly number[] {
  if (admitted === null) return warehouses;
  return warehouses.filter((warehouse) => isAdmitted(admitted, warehouse));
}

function hasUnits({ stock, quantity }: SkuDemand, warehouses: readonly number[]): boolean {
  for (let place = 0; place < warehouses.length; place++) {
    if (unitsAt(stock, warehouses[place]!, quantity) > 0) return true;
  }
  return false;
}
