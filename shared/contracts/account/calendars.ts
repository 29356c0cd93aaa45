import { Temporal } from '@js-temporal/polyfill';
import { z } from 'zod';
import {
  type DeliveryCalendar,
  type WarehouseCalendar,
  type WarehouseCapacity,
  WEEK_DAYS,
} from '../../engine/types.ts';
import { isoDate, MAX_INT, moment, named } from '../common.ts';

// Calendars, capacities and safety stock as a person writes them. Members that say what is the default are dropped.

const isDistinct = [
  (list: readonly string[]) => new Set(list).size === list.length,
  'must not repeat an element',
] as const;

const days = z
  .array(z.enum(WEEK_DAYS))
  .min(1)
  .refine(...isDistinct)
  .readonly();

const closedDates = z
  .array(isoDate)
  .max(2000)
  .refine(...isDistinct)
  .readonly()
  .describe('Dates without work, YYYY-MM-DD, holidays for example.');

const WORKING_DAYS = WEEK_DAYS.slice(0, 5);

function isKnownZone(name: string): boolean {
  try {
    return Temporal.Now.instant().toZonedDateTimeISO(name) !== undefined;
  } catch {
    return false;
  }
}

/** An account may have a calendar of its carriers. */
export const deliveryCalendar = z
  .strictObject({
    days: days.exactOptional().describe('Days of the week on which carriers deliver. Default: mon to fri.'),
    closed_dates: closedDates.exactOptional(),
  })
  .transform(withoutUsualDays) satisfies z.ZodType<DeliveryCalendar>;

/** When a warehouse ships. */
export const warehouseCalendar = z
  .strictObject({
    time_zone: z
      .string()
      .max(100)
      .refine(
        (name) => /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) && isKnownZone(name),
        'must be an IANA time zone, such as America/New_York',
      )
      .describe('IANA time zone of the warehouse.'),
    cut_off: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a local time such as 15:00')
      .describe('Local time, HH:MM: what is ordered at it or later does not leave today.'),
    processing_days: z
      .int()
      .min(0)
      .max(30)
      .exactOptional()
      .describe('Ship days an order needs before it leaves. Default: 0.'),
    ship_days: days.exactOptional().describe('Days of the week on which it ships. Default: mon to fri.'),
    closed_dates: closedDates.exactOptional(),
  })
  .transform(withoutUsualDays) satisfies z.ZodType<WarehouseCalendar>;

/** How many shipments may leave a warehouse on a day. */
export const warehouseCapacity = z
  .strictObject({
    shipments_per_day: z.int().min(0).max(MAX_INT).describe('Shipments that may leave on one day; 0: none.'),
    when_full: z
      .enum(['skip', 'later'])
      .exactOptional()
      .describe(
        'A full day: skip (default) leaves the warehouse out, later takes its next ship day with a place.',
      ),
  })
  .transform(({ when_full, ...capacity }) =>
    when_full === 'later' ? { ...capacity, when_full } : capacity,
  ) satisfies z.ZodType<WarehouseCapacity>;

/** Units that are kept back. */
export const safetyStock = z.int().min(0).max(MAX_INT);

/** A calendar in which what is usual is left out. */
function withoutUsualDays<
  Calendar extends {
    readonly processing_days?: number;
    readonly ship_days?: readonly string[];
    readonly days?: readonly string[];
    readonly closed_dates?: readonly string[];
  },
>(calendar: Calendar): Calendar {
  const isUsual = (list: readonly string[] | undefined) =>
    list?.length === WORKING_DAYS.length && WORKING_DAYS.every((day) => list.includes(day));
  const { processing_days, ship_days, days: delivering, closed_dates, ...rest } = calendar;
  return {
    ...rest,
    ...(processing_days !== undefined && processing_days > 0 && { processing_days }),
    ...(ship_days !== undefined && !isUsual(ship_days) && { ship_days }),
    ...(delivering !== undefined && !isUsual(delivering) && { days: delivering }),
    ...(closed_dates !== undefined && closed_dates.length > 0 && { closed_dates }),
  } as Calendar;
}

/** A calendar whose ship days are asked for. */
export const shipDaysRequest = named('ShipDaysRequest', { calendar: warehouseCalendar });

export const shipDaysAnswer = named('ShipDays', {
  ship_dates: z.array(isoDate).describe('The next ten, the first of which an order of now has.'),
  order_by: moment.nullable().describe('Until then the first stays the same; null: there is no ship day.'),
});
