import type pg from 'pg';
import sql from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration, withShadow } from '../../account/configurations.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inSnapshot, inTransaction } from '../../db/transaction.ts';
import type { OrderDecisions } from '../../ledger/decide-orders.ts';
import { decideTurn, type Gate, type RunResult } from '../../ledger/decide-turn.ts';
import { type DecisionRecord, readDecisions } from '../../ledger/decisions/decision-records.ts';
import { type LedgerState, ledgerContext } from '../../ledger/ledger-state.ts';
import { loadLedgerState } from '../../ledger/load-ledger-state.ts';
import { addCounts } from '../../ledger/status-counts.ts';
import type { WorkDeps } from '../../runs/background-work.ts';
import { countShadow, type ShadowOutcome } from '../../runs/counts/shadow-hours.ts';
import { countSide } from '../../runs/counts/side-counts.ts';
import { visibleOf } from '../what-if/outcome.ts';

/** The most runs and orders that are compared at once: half a second's work. A single run may have more orders. */
const MAX_RUNS = 500;
const MOST_ORDERS = 500;

/** Runs by what became of them, without those that it did not come to. */
export type Compared = Readonly<Record<ShadowOutcome, number>>;

/**
 * Decides the latest synchronous runs of a ledger a second time, under the shadow settings of their configuration, and
 * counts both sides. It reads runs and stock in one snapshot and returns the units of these runs, so that the orders are
 * decided on what the first run saw. Earlier runs that were not compared are dropped: there was no time for them. It
 * changes nothing but counts, all in one transaction: a worker may be killed at any time, and two may work at once.
 */
export async function compareRuns(
  { db, lanes, windowWork, isThreadWaitedFor = () => false }: WorkDeps,
  { ledger_id }: { readonly ledger_id: number },
): Promise<Compared> {
  const begun = performance.now();
  const read = await inSnapshot(db.pool, (tx) => readRuns(db, tx, ledger_id));
  if (read === null) return { compared: 0, stale: 0, dropped: 0 };
  const { position, configuration, sides } = read;
  const zips = read.runs.flatMap(({ orders }) => orders.map(({ destination_zip }) => destination_zip));
  const destinations = await lanes.resolve(configuration, zips);
  const runs = read.runs.map((run) => ({
    ...run,
    destinations,
    windowWork,
    moments: run.records.map(({ as_of }) => as_of.getTime()),
  }));
  const limits = { gate: gateUntil(isThreadWaitedFor), mostWork: Number.POSITIVE_INFINITY };
  const live = decideTurn(sides.live, runs, limits);
  const shadow = decideTurn(sides.shadow, runs, limits);

  const ids: Record<ShadowOutcome, number[]> = { compared: [], stale: [], dropped: [] };
  let counts = { live: {}, shadow: {} };
  for (const [place, run] of runs.entries()) {
    const outcome = outcomeOf(run.records, live[place]!, shadow[place]!);
    ids[outcome].push(run.id);
    if (outcome !== 'compared') continue;
    const countsOf = (result: RunResult) =>
      countSide(
        (result as OrderDecisions).decisions.map((decision, index) => ({
          decision,
          destination: destinations.get(run.orders[index]!.destination_zip) ?? null,
        })),
      );
    counts = {
      live: addCounts(counts.live, countsOf(live[place]!)),
      shadow: addCounts(counts.shadow, countsOf(shadow[place]!)),
    };
  }
  const outcomes = Object.entries(ids) as [ShadowOutcome, number[]][];
  const counted = outcomes.map(([outcome, those]) =>
    countShadow(ledger_id, sql`r.id = ANY(${those})`, outcome, outcome === 'compared' ? counts : undefined),
  );
  // Counting begins with the first comparison.
  const earlier = sql`r.kind = 'sync' AND r.id > ${position} AND r.id < ${runs[0]!.id}`;
  const passed = position === null ? [] : [countShadow(ledger_id, earlier, 'dropped')];
  const last = runs.at(-1)!.id;
  await inTransaction(db.pool, async (tx) => {
    if (!(await movePosition(tx, ledger_id, position, last, performance.now() - begun))) return;
    await pipeline(tx).run({ counts: [...counted, ...passed] });
  });
  return { compared: ids.compared.length, stale: ids.stale.length, dropped: ids.dropped.length };
}

/** A run whose orders are decided a second time. */
interface ComparedRun {
  readonly id: number;
  readonly orders: readonly RoutingOrder[];
  /** As it was decided. */
  readonly records: readonly DecisionRecord[];
}

/** Refuses all further runs as soon as another task waits for the thread. */
function gateUntil(isWaitedFor: () => boolean): Gate<object> {
  let isClosed = false;
  return {
    refusalOf() {
      isClosed ||= isWaitedFor();
      return isClosed ? new Error('Another task waits for the thread.') : null;
    },
    admit() {},
  };
}

function outcomeOf(records: readonly DecisionRecord[], live: RunResult, shadow: RunResult): ShadowOutcome {
  if (live instanceof Error || shadow instanceof Error) return 'dropped';
  const isSame = records.every(
    ({ decision }, index) => visibleOf(decision) === visibleOf(live.decisions[index]!),
  );
  return isSame ? 'compared' : 'stale';
}

interface LatestRuns {
  /** The last run that was compared; null: none was. */
  readonly position: number | null;
  /** Newest first. */
  readonly runs: readonly {
    readonly id: number;
    readonly configuration_id: number;
    readonly first_id: number;
    readonly orders: number;
  }[];
}

/** The latest synchronous runs that were not compared. */
async function latestRuns(tx: pg.PoolClient, ledgerId: number): Promise<LatestRuns> {
  const { rows } = await tx.query<{ run_id: number }>(
    'SELECT run_id FROM shadow_positions WHERE ledger_id = $1',
    [ledgerId],
  );
  const position = rows[0]?.run_id ?? null;
  const { rows: runs } = await tx.query<LatestRuns['runs'][number]>(
    `SELECT r.id, r.configuration_id, c.first_id, c.orders
     FROM (
       SELECT id, configuration_id FROM runs WHERE ledger_id = $1 AND kind = 'sync' AND id > $2 ORDER BY id DESC LIMIT $3
     ) AS r
     JOIN run_chunks c ON c.run_id = r.id ORDER BY r.id DESC`,
    [ledgerId, position ?? 0, MAX_RUNS],
  );
  return { position, runs };
}

/** Runs in the order in which they were decided, and the stock of each side before the first of them. */
interface RunsToCompare {
  readonly position: number | null;
  readonly configuration: StoredConfiguration;
  readonly runs: readonly ComparedRun[];
  readonly sides: { readonly live: LedgerState; readonly shadow: LedgerState };
}

/** Reads, in one snapshot, the latest runs that have the configuration of the last one. Null: there are none. */
async function readRuns(
  db: WorkDeps['db'],
  tx: pg.PoolClient,
  ledger_id: number,
): Promise<RunsToCompare | null> {
  const { position, runs: latest } = await latestRuns(tx, ledger_id);
  if (latest.length === 0) return null;
  const configuration = await loadConfiguration(db, latest[0]!.configuration_id);
  const ids: number[] = [];
  for (const { configuration_id, first_id, orders } of latest) {
    if (configuration_id !== configuration.id) break;
    if (ids.length > 0 && ids.length + orders > MOST_ORDERS) break;
    for (let id = first_id; id < first_id + orders; id++) ids.push(id);
  }
  const decided = new Map<number, DecisionRecord[]>();
  for (const record of await readDecisions(tx, ledger_id, ids)) {
    const ofRun = decided.get(record.routing_run_id);
    if (ofRun === undefined) decided.set(record.routing_run_id, [record]);
    else ofRun.push(record);
  }
  if (decided.size === 0) return null;
  const runs = [...decided].map(([id, records]) => ({ id, orders: records.map(orderOf), records }));
  const orders = runs.flatMap((run) => run.orders);
  const stateUnder = async (configured: StoredConfiguration) => {
    const state = await loadLedgerState(tx, ledgerContext(ledger_id, configured), orders);
    state.releaseAll();
    return state;
  };
  const live = await stateUnder(configuration);
  return {
    position,
    configuration,
    runs,
    sides: { live, shadow: await stateUnder(withShadow(configuration)) },
  };
}

/** An order as it was decided, also if a person had it routed again. */
function orderOf({ order, decision: { reroute } }: DecisionRecord): RoutingOrder {
  return reroute === undefined ? order : { ...order, reroute };
}

/** Returns false if another worker has compared the runs. */
async function movePosition(
  tx: pg.PoolClient,
  ledgerId: number,
  from: number | null,
  to: number,
  tookMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO shadow_positions AS p (ledger_id, run_id, took_ms) VALUES ($1, $2, $3)
     ON CONFLICT (ledger_id) DO UPDATE
       SET run_id = excluded.run_id, took_ms = excluded.took_ms, updated_at = clock_timestamp()
       WHERE p.run_id = $4`,
    [ledgerId, to, Math.ceil(tookMs), from],
  );
  return rowCount === 1;
}
