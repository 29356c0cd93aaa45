import type { OrderStatus } from './statuses.ts';

/** One shipment of an order. */
export interface ShipmentView {
  readonly warehouse: string;
  readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
}

/** The members of an order result that are read here, in either contract variant. */
export interface AnyOrderResult {
  readonly order_id: string;
  readonly routing_decision_id: number | null;
  readonly status: OrderStatus;
  readonly reason: string;
  readonly shipments?: readonly {
    readonly selected_warehouse: { readonly warehouse_name: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  }[];
  readonly lines?: readonly {
    readonly sku: string;
    readonly allocations: readonly { readonly warehouse_name: string; readonly ship_qty: number }[];
  }[];
}

/** The shipments of a result. Variant A lists them; in Variant B they follow from the lines. */
export function shipmentsOf({ shipments, lines = [] }: AnyOrderResult): ShipmentView[] {
  if (shipments) {
    return shipments.map((shipment) => ({
      warehouse: shipment.selected_warehouse.warehouse_name,
      lines: shipment.lines,
    }));
  }
  const byWarehouse = new Map<string, { sku: string; ship_qty: number }[]>();
  for (const { sku, allocations } of lines) {
    for (const { warehouse_name, ship_qty } of allocations) {
      byWarehouse.set(warehouse_name, [...(byWarehouse.get(warehouse_name) ?? []), { sku, ship_qty }]);
    }
  }
  return [...byWarehouse].map(([warehouse, own]) => ({ warehouse, lines: own }));
}

/** Units of all shipments. */
export function unitsShipped(shipments: readonly ShipmentView[]): number {
  return shipments.flatMap(({ lines }) => lines).reduce((sum, { ship_qty }) => sum + ship_qty, 0);
}

/** Units of an order as it was sent. */
export function unitsOrdered(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
