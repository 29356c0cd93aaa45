import type { Database } from '../db/database.ts';
import { isUnavailable } from '../errors/is-unavailable.ts';
import { assertSameRequest, findKey, type IdempotentRequest, type KeptAnswer } from './idempotency-keys.ts';

/** An answer, and whether it is the first answer to the same request, given again. */
export interface AnsweredOnce<T> {
  readonly answer: T;
  readonly replayed: boolean;
}

/**
 * Answers a request that is to take effect once. Where its key was kept, `again` gives the first answer from
 * what was kept; else `work` does it, and calls `keepKey` in its own transaction. Without a key it is just done.
 * Throws AppError idempotency_conflict, and what the two throw.
 */
export async function answerOnce<T>(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  request: IdempotentRequest | null,
  again: (kept: KeptAnswer) => Promise<T>,
  work: () => Promise<T>,
): Promise<AnsweredOnce<T>> {
  if (request === null) return { answer: await work(), replayed: false };
  const answerKept = async () => {
    const kept = await findKey(db.pool, ledgerId, request.key);
    if (kept !== null) assertSameRequest(kept, request);
    return kept && { answer: await again(kept), replayed: true };
  };
  const before = await answerKept();
  if (before) return before;
  try {
    return { answer: await work(), replayed: false };
  } catch (error) {
    // One of the same key that was faster may be why this failed: it took the key, or the last of the plan.
    const meanwhile = await answerKept().catch((cause: unknown) => {
      throw isUnavailable(cause) ? error : cause; // what became of the request, the first error says
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
}
