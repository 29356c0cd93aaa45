import type { DryRun } from '../contracts/dry-run.ts';
import { readStrictBody } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import { rerouteRequest, toReroute } from '../contracts/reroute.ts';
import { ERRORS } from '../foundation/errors/catalogue.ts';
import type { Principal } from '../identity/principal.ts';
import type { IdempotentRequest } from '../ledger/idempotency/idempotency-keys.ts';
import type { OnceAnswered, RouteOptions, RoutingDeps } from '../ledger/prepared-run.ts';
import { TOO_HARD, type TooHard } from '../ledger/search-allowance.ts';
import { rerouteOrder } from './reroute-order.ts';

/** A request to route a stored order again, as plain data, so that it can be answered in any thread. */
export interface RerouteBody {
  readonly principal: Principal;
  /** Without bytes, it asks for nothing special. */
  readonly body: WholeBody;
  readonly order_id: string;
  readonly idempotency: IdempotentRequest | null;
  readonly dry_run: DryRun | null;
}

/** Answers it: 409 with what would have been decided if `unless_worse` refuses that. Throws AppError: those of rerouteOrder. */
export async function rerouteStored(
  deps: RoutingDeps,
  { principal, body, ...request }: RerouteBody,
  wait: RouteOptions = {},
): Promise<(OnceAnswered<string | Uint8Array> & { readonly status?: number }) | TooHard> {
  const asked = readStrictBody(rerouteRequest, body);
  const reroute = { ...request, reroute: toReroute(asked), unless_worse: asked.unless_worse ?? false };
  const rerouted = await rerouteOrder(deps, principal, reroute, wait);
  if (rerouted === TOO_HARD || !('worse' in rerouted)) return rerouted;
  const { status, detail } = ERRORS.reroute_worse;
  const dryRun = Buffer.from(rerouted.worse);
  const answer = `{"detail":${JSON.stringify(detail)},"code":"reroute_worse","dry_run":${dryRun}}`;
  return { answer, status, replayed: false, tally: null };
}
