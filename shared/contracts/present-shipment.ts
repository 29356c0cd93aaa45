import type { StoredShipment } from '../ledger/decisions/shipped-units.ts';
import type { ShippedOrder } from './shipped.ts';

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
