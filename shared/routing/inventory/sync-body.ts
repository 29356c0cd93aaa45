import type { Principal } from '../../accounts/principal.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import { type AnsweredOnce, answerOnce } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import type { LedgerWait } from './ledger-mutex.ts';
import { readSnapshot } from './read-snapshot.ts';
import { type InventorySyncDeps, syncInventory } from './sync.ts';

/** A sync as plain data, so that any thread can answer it. */
export interface SyncRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  /** Used for CSV, which has no field for it. */
  readonly source_name: string | null;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Syncs a snapshot from the bytes of its body. Returns the result as JSON text.
 * Throws AppError: those of readSnapshot and syncInventory, idempotency_conflict.
 */
export async function syncBody(
  deps: InventorySyncDeps,
  { principal, body, source_name, idempotency }: SyncRequest,
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string> & { readonly tally: null }> {
  const answered = await answerOnce(
    deps.db,
    principal.ledger_id,
    idempotency,
    async ({ response }) => response!,
    async () => {
      const snapshot = await readSnapshot(body, principal, source_name);
      return JSON.stringify(await syncInventory(deps, principal, snapshot, idempotency, wait));
    },
  );
  return { ...answered, tally: null };
}
