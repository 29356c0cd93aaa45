import { money } from './numbers.ts';
import type { OrderStatus } from './statuses.ts';

/** When something leaves and arrives; left out by accounts without calendars. */
interface AnyDates {
  readonly ship_date?: string | null;
  readonly delivery_date?: string | null;
}

/** What something costs; null: it has no price; left out by accounts without rates. */
export type Cost = number | null | undefined;

/** A cost in words: `costs 12.40 USD`; null where nothing is said of costs. */
export function costWords(cost: Cost, currency: string | undefined): string | null {
  if (cost === undefined) return null;
  return cost === null ? 'has no price' : `costs ${money(cost, currency)}`;
}

/** One shipment of an order. */
export interface ShipmentView extends Required<AnyDates> {
  readonly warehouse: string;
  /** Left out by Variant B, too, which has only the total. */
  readonly cost: Cost;
  readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
}

/** The members of an order result that are read here, in either contract variant. */
export interface AnyOrderResult {
  readonly order_id: string;
  readonly routing_decision_id: number | null;
  readonly status: OrderStatus;
  readonly reason: string;
  readonly total_cost?: Cost;
  readonly shipments?: readonly (AnyDates & {
    readonly cost?: Cost;
    readonly selected_warehouse: { readonly warehouse_name: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  })[];
  readonly lines?: readonly {
    readonly sku: string;
    readonly allocations: readonly (AnyDates & {
      readonly warehouse_name: string;
      readonly ship_qty: number;
    })[];
  }[];
}

/** The shipments of a result. Variant A lists them; in Variant B they follow from the lines. */
export function shipmentViews({ shipments, lines = [] }: AnyOrderResult): ShipmentView[] {
  if (shipments) {
    return shipments.map((shipment) => ({
      warehouse: shipment.selected_warehouse.warehouse_name,
      lines: shipment.lines,
      ship_date: shipment.ship_date ?? null,
      delivery_date: shipment.delivery_date ?? null,
      cost: shipment.cost,
    }));
  }
  const byWarehouse = new Map<string, ShipmentView>();
  for (const { sku, allocations } of lines) {
    for (const { warehouse_name, ship_qty, ship_date = null, delivery_date = null } of allocations) {
      const before = byWarehouse.get(warehouse_name)?.lines ?? [];
      const own = [...before, { sku, ship_qty }];
      byWarehouse.set(warehouse_name, {
        warehouse: warehouse_name,
        lines: own,
        ship_date,
        delivery_date,
        cost: undefined,
      });
    }
  }
  return [...byWarehouse.values()];
}

/** What all of an order costs, in words; null also where nothing ships. */
export function totalCostWords(result: AnyOrderResult, currency: string | undefined): string | null {
  return result.status === 'NONE' ? null : costWords(result.total_cost, currency);
}

/** Units of all shipments. */
export function unitsShipped(shipments: readonly ShipmentView[]): number {
  return shipments.flatMap(({ lines }) => lines).reduce((sum, { ship_qty }) => sum + ship_qty, 0);
}

/** Units of an order as it was sent. */
export function unitsOrdered(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
