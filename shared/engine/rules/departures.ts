import type { Configuration, Decision, PolicyMode, ShipmentDays } from '../types.ts';

// Dates and places, as the engine sees them: numbers. A day counts from 1970-01-01.

/** When an order would leave each warehouse and arrive, by warehouse index. It must never change. */
export interface Departures {
  /** Whether an enabled warehouse has a calendar: only then have answers dates. */
  readonly hasCalendar: boolean;
  /** Null: it has no calendar, or no ship day. */
  readonly ship: readonly (number | null)[];
  /** Null: there is no ship day, no lane, or no delivery day. */
  readonly delivery: readonly (number | null)[];
  /** Whether a warehouse has no place for a further shipment: then it ships nothing. */
  readonly full: readonly boolean[];
  /** The next day on which a full warehouse has a place; null: there is none soon. */
  readonly next_place: readonly (number | null)[];
  /** The same if every place were free; null: nothing would differ. */
  readonly free: Departures | null;
}

/** The last day on which an order may arrive, and what happens to a later delivery. */
export interface Deadline {
  readonly day: number;
  readonly mode: Exclude<PolicyMode, 'allow'>;
}

/** What of an order says when it would arrive. */
interface DatedOrder {
  /** Null: no rule on late deliveries concerns the order. */
  readonly deadline: Deadline | null;
  /** Null: no enabled warehouse has a calendar or a capacity. */
  readonly departures: Departures | null;
}

/** Milliseconds of a day in UTC. */
export const DAY_MS = 86_400_000;

/** The day of a date, `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

/** A cache of dates, because answers have the same few days again and again. */
const texts = new Map<number, string>();
const MAX_TEXTS = 1000;

/** The date of a day, `YYYY-MM-DD`. */
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined) {
    if (texts.size === MAX_TEXTS) texts.clear();
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    texts.set(day, text);
  }
  return text;
}

/** The same of a day that may be missing. */
export function dayTextOf(day: number | null | undefined): string | null {
  return day == null ? null : dayText(day);
}

/** Whether an enabled warehouse has a calendar: then answers have dates. */
export function hasCalendar({ warehouses }: Pick<Configuration, 'warehouses'>): boolean {
  return warehouses.some(({ enabled, calendar }) => enabled && calendar !== undefined);
}

/** The day on which all of an order has arrived; null: nothing ships, or a shipment has no delivery day. */
export function arrivalDay(days: readonly ShipmentDays[] = []): number | null {
  let latest: number | null = null;
  for (const { delivery_day } of days) {
    if (delivery_day === null) return null;
    latest = Math.max(latest ?? delivery_day, delivery_day);
  }
  return latest;
}

/** Whether what ships of an order arrives after its deliver_by, or on a day that nobody knows. */
export function arrivesLate(
  { shipments, days }: Pick<Decision, 'shipments' | 'days'>,
  deliverBy: string | null | undefined,
): boolean {
  if (deliverBy == null || shipments.length === 0) return false;
  const day = arrivalDay(days);
  return day === null || day > dayNumber(deliverBy);
}

/** The deadline of an order, if a rule asks for one. */
export function deadlineOf(deliverBy: string | null | undefined, mode: PolicyMode): Deadline | null {
  return deliverBy == null || mode === 'allow' ? null : { day: dayNumber(deliverBy), mode };
}

/** Whether a warehouse would deliver after a day. Without a delivery day it does. */
export function isLate(departures: Departures | null, warehouse: number, deadline: number): boolean {
  const day = departures?.delivery[warehouse] ?? null;
  return day === null || day > deadline;
}

/** Whether a deadline forbids a warehouse. */
export function isBlockedAsLate({ deadline, departures }: DatedOrder, warehouse: number): boolean {
  return deadline?.mode === 'block' && isLate(departures, warehouse, deadline.day);
}

/** Whether a warehouse has no place for the order. */
export function isFullAt({ departures }: Pick<DatedOrder, 'departures'>, warehouse: number): boolean {
  return departures?.full[warehouse] === true;
}
