import { z } from 'zod';
import { count, idInUrl, moment, named, paged, recordId, shortPageQuery } from '../common.ts';
import { rerouteRequest } from '../reroute.ts';
import { chosenOrders } from './orders.ts';

export const bulkActionRequest = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('release'), filter: chosenOrders }),
    z.strictObject({
      action: z.literal('reroute'),
      filter: chosenOrders,
      reroute: rerouteRequest.optional(),
    }),
  ])
  .meta({
    id: 'BulkActionRequest',
    examples: [
      { action: 'reroute', filter: { status: 'NONE' }, reroute: { unless_worse: true, note: 'new stock' } },
    ],
  });

export const bulkAction = named('BulkAction', {
  bulk_action_id: recordId
    .nullable()
    .describe('The routing_run_id of a reroute; null: a release, which is done when it is answered.'),
  action: z.enum(['release', 'reroute']),
  filter: z.record(z.string(), z.unknown()),
  reroute: z.record(z.string(), z.unknown()).nullable().describe('As it was sent; null for a release.'),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  failure: z.string().nullable().describe('Why a failed action stopped.'),
  requested_by: z.string().describe("A person's e-mail address, or the name of a token."),
  created_at: moment,
  updated_at: moment,
  finished_at: moment.nullable(),
  progress: z.strictObject({
    phase: z.enum(['finding', 'acting', 'done']).describe('finding: the number of orders is not yet known.'),
    orders_found: count.describe('Orders to act on: those that match and are current or held.'),
    orders_done: count,
    orders_unchanged: count.describe('Would have shipped worse, with unless_worse.'),
    orders_skipped: count.describe('Were routed again or ended before their turn came.'),
    orders_failed: count.describe('Were refused: none.'),
  }),
  failures: z
    .array(z.strictObject({ order_id: z.string(), detail: z.string() }))
    .describe('The first 100 orders that were refused, and why.'),
});

export type BulkActionView = z.output<typeof bulkAction>;

export const bulkActionsQuery = shortPageQuery('Elements');

export const bulkActionPage = paged('BulkActionPage', {
  bulk_actions: z.array(bulkAction).describe('Newest first.'),
});

export const bulkActionParams = z.object({ bulk_action_id: idInUrl });
