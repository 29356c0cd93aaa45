import type { Database } from '../../db/database.ts';
import { isUnavailable } from '../../foundation/errors/is-unavailable.ts';
import { assertSameRequest, findKey, type IdempotentRequest, type SavedAnswer } from './idempotency-keys.ts';

/** An answer, and whether it repeats the first answer to the same request. */
export interface AnsweredOnce<T> {
  readonly answer: T;
  readonly replayed: boolean;
}

/**
 * Answers a request that takes effect once. If its key was saved, `again` makes the first answer from what was saved.
 * Otherwise `work` does the request, and sends `insertKey` in its own transaction. A request without a key is done each
 * time.
 * Throws AppError idempotency_conflict, and what `again` and `work` throw.
 */
export async function answerOnce<T>(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: IdempotentRequest | null,
  again: (saved: SavedAnswer) => Promise<T>,
  work: () => Promise<T>,
): Promise<AnsweredOnce<T>> {
  if (request === null) return { answer: await work(), replayed: false };
  const answerSaved = async () => {
    const saved = await findKey(db.pool, ledgerId, request.key);
    if (saved !== null) assertSameRequest(saved, request);
    return saved && { answer: await again(saved), replayed: true };
  };
  const before = await answerSaved();
  if (before) return before;
  try {
    return { answer: await work(), replayed: false };
  } catch (error) {
    // A faster request with the same key may be the reason: it used the key, or the last orders of the plan.
    const meanwhile = await answerSaved().catch((cause: unknown) => {
      throw isUnavailable(cause) ? error : cause; // The first error says what happened to the request.
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
}
