import { z } from 'zod';
import { CUSTOMER_ERROR_CODES, ERROR_CODES } from '../foundation/errors/catalogue.ts';

const detail = z.string().describe('What is wrong, in a sentence, whose words may change.');
const CODE = 'The name of the error, which stays.';

/** Every error body of the customer API (docs/reference/errors.md). */
export const errorBody = z
  .strictObject({ detail, code: z.enum(CUSTOMER_ERROR_CODES).describe(CODE) })
  .meta({ id: 'Error', examples: [{ detail: 'Invalid or revoked API key.', code: 'invalid_api_key' }] });

/** Every error body of the account API. */
export const accountErrorBody = z
  .strictObject({ detail, code: z.enum(ERROR_CODES).describe(CODE) })
  .meta({ id: 'AccountError', examples: [{ detail: 'Sign in first.', code: 'not_signed_in' }] });

/** The body of a 422: the first hundred faults, each with its place. */
export const validationErrorBody = z
  .strictObject({
    detail,
    code: z
      .enum(['validation_failed', 'duplicate_order_id'])
      .describe('duplicate_order_id: a managed run is refused only because order IDs come more than once.'),
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
        detail: 'The request body failed validation: lines[0].quantity: must be at least 1',
        code: 'validation_failed',
        errors: [{ path: 'lines[0].quantity', message: 'must be at least 1' }],
      },
    ],
  });
