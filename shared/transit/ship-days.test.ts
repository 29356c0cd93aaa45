import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/long.ts';
import { dateOfDay, plainDates, plainOrderBy } from '../testing/second-reading/calendar.ts';
import { calendarCases } from '../testing/second-reading/calendar-cases.ts';
import { deliveryDay, deliveryDays, shipDaysOf } from './ship-days.ts';

const textOf = (day: number | null) => (day === null ? null : dateOfDay(day));

describe('days of shipping and delivery', () => {
  it('are those of a second reading, which counts day by day', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(calendarCases, ({ calendar, deliveryCalendar, asOf, transitDays }) => {
        const shipDays = shipDaysOf(calendar);
        const ship = shipDays(asOf.getTime());
        const delivers = deliveryDays(deliveryCalendar ?? {});
        const delivered =
          ship.day === null || transitDays === null ? null : deliveryDay(delivers, ship.day, transitDays);
        expect({ shipDate: textOf(ship.day), deliveryDate: textOf(delivered) }).toEqual(
          plainDates({ calendar, deliveryCalendar, asOf, transitDays }),
        );
        const last = shipDays(ship.validUntil - 1);
        expect([last.day, last.later(400)]).toEqual([ship.day, ship.later(400)]);
      }),
      { numRuns: casesOf(5000) },
    );
  });

  it('change when they do in a second reading, which goes on minute by minute', () => {
    fc.assert(
      fc.property(calendarCases, ({ calendar, asOf }) => {
        const until = plainOrderBy({ calendar, asOf });
        expect(shipDaysOf(calendar)(asOf.getTime()).until).toBe(until === null ? null : until.getTime());
      }),
      { numRuns: casesOf(2000) },
    );
  });
});
