import { z } from 'zod';
import { momentFault, parseTimestamp } from './timestamp.ts';

/** An object of exactly these members, by its name in the OpenAPI documents. */
export function named<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.strictObject(shape).meta({ id });
}

/** The largest integer of PostgreSQL: the limit of every count that has no other limit. */
export const MAX_INT = 2_147_483_647;

export const MAX_IDENTIFIER = 200;
export const MAX_NOTE = 200;
export const MAX_UNIT_VALUE = 1_000_000_000;

/** A customer's own identifier: an order ID, a SKU, a warehouse ID, a partner ID. The code that reads it trims it. */
export const identifier = z.string().max(MAX_IDENTIFIER);

/**
 * A text of up to `max` characters in a URL. PostgreSQL takes no NUL characters, and only bodies are checked for them
 * elsewhere. `fault` is the sentence for a text with one.
 */
export const soughtText = (max: number, fault?: string) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, fault);

export const HAS_NUL = 'must not contain NUL characters';

/** A customer's identifier in a URL. */
export const soughtIdentifier = soughtText(MAX_IDENTIFIER, HAS_NUL);

/** A short free text that is stored as it was sent. */
export const note = z.string().max(MAX_NOTE);

/** What a client gives of money, or of weight in the account's own unit. It counts to four decimals. */
export const givenAmount = z.number().min(0).max(MAX_UNIT_VALUE);

/** An amount of money in an answer. */
export const amount = z
  .number()
  .min(0)
  .describe('Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more.');

/** What orders cost of which every shipment has a price. */
export const costs = named('Costs', {
  total_cost: amount,
  priced_orders: z.int().min(0).describe('Orders that ship, and of which every shipment has a price.'),
  cost_per_order: amount.nullable(),
  cost_per_shipment: amount.nullable(),
});

export type Costs = z.output<typeof costs>;

/** A number of things. */
export const count = z.int().min(0);

/** How many orders got each status. */
export const statusCounts = {
  full_count: count,
  split_count: count,
  partial_count: count,
  partial_split_count: count,
  none_count: count,
};

/** An id that the service makes. */
export const recordId = z.int().min(1);

/** The same in a URL. */
export const idInUrl = z.coerce.number().int().min(1);

/** A filter of a search that is not there, or true. */
export const onlyTrue = z
  .enum(['true'])
  .transform(() => true)
  .optional();

/** A moment that a caller names: an ISO 8601 timestamp with an offset, so that nobody guesses its zone. */
export const exactMoment = z
  .string()
  .max(64)
  .regex(/(Z|z|[+-]\d\d:?\d\d)$/, {
    abort: true,
    error: ({ input }) =>
      momentFault(input, 'must be an ISO 8601 timestamp with an offset, such as 2026-11-27T10:00:00Z'),
  })
  .refine((text) => parseTimestamp(text) !== null, 'must be an ISO 8601 timestamp with an offset');

/** A moment in an answer: ISO 8601, UTC, milliseconds. */
export const moment = z.iso.datetime();

/** An amount of money in a query, in currency units. */
export const amountQuery = z.coerce.number().min(0).max(1e15);

/** A day, `YYYY-MM-DD`. */
export const isoDate = z.iso
  .date({ abort: true })
  .refine((date) => date >= '0001', 'must not be in the year 0');

const TRUE = ['true', '1', 'yes', 'on', 'y', 'enabled'];
const FALSE = ['false', '0', 'no', 'off', 'n', 'disabled'];

/** A query parameter of the account API that is true or false, in any case. The document lists its values. */
export const flagQuery = (fallback: 'true' | 'false') =>
  z
    .stringbool({ truthy: TRUE, falsy: FALSE })
    .prefault(fallback)
    .meta({ enum: [...TRUE, ...FALSE] });

/** The query parameters of every listing. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Elements a page holds at most.'),
  cursor: z.string().max(2000).optional().describe('next_cursor of the page before.'),
});

/** The same for large elements. `what` they are. */
export const shortPageQuery = (what: string) =>
  pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(20).describe(`${what} a page holds at most.`),
  });

/** Who reads an answer in CSV. */
export const csvReaderQuery = {
  for: z
    .literal('spreadsheet')
    .optional()
    .describe(
      'CSV for a spreadsheet: text of digits keeps its leading zeros there (="07030"), and text that it would run gets an ' +
        'apostrophe. The service reads both back. Without it, CSV has the values as they are.',
    ),
};

/** How a list by time may be sorted. */
export const timeSort = z
  .enum(['-created_at', 'created_at'])
  .default('-created_at')
  .describe('By when the run began: -created_at is newest first, created_at oldest first.');

export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as cursor for the next page; null on the last page.');

/** A page, which says where the next one begins. */
export function paged<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return named(id, { ...shape, next_cursor: nextCursor });
}

/** The value of a text field: trimmed, null if it was not sent or is blank. */
export function sentText(value: string | null | undefined): string | null {
  return value?.trim() || null;
}

/** The value of a field with an alias; null if neither was sent. Calls `contradiction` if both were sent and differ. */
export function eitherOf<T extends string | number>(
  preferred: T | null,
  alias: T | null,
  contradiction: () => void,
): T | null {
  if (preferred !== null && alias !== null && preferred !== alias) contradiction();
  return preferred ?? alias;
}

/** Who did something, as answers name them. */
export const actor = named('Actor', {
  kind: z.enum(['user', 'operator', 'token', 'api_key', 'command_line', 'service']),
  name: z.string(),
});

export type NamedActor = z.output<typeof actor>;
