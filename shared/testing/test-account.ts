import { randomBytes } from 'node:crypto';
import { type AccountFileInput, parseAccountFile } from '../account/account-file.ts';
import { applyAccountFile } from '../account/apply-account.ts';
import type { Database } from '../db/database.ts';
import { authenticate, type KeyPrincipal } from '../identity/principal.ts';

/** A client of a test, with an API key of each environment. */
export interface TestAccount {
  readonly slug: string;
  readonly client_id: number;
  /** Secrets, to be sent as `Bearer`. */
  readonly keys: { readonly live: string; readonly test: string };
  readonly live: KeyPrincipal;
  readonly test: KeyPrincipal;
}

type Overrides = Omit<Partial<AccountFileInput>, 'client'> & { client?: Partial<AccountFileInput['client']> };

/** The content of a whole account file: three warehouses of one client on the plan pro, with two keys. */
export function anAccountFile({ client, ...overrides }: Overrides = {}): AccountFileInput {
  return {
    client: {
      slug: `client-${randomBytes(4).toString('hex')}`,
      plan: 'pro',
      subscription_status: 'active',
      ...client,
    },
    warehouses: [
      {
        warehouse_id: 'EWR1',
        warehouse_code: 'W-001',
        warehouse_name: 'Edison NJ',
        zip: '08837',
        priority: 1,
      },
      {
        warehouse_id: 'ATL1',
        warehouse_code: 'W-002',
        warehouse_name: 'Fairburn GA',
        zip: '30213',
        priority: 2,
      },
      {
        warehouse_id: 'ONT1',
        warehouse_code: 'W-003',
        warehouse_name: 'Ontario CA',
        zip: '91761',
        priority: 3,
      },
    ],
    api_keys: [
      { name: 'live', environment: 'live' },
      { name: 'test', environment: 'test' },
    ],
    ...overrides,
  };
}

/** Creates a client by an account file. */
export async function createTestAccount(db: Database, overrides: Overrides = {}): Promise<TestAccount> {
  const file = anAccountFile(overrides);
  const { client_id, api_keys } = await applyAccountFile(db, parseAccountFile(file), { baseDir: null });
  const secret = (environment: string) => api_keys.find((key) => key.environment === environment)!.key!;
  const keys = { live: secret('live'), test: secret('test') };
  const [live, test] = await Promise.all([
    authenticate(db, `Bearer ${keys.live}`),
    authenticate(db, `Bearer ${keys.test}`),
  ]);
  return { slug: file.client.slug, client_id, keys, live, test };
}
