import { z } from 'zod';
import { moment, recordId } from './common.ts';

/** The request because of which a run left an order out. */
const supersededBy = z.strictObject({
  request: z
    .enum(['sent', 'rerouted', 'released', 'left', 'shipped', 'expired'])
    .describe('What was asked for after the run was made.'),
  routing_decision_id: recordId
    .nullable()
    .describe('The latest decision on the order then; null: it had none.'),
  at: moment,
});

/** An order that its run left out, in the run's `why`. */
export const supersededOrder = z
  .strictObject({ order_id: z.string(), superseded_by: supersededBy })
  .meta({ id: 'SupersededOrder', title: 'An order that the run left out' });

export type SupersededBy = z.output<typeof supersededBy>;
export type SupersededOrder = z.output<typeof supersededOrder>;
