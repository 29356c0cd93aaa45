import { z } from 'zod';
import { count, moment, nextCursor, recordId, shortPageQuery, soughtIdentifier } from '../common.ts';
import { rerouteRequest } from '../reroute.ts';
import { ordersQuery } from './orders.ts';

/** So many orders are found at once. */
const MAX_CHOSEN_ORDERS = 500;

/** Which orders a bulk action is about: the filters of GET /account/v1/orders, or chosen orders. */
export const bulkFilter = z.strictObject({
  ...ordersQuery.omit({ limit: true, cursor: true, sort: true }).shape,
  order_ids: z
    .array(soughtIdentifier.min(1))
    .min(1)
    .max(MAX_CHOSEN_ORDERS)
    .optional()
    .describe('Only these orders. Further filters hold for them too.'),
});

const aFilter = bulkFilter.refine(
  (filter) => Object.keys(filter).length > 0,
  'must have at least one condition',
);

export const bulkActionRequest = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('release'), filter: aFilter }),
    z.strictObject({ action: z.literal('reroute'), filter: aFilter, reroute: rerouteRequest.optional() }),
    z.strictObject({ action: z.literal('export'), filter: bulkFilter.optional() }),
  ])
  .meta({
    id: 'BulkActionRequest',
    examples: [
      { action: 'reroute', filter: { status: 'NONE' }, reroute: { unless_worse: true, note: 'new stock' } },
    ],
  });

export const bulkAction = z
  .strictObject({
    bulk_action_id: recordId,
    action: z.enum(['release', 'reroute', 'export']),
    filter: z.record(z.string(), z.unknown()).describe('As it was sent.'),
    reroute: z.record(z.string(), z.unknown()).nullable().describe('As it was sent; null for other actions.'),
    status: z.enum(['running', 'completed', 'failed', 'cancelled']),
    failure: z.string().nullable().describe('Why a failed action stopped.'),
    requested_by: z.string().describe("A person's e-mail address, or the name of a token."),
    created_at: moment,
    updated_at: moment,
    finished_at: moment.nullable(),
    progress: z.strictObject({
      phase: z
        .enum(['finding', 'acting', 'done'])
        .describe('finding: the number of orders is not yet known.'),
      orders_found: count.describe('Orders to act on. A release counts orders that hold units.'),
      orders_done: count,
      orders_unchanged: count.describe('Held no units any more, or would have been worse with unless_worse.'),
      orders_skipped: count.describe('No longer matched the filter when their turn came.'),
      orders_failed: count.describe('Were refused.'),
    }),
    failures: z
      .array(z.strictObject({ order_id: z.string(), detail: z.string() }))
      .describe('The first 100 orders that were refused, and why.'),
  })
  .meta({ id: 'BulkAction' });

export type BulkActionView = z.output<typeof bulkAction>;

export const bulkActionsQuery = shortPageQuery('Elements');

export const bulkActionPage = z
  .strictObject({ bulk_actions: z.array(bulkAction).describe('Newest first.'), next_cursor: nextCursor })
  .meta({ id: 'BulkActionPage' });

export const bulkActionParams = z.object({
  bulk_action_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
