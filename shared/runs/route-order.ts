import type { Principal } from '../accounts/principal.ts';
import { presentOrderB } from '../contracts/b/present.ts';
import type { ZipLeadingZeros } from '../contracts/intake-warning.ts';
import { type PresentableRun, presentRun } from '../contracts/present-run.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { IntakeWarnings } from '../intake/intake-warnings.ts';
import { readOrderBody } from '../intake/order-body.ts';
import type { WholeBody } from '../intake/whole-body.ts';
import type { LedgerWait } from '../inventory/ledger-turn.ts';
import { atOnce } from '../platform/steps.ts';
import { type OnceAnswered, routeOnce } from './route-once.ts';
import type { RoutingDeps } from './route-orders.ts';
import { type DryRun, tryOrders } from './try-orders.ts';
import { withWarnings } from './with-warnings.ts';

/** A single order as plain data, so that it can be answered in any thread. */
export interface OrderRequestBody {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** Nothing is kept then. */
  readonly dry_run?: DryRun | null;
  readonly zip_leading_zeros?: ZipLeadingZeros;
}

/** Answers one order from its bytes to its JSON. Throws AppError: those of readOrderBody and routeOnce. */
export async function routeOrder(
  deps: RoutingDeps,
  { principal, body, idempotency, dry_run, zip_leading_zeros = 'keep' }: OrderRequestBody,
  wait: LedgerWait = {},
): Promise<OnceAnswered<string | Uint8Array>> {
  const warnings = new IntakeWarnings();
  const orders = await readOrderBody(body, { warnings, zip_leading_zeros });
  const request = { orders, warnings: warnings.shown };
  if (dry_run) {
    return tryOrders(deps, principal, orders, dry_run, (tried) =>
      withWarnings(presentSingle(tried), request.warnings),
    );
  }
  return routeOnce(deps, principal, request, idempotency, presentSingle, wait);
}

/** A single order is answered as a run of one in Variant A, as its result alone in Variant B. */
export function presentSingle(routed: PresentableRun): string | Uint8Array {
  const { configuration, run, decisions } = routed;
  if (configuration.contract_variant === 'A') return atOnce(presentRun(routed));
  const decided = decisions[0]!;
  if (!run.dry_run) return presentOrderB(configuration, decided);
  const dryRunMembers = `,"dry_run":true${decided.dryRunMembers ?? ''}`;
  return presentOrderB(configuration, { ...decided, dryRunMembers });
}
