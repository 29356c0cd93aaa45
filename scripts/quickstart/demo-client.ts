import { randomBytes } from 'node:crypto';
import { saveClientUser } from '../../shared/account/change-client.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { COMMAND_LINE } from '../../shared/identity/actor.ts';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { DEMO_ACCOUNT_BEFORE } from '../demo/demo-changes.ts';
import { hasDecisions } from '../demo/earlier-days.ts';
import { withDatabase } from '../with-database.ts';
import { saveOperator } from '../wrs/admin/operators.ts';
import { applyWithNewKeys } from './apply-with-new-keys.ts';

/** The new secrets of a demonstration. */
export interface DemoAccess {
  /** The demo client's API keys. */
  readonly keys: { readonly live: string; readonly test: string };
  /** An owner of the demo client. */
  readonly owner: { readonly email: string; readonly password: string };
  /** A member of the demo client. */
  readonly member: { readonly email: string; readonly password: string };
  /** An operator of the whole service. */
  readonly operator: { readonly email: string; readonly password: string };
}

/** The owner who changes the demo client's account. */
export const OWNER_EMAIL = 'owner@demo.example';
const MEMBER_EMAIL = 'care@demo.example';
const OPERATOR_EMAIL = 'operator@demo.example';

/**
 * Makes or updates the demo client and an operator, with new secrets. Secrets are not stored, so new ones are needed to be
 * shown, and those of an earlier quickstart end. A client that has routed nothing gets the account from before the week
 * that routeEarlierDays makes.
 */
export function prepareDemo(config: Config): Promise<DemoAccess> {
  return withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => ({
    ...(await renewClient(db)),
    operator: await renewOperator(db),
  }));
}

async function renewClient(db: Database): Promise<Pick<DemoAccess, 'keys' | 'owner' | 'member'>> {
  const owner = { email: OWNER_EMAIL, password: newPassword() };
  const member = { email: MEMBER_EMAIL, password: newPassword() };
  const account = (await hasDecisions(db, DEMO_ACCOUNT.client.slug)) ? DEMO_ACCOUNT : DEMO_ACCOUNT_BEFORE;
  const { api_keys } = await applyWithNewKeys(db, {
    ...account,
    users: [
      { ...owner, role: 'owner' },
      { ...member, role: 'member' },
    ],
  });
  // Those of an earlier quickstart have passwords of their own.
  const editor = { slug: account.client.slug, who: COMMAND_LINE };
  await saveClientUser(db, editor, { ...owner, role: 'owner' });
  await saveClientUser(db, editor, { ...member, role: 'member' });
  const secretOf = (environment: string) => api_keys.find((key) => key.environment === environment)!.key!;
  return { keys: { live: secretOf('live'), test: secretOf('test') }, owner, member };
}

const newPassword = () => randomBytes(12).toString('base64url');

async function renewOperator(db: Database): Promise<DemoAccess['operator']> {
  const operator = { email: OPERATOR_EMAIL, password: newPassword() };
  await saveOperator(db, COMMAND_LINE, operator);
  return operator;
}
