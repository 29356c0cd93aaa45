import fc from 'fast-check';
import {
  dateOfDay,
  minutesOfDay,
  type PlainCalendar,
  type PlainDeliveryCalendar,
  type Weekday,
  wallClock,
} from './calendar.ts';

/** One case to compare dates in. */
export interface CalendarCase {
  calendar: PlainCalendar;
  deliveryCalendar: PlainDeliveryCalendar | null;
  asOf: Date;
  transitDays: number | null;
  /** Dates on which the warehouse has no place. */
  fullDates: string[];
}

/** From UTC+14 to UTC-11, with offsets of half and quarter hours and with summer time of both halves of the earth. */
export const ZONES = [
  'UTC',
  'Africa/Cairo', // the clock changes at midnight
  'Africa/Casablanca', // the clock changes twice around Ramadan
  'America/Los_Angeles',
  'America/New_York',
  'America/Santiago', // the clock changes at midnight
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe', // the clock changes by half an hour
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

const WEEK: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2026, 0, 1);
const AFTER_LAST = Date.UTC(2028, 11, 31);

const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => new Date(minutes * MINUTE).toISOString().slice(11, 16));
/** 02:30, 01:30 and 00:00 are left out or repeated by changes of summer time. */
const cutOffs = fc.oneof(time, fc.constantFrom('02:30', '01:30', '01:59', '00:00', '23:59', '15:00'));
const weekdays = fc.oneof(
  { weight: 3, arbitrary: fc.subarray([...WEEK], { minLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(...WEEK).map((day) => [day]) },
  { weight: 2, arbitrary: fc.constant([...WEEK]) },
);

/** Minutes by which the zone's clocks are ahead of UTC at an instant. */
function offsetAt(zone: string, instant: number): number {
  const { day, minutes } = wallClock(zone, instant);
  return (day * DAY - instant) / MINUTE + minutes;
}

const changesByZone = new Map<string, number[]>();

/** The instants of 2026 and 2027 at which the zone's clocks are put forward or back. */
export function clockChanges(zone: string): number[] {
  let changes = changesByZone.get(zone);
  if (!changes) {
    changes = [];
    for (let day = FIRST; day < Date.UTC(2028, 0, 1); day += DAY) {
      if (offsetAt(zone, day) === offsetAt(zone, day + DAY)) continue;
      let instant = day;
      while (offsetAt(zone, instant) === offsetAt(zone, day)) instant += MINUTE;
      changes.push(instant);
    }
    changesByZone.set(zone, changes);
  }
  return changes;
}

/** The instant at which the zone's clocks show this time; one nearby if they never do on that day. */
function instantOf(zone: string, day: number, minutes: number): number {
  const asIfUtc = day * DAY + minutes * MINUTE;
  const guess = asIfUtc - offsetAt(zone, asIfUtc) * MINUTE;
  return asIfUtc - offsetAt(zone, guess) * MINUTE;
}

const near = (instants: readonly number[], within: number): fc.Arbitrary<number> =>
  fc.tuple(fc.constantFrom(...instants), fc.integer({ min: -within, max: within })).map(([a, b]) => a + b);

/** Instants at which mistakes are likely in this zone and with this cut-off. */
function moments(zone: string, cutOff: string): fc.Arbitrary<number> {
  const changes = clockChanges(zone);
  const days = fc.integer({ min: FIRST / DAY, max: AFTER_LAST / DAY });
  const atCutOff = fc.oneof(
    days,
    near(
      [...changes, FIRST].map((instant) => Math.floor(instant / DAY)),
      1,
    ),
  );
  const atCutOffs = atCutOff.map((day) => instantOf(zone, day, minutesOfDay(cutOff)));
  const newYears = [2026, 2027, 2028].map((year) => Date.UTC(year, 0, 1));
  const odd: fc.Arbitrary<number>[] = [
    atCutOffs,
    atCutOffs.map((instant) => instant - SECOND),
    atCutOffs.map((instant) => instant - 1),
    near(newYears, DAY),
    near([Date.UTC(2028, 1, 29, 12)], 36 * HOUR),
    fc.integer({ min: FIRST / MINUTE, max: AFTER_LAST / MINUTE }).map((minute) => minute * MINUTE),
  ];
  if (changes.length > 0) {
    const wholeMinutes = near(
      changes.map((instant) => instant / MINUTE),
      180,
    ).map((minute) => minute * MINUTE);
    odd.push(near(changes, 3 * HOUR), wholeMinutes, wholeMinutes);
  }
  return fc.oneof(...odd);
}

const span = (first: number, length: number): number[] => Array.from({ length }, (_, index) => first + index);

/** Dates around a day: a few, none, or so many in a row that the search for an open day ends in vain or only just not. */
function datesAround(day: number): fc.Arbitrary<string[]> {
  const few = fc.uniqueArray(fc.integer({ min: -3, max: 30 }), { maxLength: 20 });
  const start = fc.integer({ min: -2, max: 8 });
  const many = start.map((first) => span(first, 400));
  const toTheLimit = fc.tuple(start, fc.integer({ min: 364, max: 376 })).map(([first, open]) => {
    return span(first, open - first);
  });
  return fc
    .oneof(
      { weight: 12, arbitrary: few },
      { weight: 1, arbitrary: many },
      { weight: 2, arbitrary: toTheLimit },
    )
    .map((days) => days.map((ahead) => dateOfDay(day + ahead)));
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });

/** Leaves out the fields that are undefined: an account file has no such thing. */
function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Calendars and moments at which a date is easily got wrong. */
export const calendarCases: fc.Arbitrary<CalendarCase> = fc
  .tuple(fc.constantFrom(...ZONES), cutOffs)
  .chain(([zone, cutOff]) =>
    moments(zone, cutOff).chain((instant) => {
      const { day } = wallClock(zone, instant);
      return fc.record({
        calendar: fc
          .record({
            time_zone: fc.constant(zone as string),
            cut_off: fc.constant(cutOff),
            processing_days: optional(
              fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 })),
            ),
            ship_days: optional(weekdays),
            closed_dates: optional(datesAround(day)),
          })
          .map((fields) => defined<PlainCalendar>(fields)),
        deliveryCalendar: fc.option(
          fc
            .record({ days: optional(weekdays), closed_dates: optional(datesAround(day)) })
            .map((fields) => defined<PlainDeliveryCalendar>(fields)),
        ),
        asOf: fc.constant(new Date(instant)),
        transitDays: fc.option(fc.integer({ min: 0, max: 12 })),
        fullDates: fc.oneof(
          fc
            .uniqueArray(fc.integer({ min: -1, max: 25 }), { maxLength: 20 })
            .map((days) => days.map((ahead) => dateOfDay(day + ahead))),
          fc.integer({ min: 10, max: 40 }).map((length) => span(day, length).map(dateOfDay)),
        ),
      });
    }),
  );
