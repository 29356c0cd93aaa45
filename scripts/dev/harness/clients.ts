import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import type { Database } from '../../../shared/db/database.ts';
import { createKey } from '../../../shared/identity/keys.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { DEMO_ACCOUNT } from '../../demo/demo-account.ts';

/** A client of a service under test, with a token of an owner. */
export type TestClient = TestAccount & { readonly token: string };

/** Adds a client like the demo client, without the limits of its plan, and with these parts of its account file changed. */
export async function addClient(
  db: Database,
  slug: string,
  changed: Partial<AccountFileInput> = {},
): Promise<TestClient> {
  const client = { ...DEMO_ACCOUNT.client, plan: 'enterprise', ...changed.client, slug } as const;
  const account = await createTestAccount(db, { ...DEMO_ACCOUNT, ...changed, client });
  return { ...account, token: await addAccountToken(db, account.client_id) };
}

/** A token of an owner. */
export async function addAccountToken(db: Pick<Database, 'prisma'>, clientId: number): Promise<string> {
  const owner = { name: 'test', role: 'owner' } as const;
  return (await createKey(db.prisma, clientId, 'account_token', owner)).secret;
}
