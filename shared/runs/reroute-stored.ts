import type { DryRun } from '../contracts/dry-run.ts';
import { readStrictBody } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import { rerouteRequest, toReroute } from '../contracts/reroute.ts';
import { ERRORS } from '../foundation/errors/catalogue.ts';
import type { Principal } from '../identity/principal.ts';
import type { IdempotentRequest } from '../ledger/idempotency/idempotency-keys.ts';
import type { OnceAnswered, RouteOptions, RoutingDeps } from '../ledger/prepared-run.ts';
import { rerouteOrder, WorseReroute } from './reroute-order.ts';

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
): Promise<OnceAnswered<string | Uint8Array> & { readonly status?: number }> {
  const asked = readStrictBody(rerouteRequest, body);
  const reroute = { ...request, reroute: toReroute(asked), unless_worse: asked.unless_worse ?? false };
  try {
    return await rerouteOrder(deps, principal, reroute, wait);
  } catch (error) {
    if (!(error instanceof WorseReroute)) throw error;
    const { status, detail } = ERRORS.reroute_worse;
    const head = JSON.stringify({ detail, code: 'reroute_worse' }).slice(0, -1);
    const answer = `${head},"dry_run":${Buffer.from(error.dryRun)}}`;
    return { answer, status, replayed: false, tally: null };
  }
}
