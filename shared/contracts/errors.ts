import { z } from 'zod';

/** Every error body (decision-rules.md section 8). */
export const errorBody = z
  .strictObject({ detail: z.string().describe('What is wrong, in a sentence.') })
  .meta({ id: 'Error', examples: [{ detail: 'Invalid or revoked API key.' }] });

/** The body of a 422: the first hundred faults, each with its place. */
export const validationErrorBody = z
  .strictObject({
    detail: z.string(),
    errors: z.array(
      z.strictObject({
        path: z
          .string()
          .describe('For example orders[3].lines[0].quantity; in CSV and NDJSON, line 12: quantity.'),
        message: z.string(),
      }),
    ),
  })
  .meta({
    id: 'ValidationError',
    examples: [
      {
        detail: 'The request body failed validation: lines[0].quantity: Too small: expected number to be >=1',
        errors: [{ path: 'lines[0].quantity', message: 'Too small: expected number to be >=1' }],
      },
    ],
  });
