import { z } from 'zod';
import { DAY_MS } from '../engine/rules/departures.ts';
import { momentFault, parseTimestamp } from './timestamp.ts';

const BARE_DATE = /^\d{4}-\d\d-\d\d$/;

const isoText = z
  .string()
  .max(64)
  .refine((text) => parseTimestamp(text) !== null, {
    error: ({ input }) => momentFault(input, 'must be an ISO 8601 date or timestamp'),
  });

/** A period of time in a query, `from` included. Both ends are ISO 8601, in UTC if they have no zone. */
export const periodQuery = {
  from: isoText
    .transform((text) => new Date(parseTimestamp(text)!))
    .optional()
    .describe('Not before this ISO 8601 date or timestamp (UTC where it has no zone).'),
  to: isoText
    .transform((text) => new Date(parseTimestamp(text)! + (BARE_DATE.test(text) ? DAY_MS : 0)))
    .optional()
    .describe('Before this ISO 8601 timestamp; a date without a time includes that day.'),
};
