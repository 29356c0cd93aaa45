import { z } from 'zod';
import { MAX_FAULTS_SHOWN } from '../foundation/errors/faults.ts';
import { named } from './common.ts';

/** A value of a body that was taken as it is, but may be a mistake. */
const intakeWarning = named('IntakeWarning', {
  line: z
    .int()
    .min(1)
    .describe(
      'The physical line of the body, the first if there are several; of JSON, the number of the row.',
    ),
  message: z.string(),
  count: z.int().min(2).exactOptional().describe('How many are like it, if it is not the only one.'),
});

export type IntakeWarning = z.output<typeof intakeWarning>;

/** The member `warnings` of an answer to a CSV body. */
export const warningsField = z
  .array(intakeWarning)
  .min(1)
  .optional()
  .describe(
    `What may be a mistake, where there is any: of CSV, and SKUs that look the same as others. Those that are alike are one, ` +
      `the first ${MAX_FAULTS_SHOWN}.`,
  );

/** How a ZIP of three or four digits is read. */
const zipLeadingZeros = z
  .enum(['keep', 'restore'])
  .default('keep')
  .describe(
    'Of CSV: restore reads a ZIP of three or four digits with the leading zeros that a spreadsheet dropped (7030 ' +
      'as 07030). keep reads it as it is, and warns.',
  );

export type ZipLeadingZeros = z.output<typeof zipLeadingZeros>;

/** The query of an endpoint that takes orders as CSV. */
export const csvQuery = z.object({ zip_leading_zeros: zipLeadingZeros });
