import { accountErrorBody, validationErrorBody } from '../../../shared/contracts/errors.ts';
import { idempotencyErrors } from '../../idempotency.ts';
import { operationAdder } from '../operation.ts';

/** What any operation of the account API may answer. The plugin route-roles adds them. */
export const commonErrors = {
  400: accountErrorBody.describe(
    'A query parameter that the endpoint does not know, or a malformed request.',
  ),
  401: accountErrorBody.describe('Nobody is signed in, or the token is invalid or revoked.'),
  403: accountErrorBody.describe(
    'The role does not allow it, the CSRF token is missing, or the person must confirm that it is them.',
  ),
  422: validationErrorBody.describe('Members that are wrong or not known, each with its path.'),
  429: accountErrorBody.describe(
    'Too many requests, or too many failed sign-ins: try again after Retry-After seconds.',
  ),
  500: accountErrorBody.describe('Unexpected server error.'),
  503: accountErrorBody.describe(
    'The service cannot serve for the moment: try again after Retry-After seconds.',
  ),
} as const;

/** What one that takes a body may also answer. */
const bodyErrors = {
  408: accountErrorBody.describe('The body came in too slowly. The connection is closed.'),
  413: accountErrorBody.describe('Over the byte limit.'),
  415: accountErrorBody.describe('A content type or encoding that the endpoint does not take.'),
} as const;

/** What a change with If-Match may also answer. */
const preconditionErrors = {
  412: accountErrorBody.describe('It was changed since it was read.'),
} as const;

/** Adds an operation to the account API. */
export const addOperation = operationAdder(({ headers, bodies }) => ({
  ...(bodies && bodyErrors),
  ...(headers && 'if-match' in headers.shape && preconditionErrors),
  ...(headers && 'idempotency-key' in headers.shape && idempotencyErrors),
}));
