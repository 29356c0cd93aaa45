import type { LineAllocation, OrderLine, Shipment, ShipmentLine, UnfulfilledSku } from '../types.ts';
import { haveOwnSkus } from './own-skus.ts';

// Parts of a decision that follow from its allocations (docs/explanation/decisions.md), so they are not stored.

/** Shipments in rank order; a SKU is once in each, in the order's line order. */
export function shipmentsOf(
  allocations: readonly LineAllocation[],
  ranked: readonly number[],
  lines: readonly OrderLine[],
): Shipment[] {
  if (allocations.length === 0) return [];
  const isOwn = haveOwnSkus(lines);
  const { warehouse: first } = allocations[0]!;
  if (countFrom(first, allocations) === allocations.length)
    return [shipmentFrom(first, allocations.length, isOwn, allocations, lines)];
  const shipments: Shipment[] = [];
  for (const warehouse of ranked) {
    const count = countFrom(warehouse, allocations);
    if (count > 0) shipments.push(shipmentFrom(warehouse, count, isOwn, allocations, lines));
  }
  return shipments;
}

function shipmentFrom(
  warehouse: number,
  count: number,
  isOwn: boolean,
  allocations: readonly LineAllocation[],
  lines: readonly OrderLine[],
): Shipment {
  return isOwn
    ? { warehouse, lines: linesByLine(warehouse, count, allocations, lines) }
    : { warehouse, lines: linesBySku(warehouse, allocations, lines) };
}

function countFrom(from: number, allocations: readonly LineAllocation[]): number {
  let count = 0;
  for (let place = 0; place < allocations.length; place++)
    if (allocations[place]!.warehouse === from) count++;
  return count;
}

/**
 * What leaves a warehouse by `count` allocations if each line has its own SKU. The exact size saves memory: decisions stay
 * in it until they are stored.
 */
function linesByLine(
  from: number,
  count: number,
  allocations: readonly LineAllocation[],
  lines: readonly OrderLine[],
): ShipmentLine[] {
  const shipped = new Array<ShipmentLine>(count);
  for (let place = 0, next = 0; next < count; place++) {
    const { line, warehouse, quantity } = allocations[place]!;
    if (warehouse === from) shipped[next++] = { sku: lines[line]!.sku, ship_qty: quantity };
  }
  return shipped;
}

/** The same if lines may share a SKU. */
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

/** All units of allocations, or of order lines. */
export function totalQuantity(parts: readonly { readonly quantity: number }[]): number {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The units that each SKU lacks, in line order, without SKUs that lack nothing. */
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
