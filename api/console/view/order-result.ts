import { counted, money, whole } from './numbers.ts';
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
  readonly warehouse_id: string;
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
    readonly selected_warehouse: { readonly warehouse_id: string; readonly warehouse_name: string };
    readonly lines: readonly { readonly sku: string; readonly ship_qty: number }[];
  })[];
  readonly lines?: readonly {
    readonly sku: string;
    readonly allocations: readonly (AnyDates & {
      readonly external_warehouse_id: string;
      readonly warehouse_name: string;
      readonly ship_qty: number;
    })[];
  }[];
}

/** The shipments of a result. Variant A lists them; in Variant B they follow from the lines. */
export function shipmentViews({ shipments, lines = [] }: AnyOrderResult): ShipmentView[] {
  if (shipments) {
    return shipments.map((shipment) => ({
      warehouse_id: shipment.selected_warehouse.warehouse_id,
      warehouse: shipment.selected_warehouse.warehouse_name,
      lines: shipment.lines,
      ship_date: shipment.ship_date ?? null,
      delivery_date: shipment.delivery_date ?? null,
      cost: shipment.cost,
    }));
  }
  const byWarehouse = new Map<string, ShipmentView>();
  for (const { sku, allocations } of lines) {
    for (const { external_warehouse_id: id, warehouse_name, ship_qty, ...dates } of allocations) {
      byWarehouse.set(id, {
        warehouse_id: id,
        warehouse: warehouse_name,
        lines: [...(byWarehouse.get(id)?.lines ?? []), { sku, ship_qty }],
        ship_date: dates.ship_date ?? null,
        delivery_date: dates.delivery_date ?? null,
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
  readonly from: readonly { readonly warehouse: string; readonly units: number }[];
  readonly missing: number;
  /** Why units are missing; null if none are, or Variant B does not say. */
  readonly code: string | null;
  readonly why: string | null;
}

/** The products of an order, in the order of its lines; those that lack units come first. */
export function lineViews(
  lines: readonly { readonly sku: string; readonly quantity: number }[],
  result: AnyOrderResult,
): LineView[] {
  const ordered = new Map<string, number>();
  for (const { sku, quantity } of lines) ordered.set(sku, (ordered.get(sku) ?? 0) + quantity);
  const from = new Map<string, { warehouse: string; units: number }[]>();
  for (const { warehouse, lines: shipped } of shipmentViews(result))
    for (const { sku, ship_qty } of shipped)
      from.set(sku, [...(from.get(sku) ?? []), { warehouse, units: ship_qty }]);
  const reasons = new Map(result.unfulfilled_lines?.map(({ sku, reason }) => [sku, reason]));
  const rows = [...ordered].map(([sku, units]) => {
    const sites = from.get(sku) ?? [];
    const missing = units - sites.reduce((sum, site) => sum + site.units, 0);
    // Of an order that cannot ship there is one reason, which the list of orders has too.
    const code = missing > 0 ? (result.unroutable_reason_code ?? reasons.get(sku) ?? null) : null;
    return { sku, ordered: units, from: sites, missing, code, why: code && reasonWords(code) };
  });
  return rows.toSorted((a, b) => Number(b.missing > 0) - Number(a.missing > 0));
}

/** By how many days an order arrives too late; 0 or less: it is on time. Null: no date is known. */
export function daysLate(deliverBy: string, { delivery_date }: AnyOrderResult): number | null {
  if (!delivery_date) return null;
  return Math.round((Date.parse(delivery_date) - Date.parse(deliverBy)) / DAY_MS);
}

/** When an order must arrive, and by how many days it is late: `deliver by Thu 3 Dec: 12 days late`. */
export function deadlineWords(deliverBy: string, result: AnyOrderResult): string {
  const words = `deliver by ${dayWords(deliverBy)}`;
  if (result.status === 'NONE') return words;
  const late = daysLate(deliverBy, result);
  if (late === null) return `${words}: no delivery date is known`;
  return `${words}: ${late > 0 ? `${counted(late, 'day')} late` : 'on time'}`;
}

/** So many warehouses are named. */
const NAMED = 3;

/** What becomes of an order, in a sentence of at most forty words: what ships from where, what is missing and why, when it is late. */
export function resultSentence(
  lines: readonly { readonly sku: string; readonly quantity: number }[],
  result: AnyOrderResult,
  late = 0,
): string {
  const shipments = shipmentViews(result);
  const [ordered, shipped] = [unitsOrdered(lines), unitsShipped(shipments)];
  const codes = new Set(lineViews(lines, result).flatMap(({ code }) => code ?? []));
  const why = [...codes].slice(0, 2).map(reasonWords).join(', ');
  const because = why === '' ? '' : `: ${why}`;
  if (shipped === 0) return `Nothing ships${because}.`;
  const isAll = shipped === ordered;
  const from = shipments.slice(0, NAMED).map((shipment, at) => {
    const units = unitsShipped([shipment]);
    return `${at === 0 && !(isAll && shipments.length === 1) ? counted(units, 'unit') : whole(units)} from ${shipment.warehouse}`;
  });
  const more = shipments.length - from.length;
  const all = more > 0 ? [...from, `the rest from ${whole(more)} more`] : from;
  const list = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const ships =
    isAll && shipments.length === 1
      ? `Ships all ${counted(shipped, 'unit')} from ${shipments[0]!.warehouse}.`
      : `Ships ${list}.`;
  const missing = isAll
    ? ''
    : ` ${whole(ordered - shipped)} of ${counted(ordered, 'unit')} missing${because}.`;
  return `${ships}${missing}${late > 0 ? ` It arrives ${counted(late, 'day')} late.` : ''}`;
}
