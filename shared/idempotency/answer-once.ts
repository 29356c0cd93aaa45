import type { Database } from '../db/database.ts';
import { assertSameRequest, findKey, type IdempotentRequest, type KeptAnswer } from './idempotency-keys.ts';

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
): Promise<T> {
  if (request === null) return work();
  const answerKept = async () => {
    const kept = await findKey(db.pool, ledgerId, request.key);
    if (kept !== null) assertSameRequest(kept, request);
    return kept && { answer: await again(kept) };
  };
  const before = await answerKept();
  if (before) return before.answer;
  try {
    return await work();
  } catch (error) {
    // One of the same key that was faster may be why this failed: it took the key, or the last of the plan.
    const meanwhile = await answerKept();
    if (meanwhile) return meanwhile.answer;
    throw error;
  }
}
