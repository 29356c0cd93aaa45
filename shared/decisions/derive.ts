import { haveOwnSkus } from '../engine/own-skus.ts';
import type {
  Decision,
  LineAllocation,
  OrderLine,
  OrderStatus,
  PolicyOutcome,
  RoutingQuality,
  Shipment,
  ShipmentLine,
  UnfulfilledSku,
} from '../engine/types.ts';

/** What of a decision follows from the rest of it (decision-rules.md section 3), and so is not stored. */

/** Shipments in rank order; a SKU stands once in each, in the order's line order. */
export function shipmentsOf(
  allocations: readonly LineAllocation[],
  ranked: readonly number[],
  lines: readonly OrderLine[],
): Shipment[] {
  if (allocations.length === 0) return [];
  const shippedFrom = haveOwnSkus(lines) ? linesByLine : linesBySku;
  const { warehouse: only } = allocations[0]!;
  if (allocations.every(({ warehouse }) => warehouse === only)) {
    return [{ warehouse: only, lines: shippedFrom(only, allocations, lines) }];
  }
  const shipments: Shipment[] = [];
  for (const warehouse of ranked) {
    if (!allocations.some((allocation) => allocation.warehouse === warehouse)) continue;
    shipments.push({ warehouse, lines: shippedFrom(warehouse, allocations, lines) });
  }
  return shipments;
}

/** What leaves a warehouse where each line is a SKU of its own. */
function linesByLine(
  from: number,
  allocations: readonly LineAllocation[],
  lines: readonly OrderLine[],
): ShipmentLine[] {
  const shipped: ShipmentLine[] = [];
  for (const { line, warehouse, quantity } of allocations) {
    if (warehouse === from) shipped.push({ sku: lines[line]!.sku, ship_qty: quantity });
  }
  return shipped;
}

/** What leaves a warehouse where lines may share a SKU. */
function linesBySku(
  from: number,
  allocations: readonly LineAllocation[],
  lines: readonly OrderLine[],
): ShipmentLine[] {
  const quantities = new Map<string, number>();
  for (const { line, warehouse, quantity } of allocations) {
    if (warehouse !== from) continue;
    const { sku } = lines[line]!;
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  }
  const ordered: ShipmentLine[] = [];
  for (const { sku } of lines) {
    const ship_qty = quantities.get(sku);
    if (ship_qty === undefined) continue;
    ordered.push({ sku, ship_qty });
    quantities.delete(sku);
  }
  return ordered;
}

/** What each SKU lacks, in line order; SKUs that lack nothing left out. */
export function shortagesOf(
  allocations: readonly LineAllocation[],
  lines: readonly OrderLine[],
): Omit<UnfulfilledSku, 'reason'>[] {
  const requested = new Map<string, number>();
  for (const { sku, quantity } of lines) requested.set(sku, (requested.get(sku) ?? 0) + quantity);
  const missing = new Map(requested);
  for (const { line, quantity } of allocations) {
    const { sku } = lines[line]!;
    missing.set(sku, missing.get(sku)! - quantity);
  }
  return [...missing]
    .filter(([, quantity]) => quantity > 0)
    .map(([sku, unfulfilled_qty]) => ({ sku, requested_qty: requested.get(sku)!, unfulfilled_qty }));
}

/** Optimal is FULL from the preferred warehouse. */
export function qualityOf(
  status: OrderStatus,
  shipments: readonly Shipment[],
  ranked: readonly number[],
): RoutingQuality {
  switch (status) {
    case 'FULL':
      return shipments[0]?.warehouse === ranked[0] ? 'Optimal' : 'Suboptimal';
    case 'PARTIAL':
      return 'Suboptimal';
    case 'SPLIT':
    case 'PARTIAL_SPLIT':
      return 'Split';
    case 'NONE':
      return 'Unroutable';
  }
}

/** The outcome is that of the permitted route, or blocked where a block left none. */
export function policyOutcome(
  status: OrderStatus,
  warnings: number,
  blocked: Decision['policy']['blocked'],
): PolicyOutcome {
  if (status === 'NONE' && blocked !== null) return 'blocked';
  return warnings > 0 ? 'warned' : 'clear';
}
