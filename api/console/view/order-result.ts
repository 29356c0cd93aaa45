import { counted, money } from './numbers.ts';
import { reasonWords } from './reasons.ts';
import { dayWords } from './ship-days.ts';
import type { OrderStatus } from './statuses.ts';
import { DAY_MS } from './times.ts';

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
  readonly delivery_date?: string | null;
  readonly unroutable_reason_code?: string | null;
  /** These are of Variant A only. */
  readonly profile?: { readonly applied: boolean; readonly name: string };
  readonly policy_outcome?: 'clear' | 'warned' | 'blocked';
  readonly policy_messages?: readonly string[];
  readonly unfulfilled_lines?: readonly { readonly sku: string; readonly reason: string }[];
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

/** One product of an order. */
export interface LineView {
  readonly sku: string;
  readonly ordered: number;
  readonly ships: number;
  readonly missing: number;
  /** Why units are missing; null if none are, or Variant B does not say. */
  readonly why: string | null;
}

/** The products of an order, in the order of its lines; those that lack units come first. */
export function lineViews(
  lines: readonly { readonly sku: string; readonly quantity: number }[],
  result: AnyOrderResult,
): LineView[] {
  const shipped = shipmentViews(result).flatMap((shipment) => shipment.lines);
  const rows = [...new Set(lines.map(({ sku }) => sku))].map((sku) => {
    const ordered = unitsOrdered(lines.filter((line) => line.sku === sku));
    const ships = shipped.filter((line) => line.sku === sku).reduce((sum, { ship_qty }) => sum + ship_qty, 0);
    const missing = ordered - ships;
    const code =
      result.unfulfilled_lines?.find((line) => line.sku === sku)?.reason ?? result.unroutable_reason_code;
    return { sku, ordered, ships, missing, why: missing > 0 && code ? reasonWords(code) : null };
  });
  return rows.toSorted((a, b) => Number(b.missing > 0) - Number(a.missing > 0));
}

/** When an order must arrive, and by how many days it is late: `deliver by Thu 3 Dec: 12 days late`. */
export function deadlineWords(deliverBy: string, { delivery_date, status }: AnyOrderResult): string {
  const words = `deliver by ${dayWords(deliverBy)}`;
  if (status === 'NONE') return words;
  if (!delivery_date) return `${words}: no delivery date is known`;
  const late = Math.round((Date.parse(delivery_date) - Date.parse(deliverBy)) / DAY_MS);
  return `${words}: ${late > 0 ? `${counted(late, 'day')} late` : 'on time'}`;
}
