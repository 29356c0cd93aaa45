import { z } from 'zod';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../engine/reason-codes.ts';
import { orderStatus } from './a/schema.ts';
import { recordId } from './common.ts';
import { periodQuery } from './period.ts';

/** Which stored orders a run routes again (docs/guides/correct-an-order.md). Unknown members are refused. */
export const rerouteRunRequest = z
  .strictObject({
    statuses: z.array(orderStatus).min(1).max(5).default(['NONE']).describe('Only these statuses.'),
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
  })
  .meta({
    id: 'RerouteRunRequest',
    description: 'What the latest decision on an order must meet. All members may be left out.',
    examples: [{ statuses: ['NONE', 'PARTIAL'], unfulfilled_reasons: ['insufficient_inventory'] }],
  });

export type RerouteRunRequest = z.output<typeof rerouteRunRequest>;
