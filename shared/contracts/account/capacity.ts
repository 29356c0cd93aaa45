import { z } from 'zod';
import { DAY_MS } from '../../engine/rules/departures.ts';
import { count, isoDate, named } from '../common.ts';

/** The most days that are answered at once. */
export const MAX_CAPACITY_DAYS = 92;

/** Number of days from a date to another, both included. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export const capacityQuery = z
  .object({
    from: isoDate.optional().describe('The first day (YYYY-MM-DD). Default: today in UTC.'),
    to: isoDate.optional().describe('The last day. Default: 13 days after the first.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'must not be before from',
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) <= MAX_CAPACITY_DAYS,
    {
      path: ['to'],
      error: `must be at most ${MAX_CAPACITY_DAYS - 1} days after from`,
    },
  );

/** The places of the warehouses that have a capacity, or had one. */
export const capacityView = named('Capacity', {
  from: isoDate,
  to: isoDate,
  warehouses: z.array(
    z.strictObject({
      warehouse_id: z.string(),
      warehouse_name: z.string(),
      enabled: z.boolean(),
      shipments_per_day: count.nullable().describe('null: it has no capacity any more.'),
      when_full: z.enum(['skip', 'later']).nullable(),
      days: z.array(
        z.strictObject({
          date: isoDate.describe(
            'The ship date; of a warehouse without a calendar, the date of the run in UTC.',
          ),
          taken: count,
          left: count.nullable().describe('null: without limit.'),
          ships: z.boolean().describe('Whether its calendar has it as a ship day.'),
        }),
      ),
    }),
  ),
});

export type CapacityView = z.output<typeof capacityView>;
