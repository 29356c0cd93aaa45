import { setImmediate } from 'node:timers/promises';
import { loadConfiguration, type StoredConfiguration, withDisabled } from '../accounts/configurations.ts';
import type { SupersededOrder } from '../contracts/superseded-order.ts';
import { presentWhy, type Why } from '../contracts/why.ts';
import type { Database } from '../db/database.ts';
import { profileOf } from '../engine/compile.ts';
import { explain } from '../engine/explain.ts';
import type { Destination } from '../engine/types.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { lanesMayChange } from '../transit/provider.ts';
import { type DecisionRecord, findDecision, latestDecision } from './decisions/decision-records.ts';
import { decodeEvidence, needsStock } from './decisions/evidence.ts';
import { listSuperseded } from './managed/superseded-orders.ts';
import { openRunResults, type StoredResult } from './run-results.ts';
import type { RunRow } from './run-row.ts';

/** What explanations are read with. */
export interface WhyDeps {
  readonly db: Database;
  readonly lanes: Pick<LaneResolver, 'resolve' | 'price'>;
}

/** Why a ledger's decision is as it is. Throws AppError not_found, also for one of another ledger. */
export async function whyDecision(deps: WhyDeps, ledgerId: number, decisionId: number): Promise<Why> {
  return explainRecord(deps, await findDecision(deps.db.pool, ledgerId, decisionId));
}

/** The same for the latest decision on an order ID. Throws AppError not_found if it was never routed. */
export async function whyOrder(deps: WhyDeps, ledgerId: number, orderId: string): Promise<Why> {
  return explainRecord(deps, await latestDecision(deps.db.pool, ledgerId, orderId));
}

async function explainRecord({ db, lanes }: WhyDeps, record: DecisionRecord): Promise<Why> {
  const configuration = await loadConfiguration(db, record.configuration_id);
  const [why] = await explainStored(lanes, configuration, record.run_began_at, [record]);
  return why!;
}

/** Decisions that are read at a time. */
const SLICE = 500;
/** Explanations that are made at a time: some milliseconds, in which nobody else is served. */
const STEP = 20;

/**
 * Why the decisions of a run are as they are, in request order, some at a time, as far as it is decided. Behind them come
 * the orders that it left out.
 */
export async function* whyRun(
  { db, lanes }: WhyDeps,
  run: Pick<RunRow, 'id' | 'ledger_id' | 'configuration_id' | 'created_at'>,
): AsyncGenerator<readonly (Why | SupersededOrder)[]> {
  const { configuration, slices } = await openRunResults(db, run, { withEvidence: true });
  for await (const slice of slices({}, SLICE)) {
    for (let from = 0; from < slice.length; from += STEP) {
      yield explainStored(lanes, configuration, run.created_at, slice.slice(from, from + STEP));
      await setImmediate();
    }
  }
  yield listSuperseded(db.pool, run.ledger_id, run.id);
}

/**
 * Explains decisions of one configuration by what was saved with each. `run_began_at` is the time of old decisions, which
 * were saved without a time. The lanes of a version of the client's lane table are looked up, because they never change.
 */
export async function explainStored(
  lanes: WhyDeps['lanes'],
  configuration: StoredConfiguration,
  run_began_at: Date,
  decisions: readonly StoredResult[],
): Promise<Why[]> {
  const evidence = decisions.map((each) => decodeEvidence(each.evidence, each.decision, each.order));
  const lookedUp = await lanesOf(
    lanes,
    configuration,
    decisions.filter(({ decision }, i) => evidence[i]!.destination === null && decision.ranked.length > 0),
  );
  const known = evidence.flatMap(({ destination }) => destination ?? []);
  const priced = new Map(
    (await lanes.price(configuration, known)).map((destination, place) => [known[place]!, destination]),
  );
  return decisions.map((each, i) => {
    const { id, order, decision } = each;
    const { destination, stock, unit_values, unit_weights, departures = null } = evidence[i]!;
    const { profiles, settings } = configuration.configuration;
    const partner_id = decision.profile === null ? null : profiles[decision.profile]!.partner_id;
    const { compiled } = withDisabled(configuration, each.evidence.x ?? []);
    const { isByCost } = profileOf(compiled, partner_id);
    const explanation = explain(compiled, decision, {
      order: {
        lines: order.lines,
        partner_id,
        deliver_by: order.deliver_by,
        ...(decision.reroute && { reroute: decision.reroute }),
      },
      destination:
        decision.ranked.length === 0
          ? null
          : ((destination && priced.get(destination)) ?? lookedUp.get(order.destination_zip) ?? null),
      stock,
      unit_values,
      ...(unit_weights && { unit_weights }),
      departures,
      stock_as_seen:
        each.decided_at !== null &&
        (stock !== null || !settings.use_inventory_availability || !needsStock(decision, isByCost)),
    });
    const ids = { id, order_id: order.order_id, decided_at: each.decided_at ?? run_began_at };
    return presentWhy(ids, explanation);
  });
}

/** Looks up lanes that were not saved because they never change. */
async function lanesOf(
  lanes: WhyDeps['lanes'],
  configuration: StoredConfiguration,
  decisions: readonly StoredResult[],
): Promise<ReadonlyMap<string, Destination | null>> {
  if (decisions.length === 0 || lanesMayChange(configuration)) return new Map();
  return lanes.resolve(
    configuration,
    decisions.map(({ order }) => order.destination_zip),
  );
}
