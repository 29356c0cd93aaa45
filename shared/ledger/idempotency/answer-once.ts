import type { Sql } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { isUnavailable } from '../../foundation/errors/is-unavailable.ts';
import {
  assertSameRequest,
  findKey,
  type IdempotentRequest,
  insertKey,
  KEY_TAKEN,
  type KeyTaken,
  type SavedAnswer,
} from './idempotency-keys.ts';

/** An answer, and whether it repeats the first answer to the same request. */
export interface AnsweredOnce<T> {
  readonly answer: T;
  readonly replayed: boolean;
}

/** A request whose body is hashed only if its key was saved. */
type RequestOnce = Omit<IdempotentRequest, 'request_hash'> & {
  readonly request_hash: Uint8Array | (() => Promise<Uint8Array>);
};

/**
 * Answers a request that takes effect once. If its key was saved, `again` makes the first answer from what was saved.
 * Otherwise `work` does the request, and sends `insertKey` in its own transaction; it returns KEY_TAKEN if it met the key there. A request without a key is done each
 * time.
 * Throws AppError idempotency_conflict, and what `again` and `work` throw.
 */
export async function answerOnce<T>(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: RequestOnce | null,
  again: (saved: SavedAnswer) => Promise<T>,
  work: () => Promise<T | KeyTaken>,
): Promise<AnsweredOnce<T>> {
  if (request === null) return { answer: (await work()) as T, replayed: false };
  const answerSaved = async () => {
    const saved = await findKey(db.pool, ledgerId, request.key);
    if (saved === null) return null;
    const { request_hash: hash } = request;
    assertSameRequest(saved, { ...request, request_hash: hash instanceof Function ? await hash() : hash });
    return { answer: await again(saved), replayed: true };
  };
  const before = await answerSaved();
  if (before) return before;
  try {
    const answer = await work();
    if (answer !== KEY_TAKEN) return { answer, replayed: false };
  } catch (error) {
    // A faster request with the same key may be the reason: it saved the key, or used the last orders of the plan.
    const meanwhile = await answerSaved().catch((cause: unknown) => {
      throw isUnavailable(cause) ? error : cause; // The first error says what happened to the request.
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
  // The key was taken under the lock. If it has expired, it is free now.
  return answerOnce(db, ledgerId, request, again, work);
}

/** Makes what saves an answer under its request's key, in the transaction of the work. Nothing if there is no key. */
export type SaveKey = (response: string) => Sql[];

/** The same for an answer that is JSON text. `work` sends what `saveKey` makes. */
export function answerTextOnce(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: IdempotentRequest | null,
  work: (saveKey: SaveKey) => Promise<string | KeyTaken>,
): Promise<AnsweredOnce<string>> {
  const saveKey: SaveKey = (response) => insertKey(ledgerId, request, { run_id: null, response });
  return answerOnce(
    db,
    ledgerId,
    request,
    async ({ response }) => response!,
    () => work(saveKey),
  );
}
