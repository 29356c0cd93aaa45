import type { NamedActor } from '../../contracts/common.ts';
import type { ShippedOrder } from '../../contracts/shipped.ts';
import type { LineAllocation, OrderLine } from '../../engine/types.ts';

/** Units of a SKU at a warehouse, by its database id. */
export interface WarehouseUnits {
  readonly sku: string;
  readonly warehouse_db_id: number;
  readonly quantity: number;
}

/**
 * A shipment of a decision as it is stored with it. The moment is in milliseconds since 1970. `by` is who said so; those from
 * before it was recorded do not have it.
 */
export type StoredShipment = readonly [
  warehouseDbId: number,
  shippedAt: number,
  lines: readonly (readonly [sku: string, quantity: number])[],
  by?: NamedActor,
];

/** A shipment as answers show it. `nameOf` gives the ID of a warehouse by its database id. */
export function presentShipment(
  [warehouse, shippedAt, lines]: StoredShipment,
  routing_decision_id: number,
  nameOf: (warehouseDbId: number) => string,
): ShippedOrder['shipments'][number] {
  return {
    warehouse_id: nameOf(warehouse),
    shipped_at: new Date(shippedAt).toISOString(),
    routing_decision_id,
    lines: lines.map(([sku, quantity]) => ({ sku, quantity })),
  };
}

/** All units of shipments. */
export function shippedUnits(shipments: readonly StoredShipment[]): WarehouseUnits[] {
  return shipments.flatMap(([warehouse_db_id, , lines]) =>
    lines.map(([sku, quantity]) => ({ sku, warehouse_db_id, quantity })),
  );
}

/** Units without others of the same SKUs and warehouses. What is left of none is left out. */
export function withoutUnits(
  units: readonly WarehouseUnits[],
  others: readonly WarehouseUnits[],
): readonly WarehouseUnits[] {
  if (others.length === 0) return units;
  const taken = others.map((other) => ({ ...other }));
  return units.flatMap((unit) => {
    let { quantity } = unit;
    for (const other of taken) {
      if (other.sku !== unit.sku || other.warehouse_db_id !== unit.warehouse_db_id) continue;
      const both = Math.min(quantity, other.quantity);
      quantity -= both;
      other.quantity -= both;
    }
    return quantity === 0 ? [] : [{ ...unit, quantity }];
  });
}

/** The same units, each SKU and warehouse once. */
export function mergedUnits(units: readonly WarehouseUnits[]): WarehouseUnits[] {
  if (units.length === 1) return [...units];
  const byPair = new Map<string, WarehouseUnits>();
  for (const unit of units) {
    const key = `${unit.warehouse_db_id} ${unit.sku}`;
    byPair.set(key, { ...unit, quantity: unit.quantity + (byPair.get(key)?.quantity ?? 0) });
  }
  return [...byPair.values()];
}

/** What a decision allocated. `warehouseDbIds` are by the index of a warehouse in its configuration. */
export function allocatedUnits(
  allocations: readonly LineAllocation[],
  lines: readonly Pick<OrderLine, 'sku'>[],
  warehouseDbIds: readonly number[],
): WarehouseUnits[] {
  return allocations.map(({ line, warehouse, quantity }) => ({
    sku: lines[line]!.sku,
    warehouse_db_id: warehouseDbIds[warehouse]!,
    quantity,
  }));
}

/** Lines without units that have shipped. A line of which none remain is left out. */
export function remainingLines<Line extends Pick<OrderLine, 'sku' | 'quantity'>>(
  lines: readonly Line[],
  shipped: readonly Pick<WarehouseUnits, 'sku' | 'quantity'>[],
): Line[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of shipped) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return lines.flatMap((line) => {
    const gone = Math.min(line.quantity, units.get(line.sku) ?? 0);
    units.set(line.sku, (units.get(line.sku) ?? 0) - gone);
    return line.quantity === gone ? [] : [{ ...line, quantity: line.quantity - gone }];
  });
}
