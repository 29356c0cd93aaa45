import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateOfDay,
  epochDay,
  type PlainCalendar,
  type PlainDeliveryCalendar,
  plainDates,
  plainDeliveryDate,
  plainLater,
  plainOrderBy,
  type Weekday,
} from './calendar.ts';
import { calendarCases, clockChanges } from './calendar-cases.ts';

const WEEK: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const berlin = (overrides: Partial<PlainCalendar> = {}): PlainCalendar => ({
  time_zone: 'Europe/Berlin',
  cut_off: '15:00',
  ...overrides,
});
const newYork = (cut_off: string): PlainCalendar => ({
  time_zone: 'America/New_York',
  cut_off,
  ship_days: WEEK,
});

function shipDate(calendar: PlainCalendar, asOf: string): string | null {
  return plainDates({ calendar, deliveryCalendar: null, asOf, transitDays: null }).shipDate;
}

function deliveryDate(
  shipDate: string,
  transitDays: number,
  deliveryCalendar: PlainDeliveryCalendar | null = null,
) {
  return plainDeliveryDate({ shipDate, transitDays, deliveryCalendar });
}

/** Closed from 2026-01-05, a Monday, for so many days. */
function closedFor(days: number): string[] {
  return Array.from({ length: days }, (_, index) => dateOfDay(epochDay('2026-01-05') + index));
}

// Berlin is an hour ahead of UTC in all of these but where summer time is named. 2026-11-27 is a Friday.
describe('ship dates, read a second time', () => {
  it('leaves the same day before the cut-off, and not at it', () => {
    expect(shipDate(berlin(), '2026-11-26T13:59:59.999Z')).toBe('2026-11-26');
    expect(shipDate(berlin(), '2026-11-26T14:00:00.000Z')).toBe('2026-11-27');
  });

  it('leaves on Monday if it is too late on Friday, or the weekend', () => {
    for (const asOf of ['2026-11-27T14:00:00Z', '2026-11-28T08:00:00Z', '2026-11-29T22:59:59Z']) {
      expect(shipDate(berlin(), asOf)).toBe('2026-11-30');
    }
  });

  it('passes over a closed date', () => {
    const closed = berlin({ closed_dates: ['2026-12-25'] });
    expect(shipDate(closed, '2026-12-24T15:00:00Z')).toBe('2026-12-28');
    expect(shipDate(closed, '2026-12-25T08:00:00Z')).toBe('2026-12-28');
  });

  it('counts processing in ship days from the first day', () => {
    expect(shipDate(berlin({ processing_days: 2 }), '2026-11-26T10:00:00Z')).toBe('2026-11-30');
    expect(
      shipDate(berlin({ processing_days: 2, closed_dates: ['2026-11-30'] }), '2026-11-26T10:00:00Z'),
    ).toBe('2026-12-01');
    expect(shipDate(berlin({ processing_days: 30, ship_days: ['wed'] }), '2026-01-07T10:00:00Z')).toBe(
      '2026-08-05',
    );
  });

  it('has no dates without a calendar', () => {
    expect(
      plainDates({ calendar: null, deliveryCalendar: {}, asOf: '2026-11-26T10:00:00Z', transitDays: 2 }),
    ).toEqual({ shipDate: null, deliveryDate: null });
  });

  it('finds the cut-off passed as soon as the clock has left out its hour', () => {
    // 2026-03-08 02:00 in New York is 03:00 at once, at 07:00 UTC.
    expect(shipDate(newYork('02:30'), '2026-03-08T06:59:59Z')).toBe('2026-03-08');
    expect(shipDate(newYork('02:30'), '2026-03-08T07:00:00Z')).toBe('2026-03-09');
    expect(plainOrderBy({ calendar: newYork('02:30'), asOf: '2026-03-08T06:10:20Z' })).toEqual(
      new Date('2026-03-08T07:00:00Z'),
    );
  });

  it('compares with the wall clock in an hour that is repeated', () => {
    // 2026-11-01 02:00 in New York is 01:00 again, at 06:00 UTC.
    const dates = ['05:29', '05:30', '06:00', '06:30'].map((time) =>
      shipDate(newYork('01:30'), `2026-11-01T${time}:00Z`),
    );
    expect(dates).toEqual(['2026-11-01', '2026-11-02', '2026-11-01', '2026-11-02']);
  });

  it('takes the local date where that is not the date in UTC', () => {
    const kiritimati = berlin({ time_zone: 'Pacific/Kiritimati' });
    expect(shipDate(kiritimati, '2026-11-25T10:00:00Z')).toBe('2026-11-26');
    expect(shipDate(kiritimati, '2026-11-27T00:59:59Z')).toBe('2026-11-27');
    expect(shipDate(kiritimati, '2026-11-27T01:00:00Z')).toBe('2026-11-30');
    expect(shipDate(berlin({ time_zone: 'Pacific/Pago_Pago' }), '2026-11-27T10:59:59Z')).toBe('2026-11-27');
    expect(shipDate(berlin({ time_zone: 'Asia/Kathmandu' }), '2026-11-26T09:14:59Z')).toBe('2026-11-26');
    expect(shipDate(berlin({ time_zone: 'Asia/Kathmandu' }), '2026-11-26T09:15:00Z')).toBe('2026-11-27');
  });

  it('knows the leap day', () => {
    expect(shipDate(berlin(), '2028-02-28T20:00:00Z')).toBe('2028-02-29');
    expect(shipDate(berlin(), '2028-02-29T20:00:00Z')).toBe('2028-03-01');
  });

  it('looks 366 days ahead', () => {
    const reopened = (days: number) =>
      shipDate(berlin({ ship_days: WEEK, closed_dates: closedFor(days) }), '2026-01-05T09:00:00Z');
    expect(reopened(366)).toBe('2027-01-06');
    expect(reopened(367)).toBeNull();
    expect(reopened(400)).toBeNull();
  });
});

describe('delivery dates, read a second time', () => {
  it('counts delivery days after the ship date', () => {
    expect(deliveryDate('2026-11-26', 2)).toBe('2026-11-30');
    expect(deliveryDate('2026-11-26', 2, { days: WEEK })).toBe('2026-11-28');
    expect(deliveryDate('2026-11-26', 1, { closed_dates: ['2026-11-27'] })).toBe('2026-11-30');
  });

  it('delivers the same day with 0 transit days if that is a delivery day', () => {
    expect(deliveryDate('2026-11-29', 0, { days: WEEK })).toBe('2026-11-29');
    expect(deliveryDate('2026-11-29', 0)).toBe('2026-11-30');
  });

  it('has no date without a lane, and none later than 366 days', () => {
    const asOf = '2026-11-26T10:00:00Z';
    const calendar = berlin();
    expect(plainDates({ calendar, deliveryCalendar: null, asOf, transitDays: null })).toEqual({
      shipDate: '2026-11-26',
      deliveryDate: null,
    });
    expect(deliveryDate('2026-01-05', 1, { days: WEEK, closed_dates: closedFor(366) })).toBe('2027-01-06');
    expect(deliveryDate('2026-01-05', 0, { days: WEEK, closed_dates: closedFor(367) })).toBeNull();
  });
});

describe('order_by, read a second time', () => {
  it('is the cut-off of the day on which the goods would be taken up', () => {
    const orderBy = (asOf: string, calendar = berlin()) => plainOrderBy({ calendar, asOf })?.toISOString();
    expect(orderBy('2026-11-26T10:00:00Z')).toBe('2026-11-26T14:00:00.000Z');
    expect(orderBy('2026-11-26T13:59:59Z')).toBe('2026-11-26T14:00:00.000Z');
    expect(orderBy('2026-11-26T14:00:00Z')).toBe('2026-11-27T14:00:00.000Z');
    expect(orderBy('2026-11-27T14:00:00Z', berlin({ processing_days: 4 }))).toBe('2026-11-30T14:00:00.000Z');
    expect(orderBy('2026-03-27T14:00:00Z')).toBe('2026-03-30T13:00:00.000Z');
  });

  it('is null without a calendar or a ship date', () => {
    const asOf = '2026-01-05T09:00:00Z';
    expect(plainOrderBy({ calendar: null, asOf })).toBeNull();
    expect(plainOrderBy({ calendar: berlin({ closed_dates: closedFor(400) }), asOf })).toBeNull();
  });

  it('is the first instant with another ship date', () => {
    fc.assert(
      fc.property(calendarCases, ({ calendar, asOf, fullDates }) => {
        const isFull = (date: string) => fullDates.includes(date);
        const now = plainDates({ calendar, deliveryCalendar: null, asOf, transitDays: null }).shipDate;
        const orderBy = plainOrderBy({ calendar, asOf });
        expect(orderBy === null).toBe(now === null);
        if (orderBy !== null) {
          expect(orderBy > asOf).toBe(true);
          expect(shipDate(calendar, orderBy.toISOString())).not.toBe(now);
          // Every 17 minutes of the last days before it.
          for (let back = 1; back < 3 * 86_400_000; back += 17 * 60_000) {
            const before = new Date(orderBy.getTime() - back);
            if (before >= asOf) expect(shipDate(calendar, before.toISOString())).toBe(now);
          }
        }
        const later = plainLater({ calendar, asOf, isFull });
        const laterOrderBy = plainOrderBy({ calendar, asOf, isFull });
        if (laterOrderBy) expect(plainLater({ calendar, asOf: laterOrderBy, isFull })).not.toBe(later);
      }),
      { numRuns: 60 },
    );
  });
});

describe('later, read a second time', () => {
  const later = (full: readonly string[], calendar = berlin()) =>
    plainLater({ calendar, asOf: '2026-11-26T10:00:00Z', isFull: (date) => full.includes(date) });

  it('moves to the next ship day with a place', () => {
    expect(later([])).toBe('2026-11-26');
    expect(later(['2026-11-26'])).toBe('2026-11-27');
    expect(later(['2026-11-26', '2026-11-27'])).toBe('2026-11-30');
    expect(later(['2026-11-27'], berlin({ processing_days: 1 }))).toBe('2026-11-30');
  });

  it('moves by 14 ship days at most', () => {
    // The 14th ship day after Thursday the 26th is Wednesday 2026-12-16.
    const full = Array.from({ length: 20 }, (_, index) => dateOfDay(epochDay('2026-11-26') + index));
    expect(later(full)).toBe('2026-12-16');
    expect(later([...full, '2026-12-16'])).toBeNull();
  });

  it('is null without a ship date', () => {
    const calendar = berlin({ closed_dates: closedFor(400) });
    expect(plainLater({ calendar, asOf: '2026-01-05T09:00:00Z', isFull: () => false })).toBeNull();
  });

  it('keeps order_by at the cut-off that moves the moved date', () => {
    const full = ['2026-11-26', '2026-11-27'];
    const orderBy = plainOrderBy({
      calendar: berlin(),
      asOf: '2026-11-26T10:00:00Z',
      isFull: (date) => full.includes(date),
    });
    expect(orderBy?.toISOString()).toBe('2026-11-30T14:00:00.000Z');
  });
});

describe('cases of calendars', () => {
  it('have found the changes of summer time', () => {
    expect(clockChanges('America/New_York').map((instant) => new Date(instant).toISOString())).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
      '2027-03-14T07:00:00.000Z',
      '2027-11-07T06:00:00.000Z',
    ]);
    expect(clockChanges('Asia/Kolkata')).toEqual([]);
  });

  it('are of every kind', () => {
    const cases = fc.sample(calendarCases, { numRuns: 400, seed: 1 });
    const some = (is: (one: (typeof cases)[number]) => boolean) => cases.filter(is).length;
    expect(some((one) => plainDates(one).shipDate === null)).toBeGreaterThan(4);
    expect(
      some((one) => plainDates(one).shipDate !== null && plainDates(one).deliveryDate === null),
    ).toBeGreaterThan(20);
    expect(some((one) => plainDates(one).deliveryDate !== null)).toBeGreaterThan(100);
    expect(some((one) => one.asOf.getTime() === plainOrderBy(one)?.getTime())).toBe(0);
    expect(
      some((one) => {
        const orderBy = plainOrderBy({ ...one, asOf: new Date(one.asOf.getTime() - 1) });
        return orderBy?.getTime() === one.asOf.getTime();
      }),
    ).toBeGreaterThan(10);
  });
});
