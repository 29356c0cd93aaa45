import { z } from 'zod';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../engine/reason-codes.ts';
import { orderStatus } from './a/schema.ts';
import { chosenOrders } from './account/orders.ts';
import { recordId } from './common.ts';
import { periodQuery } from './period.ts';
import { rerouteRequest } from './reroute.ts';

/** Which stored orders a run routes again (docs/guides/correct-an-order.md). Unknown members are refused. */
export const rerouteRunRequest = z
  .strictObject({
    short: z
      .literal(true)
      .exactOptional()
      .describe(
        'The orders of GET /api/v1/inventory/short, of any status, latest decision first. No other member may be beside it.',
      ),
    statuses: z
      .array(orderStatus)
      .min(1)
      .max(5)
      .exactOptional()
      .describe('Only these statuses. Left out: NONE alone.'),
    unroutable_reason_codes: z
      .array(z.enum(UNROUTABLE_CODES))
      .min(1)
      .max(100)
      .nullish()
      .describe('Only NONE, for one of these reasons.'),
    unfulfilled_reasons: z
      .array(z.enum(UNFULFILLED_REASONS))
      .min(1)
      .max(100)
      .nullish()
      .describe('Only orders with a SKU that lacks units for one of these reasons.'),
    routing_run_id: recordId.nullish().describe('Only orders whose latest decision is of this run.'),
    from: periodQuery.from.nullish(),
    to: periodQuery.to.nullish(),
    filter: chosenOrders
      .exactOptional()
      .describe('Instead of the conditions above: the filters of GET /account/v1/orders, of any status.'),
    ...rerouteRequest.shape,
    unless_worse: rerouteRequest.shape.unless_worse.describe(
      'An order that would ship fewer units, or as many in more shipments, stays as it is: `orders_unchanged` counts it.',
    ),
  })
  .refine(
    ({ filter, short: _, exclude_warehouse_ids, only_warehouse_ids, note, unless_worse, ...conditions }) =>
      filter === undefined || Object.values(conditions).every((other) => other == null),
    {
      path: ['filter'],
      error: 'cannot be combined with other conditions',
    },
  )
  .refine(
    ({ short, ...others }) => short === undefined || Object.values(others).every((other) => other == null),
    {
      path: ['short'],
      error: 'cannot be combined with other members',
    },
  )
  .meta({
    id: 'RerouteRunRequest',
    description:
      'What the latest decision on an order must meet, and what holds for the new decisions alone. All members may be left out.',
    examples: [{ statuses: ['NONE', 'PARTIAL'], unfulfilled_reasons: ['insufficient_inventory'] }],
  });

export type RerouteRunRequest = z.output<typeof rerouteRunRequest>;
