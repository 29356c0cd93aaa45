import { errorBody, validationErrorBody } from '../../../shared/contracts/errors.ts';

/** What any customer endpoint may answer. */
export const commonErrors = {
  400: errorBody.describe('Invalid payload, or a malformed URL.'),
  401: errorBody.describe('Missing, invalid or revoked API key.'),
  402: errorBody.describe('Account or subscription not active, or a plan limit reached.'),
  422: validationErrorBody.describe('A wrong type or range, or aliases that contradict each other.'),
  429: errorBody.describe(
    'More requests than the API key may make a minute: try again after Retry-After seconds.',
  ),
  500: errorBody.describe('Unexpected server error.'),
  503: errorBody.describe(
    'The service cannot serve for the moment, has no room for one more body, or waited too long: try again after ' +
      'Retry-After seconds. Nothing of the request was saved, unless the detail says that it may have been: then send ' +
      'it again with the same Idempotency-Key.',
  ),
} as const;

/** What an endpoint that takes a body may also answer. */
export const bodyErrors = {
  ...commonErrors,
  408: errorBody.describe('The body came in too slowly. The connection is closed.'),
  413: errorBody.describe('Over the cap of orders or rows, or over the byte limit.'),
  415: errorBody.describe('A content type or encoding that the endpoint does not take.'),
} as const;

/** What an endpoint that takes Idempotency-Key may also answer. */
export const idempotencyErrors = {
  409: errorBody.describe('The Idempotency-Key was used with another request.'),
} as const;
