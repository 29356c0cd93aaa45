import type { Schemas } from '../../shared/client/client.ts';
import type { OrderResultA } from '../../shared/contracts/a/schema.ts';
import type { OrderResultB } from '../../shared/contracts/b/schema.ts';

/** An order's result in either contract variant. The result of a dry run has no id, and may have an explanation. */
export type OrderResult = (
  | Omit<OrderResultA, 'routing_decision_id'>
  | Omit<OrderResultB, 'routing_decision_id'>
) & {
  readonly routing_decision_id?: number | null;
  readonly why?: Schemas['DryRunWhy'];
};

/** Units of one SKU. */
export interface SkuUnits {
  readonly sku: string;
  readonly units: number;
}

/** The units that one warehouse ships. */
export interface ShippedUnits {
  readonly warehouse_id: string;
  readonly name: string;
  readonly lines: readonly SkuUnits[];
  /** Null: it has no price. Not given: nothing is said of costs, or only of the whole order. */
  readonly cost?: number | null | undefined;
}

/** Units that do not ship; Variant B gives no reason. */
export interface UnshippedUnits extends SkuUnits {
  readonly reason: string | null;
}

/** Whether a result says what it costs: not of an account without rates. */
export const isPriced = ({ total_cost }: OrderResult) => total_cost !== undefined;

/** The shipments of a result, one a warehouse. */
export function shippedBy(result: OrderResult): readonly ShippedUnits[] {
  if ('shipments' in result) {
    return result.shipments.map(({ selected_warehouse: { warehouse_id, warehouse_name }, lines, cost }) => ({
      warehouse_id,
      name: warehouse_name,
      lines: lines.map(({ sku, ship_qty }) => ({ sku, units: ship_qty })),
      cost,
    }));
  }
  const shipped = new Map<string, ShippedUnits & { readonly lines: SkuUnits[] }>();
  for (const { sku, allocations } of result.lines) {
    for (const { external_warehouse_id, warehouse_name, ship_qty } of allocations) {
      const entry = shipped.get(external_warehouse_id) ?? {
        warehouse_id: external_warehouse_id,
        name: warehouse_name,
        lines: [],
      };
      entry.lines.push({ sku, units: ship_qty });
      shipped.set(external_warehouse_id, entry);
    }
  }
  return [...shipped.values()];
}

/** What of an order does not ship. */
export function unshippedOf(result: OrderResult): readonly UnshippedUnits[] {
  if ('unfulfilled_lines' in result) {
    return result.unfulfilled_lines.map(({ sku, unfulfilled_qty, reason }) => ({
      sku,
      units: unfulfilled_qty,
      reason: reason.replaceAll('_', ' '),
    }));
  }
  return result.lines
    .filter(({ unfulfilled_qty }) => unfulfilled_qty > 0)
    .map(({ sku, unfulfilled_qty }) => ({ sku, units: unfulfilled_qty, reason: null }));
}

export function sumOfUnits(lines: readonly SkuUnits[]): number {
  return lines.reduce((sum, { units }) => sum + units, 0);
}
