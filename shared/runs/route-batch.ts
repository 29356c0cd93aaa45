import type { Principal } from '../accounts/principal.ts';
import type { ZipLeadingZeros } from '../contracts/intake-warning.ts';
import { presentRun } from '../contracts/present-run.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { readBatchBody } from '../intake/batch-body.ts';
import { IntakeWarnings } from '../intake/intake-warnings.ts';
import type { WholeBody } from '../intake/whole-body.ts';
import type { LedgerWait } from '../inventory/ledger-turn.ts';
import { inSteps } from '../platform/steps.ts';
import { type OnceAnswered, routeOnce } from './route-once.ts';
import type { RoutingDeps } from './route-orders.ts';
import { type DryRun, tryOrders } from './try-orders.ts';
import { withWarnings } from './with-warnings.ts';

/** A synchronous batch as plain data, so that it can be answered in any thread. */
export interface BatchRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** Nothing is kept then. */
  readonly dry_run?: DryRun | null;
  readonly zip_leading_zeros?: ZipLeadingZeros;
}

/** Answers a batch from its bytes to its bytes. Throws AppError: those of readBatchBody and routeOnce. */
export async function routeBatch(
  deps: RoutingDeps,
  { principal, body, idempotency, dry_run, zip_leading_zeros = 'keep' }: BatchRequest,
  wait: LedgerWait = {},
): Promise<OnceAnswered<Uint8Array>> {
  const warnings = new IntakeWarnings();
  const orders = await readBatchBody(body, principal.contract_variant, { warnings, zip_leading_zeros });
  // In steps, as the database takes the decisions meanwhile, part by part.
  const request = { orders, warnings: warnings.shown };
  if (dry_run) {
    return tryOrders(deps, principal, orders, dry_run, async (tried) =>
      withWarnings(await inSteps(presentRun(tried)), request.warnings),
    );
  }
  return routeOnce(deps, principal, request, idempotency, (routed) => inSteps(presentRun(routed)), wait);
}
