import { z } from 'zod';
import { appliedAccount } from '../contracts/account/account.ts';
import { readPatch } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { type AccountFile, invalidAccountFile, parseAccountFile } from './account-file.ts';
import type { AccountState } from './account-state.ts';
import { type Actor, hasOperatorRights } from './actor.ts';
import { applyIn, type InvitedByFile, stockToClear, withoutSecrets } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import { assertMatches, etagOf } from './etag.ts';

/** An account file that was sent for the account of `slug`. */
interface AccountFileBody {
  readonly slug: string;
  readonly who: Actor;
  readonly body: WholeBody | null;
  readonly if_match: string | undefined;
  readonly dry_run: boolean;
  /** Where links of invitations begin; null: nobody can be invited. */
  readonly public_url: string | null;
}

/** The version of a whole account. */
export function accountEtag({ file, lane_table_id, rate_table_id }: AccountState): string {
  return etagOf([file, lane_table_id, rate_table_id]);
}

/**
 * Applies an account file from its bytes; `answer` is JSON. Throws AppError: invalid_json, validation_failed with the
 * paths of its faults, forbidden, precondition_failed, last_owner. Then nothing is changed.
 */
export async function applyAccountBody(
  db: PrismaDatabase,
  { slug, who, body, if_match, dry_run, public_url }: AccountFileBody,
): Promise<{ readonly answer: string; readonly etag: string; readonly invited: readonly InvitedByFile[] }> {
  const file = parseAccountFile(readPatch(z.looseObject({}), body));
  if (file.client.slug !== slug) {
    if (!hasOperatorRights(who)) throw new AppError('forbidden', 'Only operators may change client.slug.');
    throw validationFailed([{ path: 'client.slug', message: `must be ${slug}, the client that is open` }]);
  }
  refusePasswords(file);
  const check = (state: AccountState) => assertMatches(if_match, accountEtag(state));
  const clear_stock = stockToClear(file);
  const rules = 'all' as const;
  const act = { who, action: 'account.apply', subject: 'account', check, clear_stock, rules, dry_run };
  const { result, changes, state, enabled } = await changeAccount(db, slug, act, (tx, client, _, next) =>
    applyIn(tx, client, next, file, { person: who.person, secrets: db.secrets, public_url }),
  );
  const { users, ...issued } = dry_run ? withoutSecrets(result) : result;
  const invited = users.length > 0 && { users };
  const answer = appliedAccount.parse({
    dry_run,
    account: state.file,
    changes,
    enabled,
    ...issued,
    ...invited,
  });
  return { answer: JSON.stringify(answer), etag: accountEtag(state), invited: dry_run ? [] : result.users };
}

/** Whoever may change an account may not choose other people's passwords. */
function refusePasswords({ users = [] }: AccountFile): void {
  const message = 'must not be sent: a new user is invited, and chooses one';
  const faults = users.flatMap(({ password }, index) =>
    password === undefined ? [] : { path: `users[${index}].password`, message },
  );
  if (faults.length > 0) throw invalidAccountFile(faults);
}
