import { loadConfiguration } from '../account/configurations.ts';
import type { DryRun } from '../contracts/dry-run.ts';
import { readStrictBody } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import { refuseUnknownWarehouses, rerouteRequest, toReroute } from '../contracts/reroute.ts';
import type { Decision, RerouteRequest } from '../engine/types.ts';
import { AppError, overloaded } from '../foundation/errors/app-error.ts';
import { ERRORS } from '../foundation/errors/catalogue.ts';
import type { Principal } from '../identity/principal.ts';
import { type DecisionRecord, latestDecision } from '../ledger/decisions/decision-records.ts';
import {
  isWorse,
  type Parcels,
  parcelsOf,
  remainingLines,
  shippedUnits,
  unitsToLeave,
} from '../ledger/decisions/order-need.ts';
import type { IdempotentRequest } from '../ledger/idempotency/answer-once.ts';
import type { OnceAnswered, RouteOptions, RoutingDeps, RunToRoute } from '../ledger/prepared-run.ts';
import { TOO_HARD, type TooHard } from '../ledger/search-allowance.ts';
import { presentSingle, routeOnce } from './answer-orders.ts';
import { triedRun, tryOrders } from './try-orders.ts';

type Answer = string | Uint8Array;

/** A stored order that a person routes again. */
export interface OrderReroute {
  readonly order_id: string;
  readonly reroute: RerouteRequest;
  /** Whether a worse decision is refused. */
  readonly unless_worse: boolean;
  readonly idempotency: IdempotentRequest | null;
  readonly dry_run: DryRun | null;
}

/** The order is routed again, or nothing was changed. */
type Rerouted = OnceAnswered<Answer> & { readonly status?: number };

/**
 * Routes a stored order again under the present configuration, as it was sent last, and answers as for a new order
 * (docs/guides/correct-an-order.md). Its latest decision is read twice: for its lanes before the ledger's lock, and under it
 * to decide and compare. If the order was sent again meanwhile, to another ZIP or under another configuration, all begins
 * again. Throws AppError: not_found if the order was never decided, order_has_left, nothing_remains, unknown_warehouse,
 * usage_limit, idempotency_conflict. Returns TOO_HARD if the order needs more work than `wait` allows.
 */
export async function rerouteOrder(
  deps: RoutingDeps,
  principal: Principal,
  request: OrderReroute,
  wait: RouteOptions = {},
): Promise<Rerouted | TooHard> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const answer = await rerouteOnce(deps, principal, request, wait);
    if (answer !== SENT_AGAIN) return answer;
  }
  throw overloaded();
}

const MAX_TRIES = 5;

/** The order was sent again while its reroute waited: the lanes that were read are of another ZIP. */
const SENT_AGAIN = 'sent again';

async function rerouteOnce(
  deps: RoutingDeps,
  principal: Principal,
  { order_id, reroute, unless_worse, dry_run, idempotency }: OrderReroute,
  wait: RouteOptions,
): Promise<Rerouted | TooHard | typeof SENT_AGAIN> {
  const { ledger_id } = principal;
  const read = await latestDecision(deps.db.pool, ledger_id, order_id);
  const { warehouse_db_ids } = await loadConfiguration(deps.db, read.configuration_id);
  const before = stillToShip(read, reroute, warehouse_db_ids);
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  refuseUnknownWarehouses(reroute, configuration.configuration.warehouses);
  const refuses = ({ allocations }: Decision, parcels: Parcels) =>
    unless_worse && isWorse(parcelsOf(allocations), parcels);

  if (dry_run) {
    const tried = await tryOrders(deps, principal, [before.order], { ...wait, ...dry_run }, (run) => ({
      json: presentSingle(run),
      isRefused: refuses(run.decisions[0]!.decision, before.parcels),
    }));
    if (tried === TOO_HARD) return TOO_HARD;
    const { json, isRefused } = tried.answer;
    return isRefused ? worseReroute(json) : { ...tried, answer: json };
  }
  const readAtLock: RunToRoute<unknown>['readAtLock'] = async (tx) => {
    const latest = await latestDecision(tx, ledger_id, order_id);
    const isKnown =
      latest.configuration_id === read.configuration_id &&
      latest.order.destination_zip === read.order.destination_zip;
    if (!isKnown) return { orders: [before.order], refusalOf: () => ({ refused: SENT_AGAIN }) };
    const { order, parcels } = stillToShip(latest, reroute, warehouse_db_ids);
    return {
      orders: [order],
      refusalOf: ({ decisions }) => {
        if (!refuses(decisions[0]!, parcels)) return null;
        const { expires_at: _, ...decision } = decisions[0]!;
        return {
          refused: worseReroute(presentSingle(triedRun(principal, configuration, [order], [decision]))),
        };
      },
    };
  };
  const request = { orders: [before.order], warnings: null };
  const run = { principal, request, idempotency, present: presentSingle, wait, readAtLock };
  return routeOnce<Answer, Rerouted | typeof SENT_AGAIN>(deps, run);
}

/** 409, with the dry run: the order would ship fewer units, or as many in more shipments. */
function worseReroute(dryRun: Answer): Rerouted {
  const { status, detail } = ERRORS.reroute_worse;
  const answer = `{"detail":${JSON.stringify(detail)},"code":"reroute_worse","dry_run":${Buffer.from(dryRun)}}`;
  return { answer, status, replayed: false };
}

/** What of an order is routed again, and how it would ship. Throws AppError order_has_left, nothing_remains. */
function stillToShip(latest: DecisionRecord, reroute: RerouteRequest, warehouseDbIds: readonly number[]) {
  if (latest.state === 'left') throw new AppError('order_has_left');
  const lines = remainingLines(latest.order.lines, shippedUnits(latest.shipped ?? []));
  if (latest.state === 'shipped' || lines.length === 0) throw new AppError('nothing_remains');
  const stored = { decision_id: latest.id, sent_by: latest.sent_by, sent_at: latest.sent_at };
  return {
    order: { ...latest.order, lines, reroute, stored },
    parcels: parcelsOf(unitsToLeave(latest, warehouseDbIds)),
  };
}

/** A request to route a stored order again, as plain data, so that it can be answered in any thread. */
interface RerouteBody {
  readonly principal: Principal;
  /** Without bytes, it asks for nothing special. */
  readonly body: WholeBody;
  readonly order_id: string;
  readonly idempotency: IdempotentRequest | null;
  readonly dry_run: DryRun | null;
}

/** Answers it. Throws AppError: those of rerouteOrder. */
export async function rerouteStored(
  deps: RoutingDeps,
  { principal, body, ...request }: RerouteBody,
  wait: RouteOptions = {},
): Promise<Rerouted | TooHard> {
  const asked = readStrictBody(rerouteRequest, body);
  const reroute = { ...request, reroute: toReroute(asked), unless_worse: asked.unless_worse ?? false };
  return rerouteOrder(deps, principal, reroute, wait);
}
