import { z } from 'zod';
import { VERDICTS } from '../engine/verdicts.ts';

/** Of more than a hundred candidates, those that an answer does not list. */
export const notListed = z
  .strictObject({
    count: z.int().min(1),
    by_verdict: z
      .partialRecord(z.enum(VERDICTS), z.int().min(1))
      .describe('How many of them there are of each verdict.'),
  })
  .meta({
    id: 'WarehousesNotListed',
    description:
      'The other candidates, if there are more than 100. The first 100 and those that ship are listed.',
  });
