import { setImmediate } from 'node:timers/promises';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Why } from '../contracts/why.ts';
import type { Database } from '../db/database.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { type DecisionRecord, findDecision, latestDecision } from './decisions/decision-records.ts';
import { explainStored } from './explain-stored.ts';
import { openRunResults } from './run-results.ts';
import type { RunRow } from './run-row.ts';

/** What explanations are read with. */
export interface WhyDeps {
  readonly db: Database;
  readonly lanes: Pick<LaneResolver, 'resolve'>;
}

/** Why a ledger's decision is as it is. Throws AppError not_found, also for one of another ledger. */
export async function whyDecision(deps: WhyDeps, ledgerId: number, decisionId: number): Promise<Why> {
  return explainRecord(deps, await findDecision(deps.db.pool, ledgerId, decisionId));
}

/** The same for the decision on an order ID that was committed last. Throws AppError not_found if it was never routed. */
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

/** Why the decisions of a run are as they are, in request order, some at a time, as far as it is decided. */
export async function* whyRun(
  { db, lanes }: WhyDeps,
  run: Pick<RunRow, 'id' | 'ledger_id' | 'configuration_id' | 'created_at'>,
): AsyncGenerator<Why[]> {
  const { configuration, slices } = await openRunResults(db, run, { withEvidence: true });
  for await (const slice of slices({}, SLICE)) {
    const decidedAt = await loadTimes(
      db,
      run.ledger_id,
      slice.map(({ id }) => id),
    );
    const explainable = slice.map((each) => ({ ...each, decided_at: decidedAt.get(each.id) ?? null }));
    for (let from = 0; from < explainable.length; from += STEP) {
      yield explainStored(lanes, configuration, run.created_at, explainable.slice(from, from + STEP));
      await setImmediate();
    }
  }
}

async function loadTimes(
  db: Database,
  ledgerId: number,
  ids: readonly number[],
): Promise<Map<number, Date | null>> {
  const { rows } = await db.pool.query<{ id: number; decided_at: Date | null }>({
    name: 'decided-at',
    text: 'SELECT id, decided_at FROM decisions WHERE id >= $1 AND id <= $2 AND ledger_id = $3',
    values: [ids[0], ids.at(-1), ledgerId],
  });
  return new Map(rows.map(({ id, decided_at }) => [id, decided_at]));
}
