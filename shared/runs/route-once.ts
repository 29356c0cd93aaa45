import type { Principal } from '../accounts/principal.ts';
import { type AnsweredOnce, answerOnce } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { loadRun, type StoredRun } from './load-run.ts';
import type { RouteOptions, RoutingDeps, RoutingRequest } from './prepared-run.ts';
import { routeAndPresent } from './route-orders.ts';
import { type RunTally, tallyOf } from './run-summary.ts';
import { withWarnings } from './with-warnings.ts';

/** An answer, and what was decided for it; null where it was given again. */
export interface OnceAnswered<T> extends AnsweredOnce<T> {
  readonly tally: RunTally | null;
}

/**
 * Routes orders and presents the run, or reads back and presents the run that the same request with its
 * Idempotency-Key made before. Throws AppError: usage_limit, idempotency_conflict.
 */
export async function routeOnce<T extends string | Uint8Array>(
  deps: RoutingDeps,
  principal: Principal,
  request: RoutingRequest,
  idempotency: IdempotentRequest | null,
  present: (routed: StoredRun) => T | Promise<T>,
  wait: RouteOptions = {},
): Promise<OnceAnswered<T | Buffer>> {
  return answerRunOnce(deps, principal, idempotency, present, (presentTallied) =>
    routeAndPresent(deps, principal, request, idempotency, presentTallied, wait),
  );
}

/** The same for a run that `route` makes; it keeps the request's key, and makes its answer by what it is given. */
export async function answerRunOnce<T extends string | Uint8Array>(
  deps: RoutingDeps,
  principal: Principal,
  idempotency: IdempotentRequest | null,
  present: (routed: StoredRun) => T | Promise<T>,
  route: (present: (routed: StoredRun) => Promise<Tallied<T | Buffer>>) => Promise<Tallied<T | Buffer>>,
): Promise<OnceAnswered<T | Buffer>> {
  const presentAll = async (routed: StoredRun) =>
    withWarnings(await present(routed), routed.run.warnings ?? null);
  const { answer: answered, replayed } = await answerOnce<Tallied<T | Buffer>>(
    deps.db,
    principal.ledger_id,
    idempotency,
    async ({ run_id }) => ({
      answer: await presentAll(await loadRun(deps.db, principal.ledger_id, run_id!)),
      tally: null,
    }),
    () =>
      route(async (routed) => ({
        answer: await presentAll(routed),
        tally: tallyOf(routed.decisions.map(({ decision }) => decision)),
      })),
  );
  return { ...answered, replayed };
}

type Tallied<T> = Omit<OnceAnswered<T>, 'replayed'>;
