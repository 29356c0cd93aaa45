import { beforeAll, beforeEach } from 'vitest';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { type SharedApi, sharedApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';

export let api: SharedApi;
/** An account with its owner. */
export let account: TestAccount;
export let owner: Person;

/** Makes them anew for each test of the file that calls this. Files share modules, so importing alone would not. */
export function ownedAccountForEachTest(): void {
  beforeAll(async () => {
    api = await sharedApi();
  });
  beforeEach(async () => {
    account = await createTestAccount(api.db);
    owner = await aPerson(api.db, 'owner', account.client_id);
  });
}

/** A request for the account API, by its owner or another person. */
export function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object | string,
  headers: Record<string, string> = {},
  who = owner,
) {
  return api.app.inject({
    method,
    url: `/account/v1/${path}`,
    headers: { ...who.headers, ...headers },
    ...(payload !== undefined && { payload }),
  });
}
