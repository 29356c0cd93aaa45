import type { Principal } from '../accounts/principal.ts';
import { presentRun } from '../contracts/present-run.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { type BatchBody, readBatchBody } from '../intake/batch-body.ts';
import { inSteps } from '../platform/steps.ts';
import type { Allocate } from '../platform/utf8-writer.ts';
import { type OnceAnswered, routeOnce } from './route-once.ts';
import type { RoutingDeps } from './route-orders.ts';

/** A synchronous batch as plain data, so that it can be answered in any thread. */
export interface BatchRequest {
  readonly principal: Principal;
  readonly body: BatchBody;
  readonly idempotency: IdempotentRequest | null;
}

/** What a batch is answered with; `allocate` gives the memory of a large answer. */
export interface BatchDeps extends RoutingDeps {
  readonly allocate?: Allocate;
}

/** Answers a batch from its bytes to its bytes. Throws AppError: those of readBatchBody and routeOnce. */
export async function routeBatch(
  deps: BatchDeps,
  { principal, body, idempotency }: BatchRequest,
): Promise<OnceAnswered<Uint8Array>> {
  const orders = await readBatchBody(body, principal.contract_variant);
  // In steps, as the database takes the decisions meanwhile, part by part.
  return routeOnce(deps, principal, orders, idempotency, (routed) =>
    inSteps(presentRun(routed, deps.allocate)),
  );
}
