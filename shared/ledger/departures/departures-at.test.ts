import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNumber, dayTextOf } from '../../engine/rules/departures.ts';
import { aConfiguration } from '../../testing/engine-builders.ts';
import { casesOf } from '../../testing/long.ts';
import { plainDates, plainLater, plainOrderBy } from '../../testing/second-reading/calendar.ts';
import { calendarCases } from '../../testing/second-reading/calendar-cases.ts';
import { DeparturesAt, datesOf, Slots } from './departures-at.ts';

it('ships, moves and promises as a second reading does, where some days are full', () => {
  fc.assert(
    fc.property(
      calendarCases,
      fc.constantFrom('skip' as const, 'later' as const),
      ({ calendar, deliveryCalendar, asOf, transitDays, fullDates }, when_full) => {
        const [warehouse] = aConfiguration({}).warehouses;
        const limited = { ...warehouse!, calendar, capacity: { shipments_per_day: 1, when_full } };
        const configuration = {
          ...aConfiguration({}),
          warehouses: [limited],
          ...(deliveryCalendar && { delivery_calendar: deliveryCalendar }),
        };
        const taken = fullDates.map((date) => ({ warehouse_db_id: 7, day: dayNumber(date), taken: 1 }));
        const taking = { slots: new Slots(taken), warehouse_db_ids: [7] };
        const departures = new DeparturesAt(datesOf({ configuration })!, asOf.getTime(), taking);
        const lane =
          transitDays === null ? null : { transit_days: transitDays, distance_miles: null, source: '' };
        const { ship, delivery, full } = departures.to({ zip: '10001', lanes: [lane] });

        const isFull = (date: string) => fullDates.includes(date);
        const free = plainDates({ calendar, deliveryCalendar, asOf, transitDays });
        const moved = plainLater({ calendar, asOf, isFull });
        const isBarred =
          free.shipDate === null || (isFull(free.shipDate) && (when_full === 'skip' || moved === null));
        expect(full).toEqual([isBarred]);
        const expected = isBarred ? free.shipDate : moved;
        expect(ship.map(dayTextOf)).toEqual([expected]);
        if (expected === free.shipDate) expect(delivery.map(dayTextOf)).toEqual([free.deliveryDate]);
        if (isBarred) return;
        const until = plainOrderBy({ calendar, asOf, ...(when_full === 'later' && { isFull }) });
        expect(departures.changesAt(0)).toBe(until === null ? null : until.getTime());
      },
    ),
    { numRuns: casesOf(1000) },
  );
});
