import { loadConfiguration } from '../account/configurations.ts';
import type { DryRun } from '../contracts/dry-run.ts';
import { refuseUnknownWarehouses } from '../contracts/reroute.ts';
import type { Decision, RerouteRequest } from '../engine/types.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { overloaded } from '../foundation/errors/overloaded.ts';
import type { Principal } from '../identity/principal.ts';
import { latestDecision } from '../ledger/decisions/decision-records.ts';
import { isWorse, type Parcels, parcelsOf, unitsToLeave } from '../ledger/decisions/order-need.ts';
import { remainingLines, shippedUnits } from '../ledger/decisions/shipped-units.ts';
import type { IdempotentRequest } from '../ledger/idempotency/idempotency-keys.ts';
import type { OnceAnswered, RouteOptions, RoutingDeps } from '../ledger/prepared-run.ts';
import { routeOrders } from '../ledger/route-orders.ts';
import { presentSingle, routeOnce } from './answer-orders.ts';
import { tryOrders } from './try-orders.ts';

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

/** Why nothing was changed: the order would ship worse than it does. */
export class WorseReroute extends Error {
  override readonly name = 'WorseReroute';
  /** JSON of the dry run. */
  readonly dryRun: Answer;

  constructor(dryRun: Answer) {
    super('The order would ship fewer units, or as many in more shipments.');
    this.dryRun = dryRun;
  }
}

/** Thrown under the ledger's lock, to undo a reroute if the decision is no longer the latest one. */
class Outdated extends Error {}

/** How often a reroute is tried: it begins again if another decision on the same order is committed meanwhile. */
const MAX_TRIES = 5;

/**
 * Routes a stored order again under the present configuration, as it was sent last, and answers as for a new order
 * (docs/guides/correct-an-order.md). The latest decision is read before the ledger's lock is taken; if another one is
 * committed meanwhile, all begins again. A reroute that `unless_worse` refuses is found by a dry run, so that it takes
 * no id.
 * Throws AppError: not_found if the order was never decided, order_has_left, unknown_warehouse, usage_limit,
 * idempotency_conflict.
 * Throws WorseReroute, and TooHard if the order needs more work than `wait` allows.
 */
export async function rerouteOrder(
  deps: RoutingDeps,
  principal: Principal,
  request: OrderReroute,
  wait: RouteOptions = {},
): Promise<OnceAnswered<Answer>> {
  const { order_id, reroute, unless_worse, dry_run } = request;
  const { ledger_id } = principal;
  const read = async () => {
    const latest = await latestDecision(deps.db.pool, ledger_id, order_id);
    if (latest.state === 'left') throw new AppError('order_has_left');
    const lines = remainingLines(latest.order.lines, shippedUnits(latest.shipped ?? []));
    if (latest.state === 'shipped' || lines.length === 0) throw new AppError('nothing_remains');
    const { configuration } = await loadConfiguration(deps.db, principal.configuration_id);
    refuseUnknownWarehouses(reroute, configuration.warehouses);
    const { warehouse_db_ids } = await loadConfiguration(deps.db, latest.configuration_id);
    const before = parcelsOf(unitsToLeave(latest, warehouse_db_ids));
    const stored = { decision_id: latest.id, sent_by: latest.sent_by, sent_at: latest.sent_at };
    return { latest, before, order: { ...latest.order, lines, reroute, stored } };
  };
  const refused = (before: Parcels, { allocations }: Decision) =>
    unless_worse && isWorse(parcelsOf(allocations), before);
  const tryIt = async ({ before, order }: Awaited<ReturnType<typeof read>>, options: DryRun) => {
    const tried = await tryOrders(deps, principal, [order], { ...wait, ...options }, async (run) => ({
      json: presentSingle(run),
      decision: run.decisions[0]!.decision,
    }));
    const { json, decision } = tried.answer;
    if (refused(before, decision)) throw new WorseReroute(json);
    return { ...tried, answer: json };
  };
  if (dry_run) return tryIt(await read(), dry_run);
  const run = { principal, idempotency: request.idempotency, present: presentSingle };
  return routeOnce(deps, run, async (present) => {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const stored = await read();
      if (unless_worse) await tryIt(stored, { explain: false });
      try {
        const approve: RouteOptions['approve'] = async (tx, decisions) => {
          const [decided] = decisions;
          const { id, state, shipped } = await latestDecision(tx, ledger_id, order_id);
          const isSame = id === stored.latest.id && isSameJson(shipped, stored.latest.shipped);
          if (!isSame || state === 'left' || state === 'shipped' || refused(stored.before, decided!.decision))
            throw new Outdated();
          await wait.approve?.(tx, decisions);
        };
        return await routeOrders(deps, {
          ...run,
          request: { orders: [stored.order], warnings: null },
          present,
          wait: { ...wait, approve },
        });
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
    throw overloaded();
  });
}
