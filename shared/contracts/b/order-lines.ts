import type { LineAllocation, OrderLine } from '../../engine/types.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { WarehouseReferences } from '../common-fields.ts';

/**
 * The lines of a Variant B result (contract section 2.6) as JSON text: each order line with what each warehouse
 * gives it. Allocations come by line. A SKU on several lines stays several lines.
 */
export function orderLines(
  references: WarehouseReferences,
  lines: readonly OrderLine[],
  allocations: readonly LineAllocation[],
): string {
  let objects = '';
  let next = 0;
  for (let line = 0; line < lines.length; line += 1) {
    const { sku, quantity } = lines[line]!;
    let shipped = 0;
    let entries = '';
    for (; allocations[next]?.line === line; next += 1) {
      const allocation = allocations[next]!;
      shipped += allocation.quantity;
      entries += `${entries === '' ? '' : ','}${references[allocation.warehouse]!.slice(0, -1)},"ship_qty":${allocation.quantity}}`;
    }
    objects +=
      `${line === 0 ? '' : ','}{"sku":${jsonText(sku)},"ordered_qty":${quantity},"ship_qty":${shipped}` +
      `,"unfulfilled_qty":${quantity - shipped},"allocations":[${entries}]}`;
  }
  return `[${objects}]`;
}
