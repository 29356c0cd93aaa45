import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { callerGone } from '../../foundation/errors/caller-gone.ts';
import type { Principal } from '../../identity/principal.ts';
import type { LedgerWait, Refused } from '../turns.ts';
import { findTakenKeys, type IdempotentRequest, insertKeys, KEY_TAKEN } from './idempotency-keys.ts';

// What requests that share a transaction under their ledger's lock do about their Idempotency-Keys.

interface KeyedRequest {
  readonly principal: Pick<Principal, 'ledger_id'>;
  /** Null: the request has no Idempotency-Key. */
  readonly idempotency: IdempotentRequest | null;
  readonly wait: LedgerWait;
}

/** The keys of requests of one ledger that are saved already. One alone in its transaction learns it when it saves its key. */
export async function takenKeys(
  tx: pg.PoolClient,
  requests: readonly KeyedRequest[],
  isAlone: boolean,
): Promise<Set<string>> {
  const keys = isAlone ? [] : requests.flatMap(({ idempotency }) => idempotency?.key ?? []);
  return findTakenKeys(tx, requests[0]!.principal.ledger_id, keys);
}

/** What refuses a request as soon as it has the lock: its caller has gone away, or its key is taken. Null: nothing. */
export function refusalAtLock(
  { idempotency, wait }: KeyedRequest,
  taken: ReadonlySet<string>,
): Refused | null {
  if (wait.signal?.aborted) return { refused: callerGone() };
  return idempotency !== null && taken.has(idempotency.key) ? { refused: KEY_TAKEN } : null;
}

/** What saves answers of requests of one ledger, as JSON text, under their keys. */
export function saveAnswers(
  answers: readonly { readonly request: KeyedRequest; readonly response: string }[],
): Sql[] {
  if (answers.length === 0) return [];
  const keyed = answers.flatMap(({ request: { idempotency }, response }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id: null, response }],
  );
  return insertKeys(answers[0]!.request.principal.ledger_id, keyed);
}
