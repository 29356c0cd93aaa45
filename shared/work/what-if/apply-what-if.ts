import type { AccountState } from '../../account/account-state.ts';
import { applyIn } from '../../account/apply-account.ts';
import { changeAccount } from '../../account/change-account.ts';
import type { RestoredConfiguration } from '../../account/history.ts';
import { whatIfDraft } from '../../contracts/what-if.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Actor } from '../../identity/actor.ts';
import { draftFile } from './draft.ts';
import { findWhatIf, readDraft } from './what-ifs.ts';

/** A person's wish to make a draft the account's configuration. */
interface Applying {
  readonly who: Actor;
  readonly ledger_id: number;
  readonly what_if_id: number;
  readonly dry_run: boolean;
}

/**
 * Applies the draft of a what-if to the account, as one activation that names the what-if. Its stock is left out. Throws
 * AppError: not_found; precondition_failed if the account's configuration is not the what-if's baseline.
 * If the draft is already applied, nothing changes.
 */
export async function applyWhatIf(
  db: Pick<Database, 'pool' | 'locks' | 'prisma' | 'secrets'>,
  slug: string,
  { who, ledger_id, what_if_id, dry_run }: Applying,
): Promise<RestoredConfiguration> {
  const whatIf = await findWhatIf(db.pool, ledger_id, what_if_id);
  const draft = whatIfDraft.parse(await readDraft(db.pool, whatIf));
  const expected = [whatIf.configuration_id, whatIf.draft_configuration_id];
  const check = ({ version }: AccountState) => {
    if (!expected.includes(version.id))
      throw new AppError('precondition_failed', 'The configuration was changed since the what-if was made.');
  };
  const rules = 'all' as const;
  const act = { who, action: 'what_ifs.apply', subject: `what-ifs/${what_if_id}`, check, rules, dry_run };
  const { changes, state, enabled } = await changeAccount(db, slug, act, (tx, before) =>
    applyIn(tx, before, draftFile(slug, before.version.document, draft)),
  );
  return { changes, enabled, configuration_id: state.version.id };
}
