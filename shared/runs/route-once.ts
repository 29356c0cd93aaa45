import type { Principal } from '../accounts/principal.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { loadRun, type StoredRun } from './load-run.ts';
import { type RoutingDeps, routeAndPresent } from './route-orders.ts';
import type { StatusCounts } from './run-summary.ts';

/** What a synchronous run decided, for who counts. */
export interface RunTally extends StatusCounts {
  /** Decisions whose search stopped at its budget. */
  readonly exhausted: number;
}

/** An answer, and what was decided for it; null where it was given again. */
export interface OnceAnswered<T> {
  readonly answer: T;
  readonly tally: RunTally | null;
}

/**
 * Routes orders and presents the run, or reads back and presents the run that the same request with its
 * Idempotency-Key made before. Throws AppError: usage_limit, idempotency_conflict.
 */
export async function routeOnce<T>(
  deps: RoutingDeps,
  principal: Principal,
  orders: readonly RoutingOrder[],
  idempotency: IdempotentRequest | null,
  present: (routed: StoredRun) => T | Promise<T>,
): Promise<OnceAnswered<T>> {
  return answerOnce<OnceAnswered<T>>(
    deps.db,
    principal.ledger_id,
    idempotency,
    async ({ run_id }) => ({
      answer: await present(await loadRun(deps.db, principal.ledger_id, run_id!)),
      tally: null,
    }),
    () =>
      routeAndPresent(deps, principal, orders, idempotency, async (routed) => ({
        answer: await present(routed),
        tally: tallyOf(routed),
      })),
  );
}

function tallyOf({ run, decisions }: StoredRun): RunTally {
  const { full_count, split_count, partial_count, partial_split_count, none_count } = run;
  let exhausted = 0;
  for (const { decision } of decisions) if (decision.budget_exhausted) exhausted += 1;
  return { full_count, split_count, partial_count, partial_split_count, none_count, exhausted };
}
