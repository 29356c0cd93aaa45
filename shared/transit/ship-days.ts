import { Temporal } from '@js-temporal/polyfill';
import { DAY_MS } from '../engine/rules/departures.ts';
import type { DeliveryCalendar, WarehouseCalendar, WeekDay } from '../engine/types.ts';

// When a warehouse ships, and when a carrier delivers. Days are numbers that count from 1970-01-01. Time zones and their
// changes of summer time come from the library.

/** Days of the week from 1970-01-01 on, a Thursday. */
const WEEK = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'] as const satisfies readonly WeekDay[];

const WORKING_DAYS: readonly WeekDay[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** A day further away than so many is not looked for. */
const MAX_DAYS = 366;

/** Whether something happens on a day. */
export type IsOpen = (day: number) => boolean;

/** The days on which carriers deliver. */
export function deliveryDays({ days = WORKING_DAYS, closed_dates = [] }: DeliveryCalendar): IsOpen {
  return openDays(days, closed_dates);
}

/** The days on which a warehouse ships. */
export function openShipDays({ ship_days = WORKING_DAYS, closed_dates = [] }: WarehouseCalendar): IsOpen {
  return openDays(ship_days, closed_dates);
}

/** Prepares days of a week, without some dates, to be asked often. */
function openDays(days: readonly WeekDay[], closed_dates: readonly string[]): IsOpen {
  const open = WEEK.map((name) => days.includes(name));
  const closed = new Set(closed_dates.map((date) => Date.parse(date) / DAY_MS));
  return (day) => open[day % WEEK.length]! && !closed.has(day);
}

/** When an order leaves that is decided at one moment. */
export interface ShipDays {
  /** The ship day; null: there is none within 366 days. */
  readonly day: number | null;
  /** The first moment at which it becomes another day, in milliseconds since 1970; null: there is no ship day. */
  readonly until: number | null;
  /** Until then another moment gives the same days, in milliseconds since 1970. */
  readonly validUntil: number;
  /** So many ship days behind `day`, within 366 days of the moment. */
  later(most: number): number[];
}

/** Makes the function that gives a warehouse's ship days at a moment, which is in milliseconds since 1970. */
export function shipDaysOf(calendar: WarehouseCalendar): (moment: number) => ShipDays {
  const { processing_days = 0 } = calendar;
  const isOpen = openShipDays(calendar);
  const cutOff = Temporal.PlainTime.from(calendar.cut_off);
  const zoned = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(calendar.time_zone);

  /** The ship days from a moment on, the first of which needs no processing. */
  function* from(moment: number): Generator<number> {
    const local = zoned(moment);
    const today = dayOf(local.toPlainDate());
    const isTooLate = Temporal.PlainTime.compare(local.toPlainTime(), cutOff) >= 0;
    for (let day = today + Number(isTooLate); day <= today + MAX_DAYS; day++) if (isOpen(day)) yield day;
  }

  const processed = (moment: number) => [...from(moment)].slice(processing_days);

  const untilOf = (moment: number, first: number, day: number) => {
    const cut = cutOffOn(calendar.time_zone, dateOf(first), cutOff, moment);
    // The clock goes back: what was too late today may be early enough again.
    const change = zoned(moment).getTimeZoneTransition('next')?.epochMilliseconds ?? cut;
    return change < cut && (processed(change)[0] ?? null) !== day ? change : cut;
  };

  return (moment) => {
    const [first] = from(moment);
    const [day = null, ...behind] = processed(moment);
    /** Found when it is asked for, because it takes as long as a hundred decisions. */
    let until: number | null | undefined;
    return {
      day,
      get until() {
        if (until === undefined) until = day === null ? null : untilOf(moment, first!, day);
        return until;
      },
      get validUntil() {
        const local = zoned(moment);
        const midnight = local.toPlainDate().add({ days: 1 }).toZonedDateTime(calendar.time_zone);
        const cut = cutOffOn(calendar.time_zone, local.toPlainDate(), cutOff, moment);
        const change = local.getTimeZoneTransition('next')?.epochMilliseconds;
        const ends = [midnight.epochMilliseconds, cut, change ?? midnight.epochMilliseconds];
        return Math.min(...ends.filter((end) => end > moment));
      },
      later: (most) => behind.slice(0, most),
    };
  };
}

/** The first moment after another at which it is a local time on a date, or later if the clock leaves that time out. */
function cutOffOn(
  timeZone: string,
  date: Temporal.PlainDate,
  plainTime: Temporal.PlainTime,
  after: number,
): number {
  const time = date.toZonedDateTime({ timeZone, plainTime });
  if (!time.toPlainTime().equals(plainTime)) {
    // The transition is before this time, or it is this time.
    return time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')!.epochMilliseconds;
  }
  if (time.epochMilliseconds > after) return time.epochMilliseconds;
  // The clock shows this time twice.
  return date.toPlainDateTime(plainTime).toZonedDateTime(timeZone, { disambiguation: 'later' })
    .epochMilliseconds;
}

/**
 * The day on which a carrier delivers what leaves on `shipDay` and takes so many delivery days; null: there is none within
 * 366 days of it.
 */
export function deliveryDay(isOpen: IsOpen, shipDay: number, transitDays: number): number | null {
  if (transitDays === 0 && isOpen(shipDay)) return shipDay;
  let left = Math.max(1, transitDays);
  for (let day = shipDay + 1; day <= shipDay + MAX_DAYS; day++) {
    if (isOpen(day) && --left === 0) return day;
  }
  return null;
}

function dayOf(date: Temporal.PlainDate): number {
  return Date.UTC(date.year, date.month - 1, date.day) / DAY_MS;
}

function dateOf(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(new Date(day * DAY_MS).toISOString().slice(0, 10));
}
