/**
 * The rules of dates, read a second time and written as plainly as possible: tests compare the product with this. It shares
 * no code with the product. Where the specification leaves a choice open, a comment that begins with "Open" says what is
 * chosen here.
 */

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** The calendar of a warehouse, in the form of the account file. */
export interface PlainCalendar {
  time_zone: string;
  /** Local time, `"15:00"`. */
  cut_off: string;
  processing_days?: number;
  ship_days?: readonly Weekday[];
  closed_dates?: readonly string[];
}

/** The days on which carriers deliver, in the form of the account file. */
export interface PlainDeliveryCalendar {
  days?: readonly Weekday[];
  closed_dates?: readonly string[];
}

export interface PlainDatesInput {
  calendar: PlainCalendar | null;
  deliveryCalendar: PlainDeliveryCalendar | null;
  /** An instant. A text names its zone: `2026-11-25T10:00:00Z`. */
  asOf: Date | string;
  /** Null if the warehouse has no lane. */
  transitDays: number | null;
}

export interface PlainDates {
  shipDate: string | null;
  deliveryDate: string | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Weekdays by the day of an epoch date: 1970-01-01 was a Thursday. */
const FROM_EPOCH: readonly Weekday[] = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'];
const WORKING_DAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
/** Open: "within 366 days" includes the 366th day. */
const DAYS_SEARCHED = 366;
/** Open: "at most 14 ship days on" is 14 further ship days after ship_date, which itself is tried first. */
const SHIP_DAYS_LATER = 14;

/** Days from 1970-01-01 to a date. */
export function epochDay(date: string): number {
  const [year, month, day] = date.split('-').map(Number);
  return Date.UTC(year!, month! - 1, day!) / DAY;
}

/** The date that is so many days after 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** What a wall clock and a wall calendar in the zone show at an instant: the day since the epoch, and minutes since 00:00. */
export function wallClock(zone: string, instant: number): { day: number; minutes: number } {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) shown[type] = Number(value);
  const { year, month, day, hour, minute } = shown;
  return { day: Date.UTC(year!, month! - 1, day!) / DAY, minutes: hour! * 60 + minute! };
}

/** Minutes from 00:00 to a time of day, `"15:00"`. */
export function minutesOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

function isOpen(day: number, days: readonly Weekday[], closed: readonly string[]): boolean {
  return days.includes(FROM_EPOCH[day % 7]!) && !closed.includes(dateOfDay(day));
}

function isShipDay(calendar: PlainCalendar, day: number): boolean {
  return isOpen(day, calendar.ship_days ?? WORKING_DAYS, calendar.closed_dates ?? []);
}

/**
 * Open: the two times are compared as a wall clock shows them. In the hour that a change of summer time repeats, a cut-off
 * therefore passes twice, and between the two it is early enough again. A cut-off in the hour that such a change leaves out
 * has passed as soon as the clock shows the hour after it.
 */
function isBeforeCutOff(calendar: PlainCalendar, minutes: number): boolean {
  return minutes < minutesOfDay(calendar.cut_off);
}

/**
 * Ship days in their order, from the first on which goods could leave that need no processing.
 * Open: the limit of 366 days counts from as_of's local date for every ship day, those of processing included; it does not
 * begin again at the first day.
 */
function shipDaysFrom(calendar: PlainCalendar, localDay: number, beforeCutOff: boolean): number[] {
  const shipDays: number[] = [];
  for (let day = localDay; day <= localDay + DAYS_SEARCHED; day++) {
    if (day === localDay && !beforeCutOff) continue;
    if (isShipDay(calendar, day)) shipDays.push(day);
  }
  return shipDays;
}

function shipDaysAt(calendar: PlainCalendar, instant: number): number[] {
  const { day, minutes } = wallClock(calendar.time_zone, instant);
  const shipDays = shipDaysFrom(calendar, day, isBeforeCutOff(calendar, minutes));
  return shipDays.slice(calendar.processing_days ?? 0);
}

/** The delivery date of goods that leave on `shipDate`, whether it is the first possible date or a later one. */
export function plainDeliveryDate(input: {
  shipDate: string | null;
  deliveryCalendar: PlainDeliveryCalendar | null;
  transitDays: number | null;
}): string | null {
  const { shipDate, transitDays } = input;
  if (shipDate === null || transitDays === null) return null;
  const { days = WORKING_DAYS, closed_dates = [] } = input.deliveryCalendar ?? {};
  const shipDay = epochDay(shipDate);
  if (transitDays === 0 && isOpen(shipDay, days, closed_dates)) return shipDate;
  /** 0 transit days from a day without deliveries: the next delivery day, which is the first one after it. */
  let left = transitDays === 0 ? 1 : transitDays;
  for (let day = shipDay + 1; day <= shipDay + DAYS_SEARCHED; day++) {
    if (!isOpen(day, days, closed_dates)) continue;
    left--;
    if (left === 0) return dateOfDay(day);
  }
  return null;
}

/** The dates of a warehouse, counted day by day. */
export function plainDates(input: PlainDatesInput): PlainDates {
  if (input.calendar === null) return { shipDate: null, deliveryDate: null };
  const shipDay = shipDaysAt(input.calendar, new Date(input.asOf).getTime())[0];
  const shipDate = shipDay === undefined ? null : dateOfDay(shipDay);
  return { shipDate, deliveryDate: plainDeliveryDate({ ...input, shipDate }) };
}

/**
 * The ship date under `later`: the first ship day with a place, from ship_date on. Null if none of them has one.
 * Open: the limit of 366 days from as_of's local date holds for the moved date too.
 */
export function plainLater(input: {
  calendar: PlainCalendar;
  asOf: Date | string;
  isFull: (date: string) => boolean;
}): string | null {
  const shipDays = shipDaysAt(input.calendar, new Date(input.asOf).getTime());
  for (const day of shipDays.slice(0, SHIP_DAYS_LATER + 1)) {
    const date = dateOfDay(day);
    if (!input.isFull(date)) return date;
  }
  return null;
}

/**
 * The first instant after as_of at which the ship date is another one. Null if the warehouse has no ship date.
 * With `isFull`, the ship date is that of `later`.
 *
 * Open: a change to no date at all counts. So does the change to an earlier date that a repeated hour brings, although no
 * cut-off but the clock moves it. With `isFull`, only a change of the moved date counts: a cut-off that moves the first
 * date alone, from one full day to another, changes nothing that is promised.
 */
export function plainOrderBy(input: {
  calendar: PlainCalendar | null;
  asOf: Date | string;
  isFull?: (date: string) => boolean;
}): Date | null {
  const { calendar, isFull = () => false } = input;
  if (calendar === null) return null;
  const asOf = new Date(input.asOf).getTime();
  const shipDateAt = (instant: number) =>
    input.isFull
      ? plainLater({ calendar, asOf: new Date(instant), isFull })
      : plainDates({ calendar, deliveryCalendar: null, asOf: new Date(instant), transitDays: null }).shipDate;
  const clockAt = (instant: number) => {
    const { day, minutes } = wallClock(calendar.time_zone, instant);
    return { day, minutes, before: isBeforeCutOff(calendar, minutes) };
  };

  const shipDate = shipDateAt(asOf);
  if (shipDate === null) return null;
  let last = clockAt(asOf);
  // Cut-offs are whole minutes, and so are the offsets of present zones from UTC: nothing changes between two minutes.
  let instant = Math.floor(asOf / MINUTE) * MINUTE + MINUTE;
  while (instant <= asOf + (DAYS_SEARCHED + 3) * DAY) {
    const now = clockAt(instant);
    // Today's date and whether it is before the cut-off are all that a ship date depends on.
    const same = now.day === last.day && now.before === last.before;
    if (!same && shipDateAt(instant) !== shipDate) return new Date(instant);
    last = now;
    const hourOn = clockAt(instant + 60 * MINUTE);
    const plainHour = hourOn.day === now.day && hourOn.minutes === now.minutes + 60;
    // An hour in which the clock ran on evenly, with no cut-off in it, is passed over: minute by minute takes too long.
    instant += plainHour && hourOn.before === now.before ? 60 * MINUTE : MINUTE;
  }
  return null;
}
