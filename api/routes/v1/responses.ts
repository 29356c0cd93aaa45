import { errorBody, validationErrorBody } from '../../../shared/contracts/errors.ts';
import { idempotencyErrors } from '../../idempotency.ts';
import { operationAdder } from '../operation.ts';

/** What any operation of the customer API may answer. */
const commonErrors = {
  400: errorBody.describe('Invalid payload, or a malformed URL.'),
  401: errorBody.describe('Missing, invalid or revoked API key.'),
  402: errorBody.describe('Account or subscription not active, or a plan limit reached.'),
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

/** What one that takes a body may also answer. */
const bodyErrors = {
  408: errorBody.describe('The body came in too slowly. The connection is closed.'),
  413: errorBody.describe('Over the cap of orders or rows, or over the byte limit.'),
  415: errorBody.describe('A content type or encoding that the endpoint does not take.'),
} as const;

/** What one that takes anything that can be wrong may also answer. */
const validationErrors = {
  422: validationErrorBody.describe('A wrong type or range, or aliases that contradict each other.'),
} as const;

export const noSuchRun = { 404: errorBody.describe("No such run in the key's environment.") };
export const noSuchDecision = { 404: errorBody.describe("No such decision in the key's environment.") };
export const neverRouted = {
  404: errorBody.describe("No order of this ID was routed in the key's environment."),
};

/** Adds an operation to the customer API. */
export const addOperation = operationAdder(({ params, query, headers, bodies }) => ({
  ...commonErrors,
  ...((params || query || bodies) && validationErrors),
  ...(bodies && bodyErrors),
  ...(headers && 'idempotency-key' in headers.shape && idempotencyErrors),
}));
