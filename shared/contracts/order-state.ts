import { z } from 'zod';
import { actor, moment, named } from './common.ts';

/** What an order is: the state of its latest decision (docs/guides/correct-an-order.md). */
export const orderState = z
  .enum(['current', 'held', 'replaced', 'released', 'left', 'shipped', 'expired'])
  .describe(
    'current: the decision holds. held: it holds until expires_at, unless it is confirmed before. replaced: by a newer decision on the same order. released: the order was cancelled. ' +
      'left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time.',
  );

export type OrderState = z.output<typeof orderState>;

/** What was done to an order after its decision. */
export const orderEvent = named('OrderEvent', {
  event: z.enum(['confirmed', 'released', 'left', 'expired']),
  at: moment,
  by: actor,
});

export type OrderEvent = z.output<typeof orderEvent>;
