import { loadConfiguration, type StoredConfiguration, withDisabled } from '../account/configurations.ts';
import { presentWhy, type Why } from '../contracts/why.ts';
import type { Database } from '../db/database.ts';
import { profileOf } from '../engine/compile.ts';
import { explain } from '../engine/explain/explain.ts';
import type { Destination } from '../engine/types.ts';
import { isFull, piecesOfSlice } from '../foundation/answer-slice.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import type { SoughtOrder } from '../ledger/decisions/decision-records.ts';
import { type DecisionRecord, findDecision, latestDecision } from '../ledger/decisions/decision-records.ts';
import { decodeEvidence, needsStock } from '../ledger/decisions/evidence.ts';
import { listSuperseded } from '../ledger/decisions/superseded-orders.ts';
import type { IdRange, RunRow } from '../ledger/run-row.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { lanesMayChange } from '../transit/provider.ts';
import { idParts, restOf } from './id-parts.ts';
import { openRunResults, resultRanges, type StoredResult } from './run-results.ts';

/** What explanations are read with. */
export interface WhyDeps {
  readonly db: Database;
  readonly lanes: Pick<LaneResolver, 'resolve' | 'price'>;
}

/** Why a ledger's decision is as it is. Throws AppError not_found, also for one of another ledger. */
export async function whyDecision(deps: WhyDeps, ledgerId: number, decisionId: number): Promise<Why> {
  return explainRecord(deps, await findDecision(deps.db.pool, ledgerId, decisionId));
}

/** Writes why a decision, or the latest one on an order ID, is as it is, as JSON. Throws AppError not_found. */
export async function writeWhy(deps: WhyDeps, order: SoughtOrder, out: Utf8Writer): Promise<null> {
  const { pool } = deps.db;
  const record =
    'decision_id' in order
      ? await findDecision(pool, order.ledger_id, order.decision_id)
      : await latestDecision(pool, order.ledger_id, order.order_id);
  out.write(JSON.stringify(await explainRecord(deps, record)));
  return null;
}

async function explainRecord({ db, lanes }: WhyDeps, record: DecisionRecord): Promise<Why> {
  const configuration = await loadConfiguration(db, record.configuration_id);
  const [why] = await explainStored(lanes, configuration, [record]);
  return why!;
}

/** Decisions that are read for a slice at most. */
const MAX_READ = 500;
/** Explanations that are made at a time. */
const STEP = 20;
/** Superseded orders that are read at a time. */
const SUPERSEDED_READ = 1000;

/** Some of the explanations of a run. Plain data. */
export interface WhysAsk {
  readonly run: Pick<RunRow, 'id' | 'ledger_id' | 'configuration_id' | 'created_at'>;
  /** The decisions, read `size` for a slice; null: the orders that the run left out, after the id `after`. */
  readonly range: IdRange | null;
  readonly size: number;
  readonly after: number;
}

/** The bytes of an explanation, about: for each warehouse some sentences, and something for each line. */
export const whyBytes = (warehouses: number, lines = 1) => 1000 + warehouses * (400 + 150 * lines);

/**
 * Explanations of a run's decisions, part by part, in request order, as far as it is decided. The last part is the orders that
 * it left out.
 */
export async function* whyParts({ db }: Pick<WhyDeps, 'db'>, run: WhysAsk['run']): AsyncGenerator<WhysAsk> {
  const { id, ledger_id, configuration_id, created_at } = run;
  const { configuration } = await loadConfiguration(db, configuration_id);
  const size = piecesOfSlice(whyBytes(configuration.warehouses.length), MAX_READ);
  const ask = { run: { id, ledger_id, configuration_id, created_at }, size, after: 0 };
  for (const range of idParts(await resultRanges(db, run, {}), size)) yield { ...ask, range };
  yield { ...ask, range: null };
}

/** Writes explanations as lines of JSON. */
export async function writeWhys(deps: WhyDeps, ask: WhysAsk, out: Utf8Writer): Promise<WhysAsk | null> {
  const { run, range, size, after } = ask;
  if (range === null) {
    const left = await listSuperseded(deps.db.pool, run.ledger_id, run.id, { after, limit: SUPERSEDED_READ });
    for (const { id: _, ...order } of left) out.write(`${JSON.stringify(order)}\n`);
    return left.length < SUPERSEDED_READ ? null : { ...ask, after: left.at(-1)!.id };
  }
  const { configuration, read } = await openRunResults(deps.db, run, { withEvidence: true });
  const decisions = await read({}, range, size);
  let written = 0;
  while (written < decisions.length && !isFull(out)) {
    const step = decisions.slice(written, written + STEP);
    const whys = await explainStored(deps.lanes, configuration, step);
    for (const why of whys) {
      out.write(`${JSON.stringify(why)}\n`);
      written += 1;
      if (isFull(out)) break;
    }
  }
  const rest = restOf({ range, size }, decisions, written);
  return rest && { ...ask, ...rest };
}

/**
 * Explains decisions of one configuration by the evidence that was saved with each. The lanes of a version of the client's
 * lane table are looked up, because they never change.
 */
export async function explainStored(
  lanes: WhyDeps['lanes'],
  configuration: StoredConfiguration,
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
    (await lanes.price(configuration, known)).map((destination, index) => [known[index]!, destination]),
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
        stock !== null || !settings.use_inventory_availability || !needsStock(decision, isByCost),
    });
    const ids = { id, order_id: order.order_id, decided_at: each.decided_at! };
    const { shipped_before, shipped_earlier } = decision;
    return {
      ...presentWhy(ids, explanation),
      ...(shipped_before && { shipped_before: [...shipped_before] }),
      ...(shipped_earlier && { shipped_earlier: [...shipped_earlier] }),
    };
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
