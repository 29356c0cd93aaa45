import { randomBytes } from 'node:crypto';
import { parseAccountFile } from '../../shared/accounts/account-file.ts';
import { COMMAND_LINE } from '../../shared/accounts/actor.ts';
import { applyAccountFile } from '../../shared/accounts/apply-account.ts';
import { saveOperator } from '../../shared/accounts/operators.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Database } from '../../shared/db/database.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { DEMO_ACCOUNT_BEFORE } from '../../shared/demo/demo-changes.ts';
import { hasDecisions } from '../../shared/demo/earlier-days.ts';
import { withDatabase } from '../with-database.ts';

/** Secrets of the demonstration, each of them new. */
export interface DemoAccess {
  /** The demo client's API keys. */
  readonly keys: { readonly live: string; readonly test: string };
  /** An owner of the demo client, who signs in to the console. */
  readonly owner: { readonly email: string; readonly password: string };
  /** A member of the demo client, who looks, routes and corrects. */
  readonly member: { readonly email: string; readonly password: string };
  /** An operator of the whole service, who may look at its queues. */
  readonly operator: { readonly email: string; readonly password: string };
}

/** Who changes the demo client's account. */
export const OWNER_EMAIL = 'owner@demo.example';
const MEMBER_EMAIL = 'care@demo.example';
const OPERATOR_EMAIL = 'operator@demo.example';

/**
 * Makes the demo client and an operator, or brings them up to date, and gives them new secrets. Those of an earlier
 * quickstart end: secrets are stored nowhere, so there is no other way to have some that can be shown. A client that has
 * routed nothing is what it was before the week that routeEarlierDays makes.
 */
export function prepareDemo(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DemoAccess> {
  return withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => ({
    ...(await renewClient(db)),
    operator: await renewOperator(db),
  }));
}

async function renewClient(db: Database): Promise<Pick<DemoAccess, 'keys' | 'owner' | 'member'>> {
  const owner = { email: OWNER_EMAIL, password: newPassword() };
  const member = { email: MEMBER_EMAIL, password: newPassword() };
  const users = [
    { ...owner, role: 'owner' },
    { ...member, role: 'member' },
  ];
  const account = (await hasDecisions(db)) ? DEMO_ACCOUNT : DEMO_ACCOUNT_BEFORE;
  const apply = (apiKeys: typeof DEMO_ACCOUNT.api_keys) => {
    const file = { ...account, api_keys: apiKeys, users };
    return applyAccountFile(db, parseAccountFile(file), { baseDir: null });
  };
  await apply([]);
  const { api_keys } = await apply(DEMO_ACCOUNT.api_keys);
  const secretOf = (environment: string) => api_keys.find((key) => key.environment === environment)!.key!;
  return { keys: { live: secretOf('live'), test: secretOf('test') }, owner, member };
}

const newPassword = () => randomBytes(12).toString('base64url');

async function renewOperator(db: Database): Promise<DemoAccess['operator']> {
  const operator = { email: OPERATOR_EMAIL, password: newPassword() };
  await saveOperator(db, COMMAND_LINE, operator);
  return operator;
}
