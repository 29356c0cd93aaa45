import { errorBody } from '../../../../shared/contracts/errors.ts';

/** What an endpoint on one run may also answer. */
export const notFound = {
  404: errorBody.describe("No such run in the key's environment."),
} as const;
