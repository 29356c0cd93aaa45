import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { decisionMoment, type LockedLedger, takeLedger } from '../account/ledger-lock.ts';
import {
  countUsage,
  fitsPlan,
  meteredLimit,
  planUsageOf,
  refusalBeyondPlan,
  usageDay,
  usageOf,
} from '../account/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { flush, pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { ORDER_WORK } from '../engine/search/order-effort.ts';
import type { Principal } from '../identity/principal.ts';
import { decideOrders, isWindow, type OrderDecisions, type WindowOutcome } from './decide-orders.ts';
import { eventOf } from './events.ts';
import { insertKeys, type KeyTaken, refusalAtLock, takenKeys } from './idempotency/answer-once.ts';
import type { LedgerRequest, Refused, TurnContext, TurnResult } from './ledger-queues.ts';
import { changesOf, type LedgerState } from './ledger-state.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import {
  type PreparedRun,
  prepareOrders,
  type RoutingDeps,
  type RunToRoute,
  routedRun,
} from './prepared-run.ts';
import {
  type DecidedOrder,
  insertDecisions,
  insertOrders,
  insertRuns,
  insertWindow,
  reservingIn,
} from './run-store.ts';
import { SearchAllowance, TOO_HARD, type TooHard } from './search-allowance.ts';

/** A run of more orders is routed in a transaction of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in a turn of its ledger. Either everything is saved (decisions, reservations, usage, the request's key) or
 * nothing. Runs of few orders that wait for their ledger share a transaction (ledger-queues.ts).
 * Throws AppError: usage_limit if the plan does not admit the orders. Returns KEY_TAKEN or throws what the database
 * throws if the request's key is taken. Returns TOO_HARD if the orders need more work than `wait` allows.
 */
export async function routeOrders<T, Refusal = never>(
  deps: RoutingDeps,
  run: RunToRoute<T>,
): Promise<T | Refusal | TooHard | KeyTaken> {
  const { principal, request, wait = {} } = run;
  const orders = await prepareOrders(deps, principal, request.orders, wait.mostWork);
  if (orders === TOO_HARD) return TOO_HARD;
  const isTogether = isWindow(orders.context, orders.orders.length);
  const decide = isTogether ? await run.together!.plan(deps, orders, wait.mostWork) : decideOrders;
  if (decide === TOO_HARD) return TOO_HARD;
  const prepared: PreparedRun<T> = { ...orders, ...run, wait, decide, day: deps.now() };
  return deps.ledgerQueues.push(requestOf(prepared as PreparedRun));
}

function requestOf(run: PreparedRun): LedgerRequest<PreparedRun> {
  const { principal, day, wait, work, orders, request, decide } = run;
  const isFew = orders.length <= FEW_ORDERS && decide === decideOrders && !run.readAtLock;
  return {
    ...{ data: run, turn: ledgerTurn, principal, wait, work },
    turnKey: JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]),
    exclusiveKeys: [],
    size: isFew ? orders.length : Number.POSITIVE_INFINITY,
    bytes: request.bytes ?? 0,
  };
}

/** The work of searches after which a turn begins no further run: a hard order alone may do much more. */
const MAX_WORK = ORDER_WORK / 8;

/** Of so many rows, whole slices are sent ahead of the last statement: the database takes them while the process works on. */
const SLICE = 1000;

/**
 * A turn of a ledger in the caller's transaction: open (lock), load, decide; what it returns is saved. Decides synchronous
 * runs of one configuration one after another on what the ones before left. Takes runs from the front until the search
 * budget is used; a run that is refused is rolled back.
 */
export async function ledgerTurn(
  tx: pg.PoolClient,
  sent: readonly PreparedRun[],
  { earlyWrites, isAlone }: TurnContext,
): Promise<TurnResult> {
  const runs = isAlone ? await readAgain(tx, sent) : sent;
  const [{ context, principal }] = runs as [PreparedRun];
  const orders = runs.flatMap((run) => run.orders);
  const { opened, state } = await pipeline(tx).run({
    opened: () => openRuns(tx, runs, isAlone),
    state: () => loadLedgerState(tx, context, orders),
  });
  state.locked({ ...opened.locked, decided_at: decisionMoment(opened.locked) });
  const results = decideTurn(state, runs, opened.gate);
  const decided = withIds(runs, results, opened);
  const unused = returnRunNumbers(principal, opened.ids.run_ids.length - decided.length);
  if (decided.length === 0) return { outcomes: results as Refused[], save: unused };

  const { ledger_id, mode, configuration } = state.context;
  const { warehouse_db_ids } = configuration;
  const owner = { ledger_id, mode, warehouse_db_ids, ...reservingIn(opened.locked) };
  const rowsOf = (slice: readonly DecidedOrder[]) => [
    insertOrders(
      owner.ledger_id,
      slice[0]!.id,
      slice.map(({ order }) => order),
    ),
    ...insertDecisions(owner, slice),
  ];
  const rows = decided.flatMap(({ routed }) => routed.decisions);
  let from = 0;
  for (; from + SLICE < rows.length; from += SLICE)
    earlyWrites.send({ rows: rowsOf(rows.slice(from, from + SLICE)) });
  if (from > 0) await flush();
  const answers = await Promise.all(decided.map(({ run, routed }) => run.present(routed)));
  const all = insertRuns(
    decided.map(({ run, routed }) => completedRun(run, routed, opened)),
    [
      ...rowsOf(rows.slice(from)),
      ...countUsage({ ...runs[0]!, orders: rows.length }),
      ...changesOf(state),
      ...keysAndEventsOf(principal, decided),
      ...windowsOf(principal, decided),
      ...unused,
    ],
  );
  const outcomes = results.map((result) => ('refused' in result ? result : { answer: answers.shift() }));
  return { outcomes, save: [all] };
}

/** The runs with the orders that are read under the lock. */
async function readAgain(tx: pg.PoolClient, runs: readonly PreparedRun[]): Promise<readonly PreparedRun[]> {
  const [run] = runs as [PreparedRun];
  const { readAtLock } = run;
  if (readAtLock === undefined) return runs;
  const { read } = await pipeline(tx).run({
    ledger: () => takeLedger(tx, run.principal.ledger_id),
    read: () => readAtLock(tx),
  });
  return [{ ...run, ...read }];
}

/** Runs whose ledger is locked, and their ids. Refused runs have none: those that are decided take the first ones. */
interface OpenedRuns {
  readonly locked: LockedLedger;
  readonly ids: RunIds;
  readonly gate: Gate;
}

interface RunIds {
  readonly run_ids: readonly number[];
  readonly last_run_number: number;
  /** Of all orders of the runs, which follow one another. */
  readonly first_id: number;
}

/**
 * Takes the lock of the runs' ledger, then ids for all of them: of one order's decisions the latest has the highest. Where
 * the plan has no room for any of them, no id is taken, and the gate refuses all.
 */
async function openRuns(
  tx: pg.PoolClient,
  runs: readonly PreparedRun[],
  isAlone: boolean,
): Promise<OpenedRuns> {
  const { principal, day } = runs[0]!;
  const { ledger_id } = principal;
  const sizes = runs.map((run) => run.orders.length);
  const { locked, ids, usage, taken } = await pipeline(tx).run({
    locked: () => takeLedger(tx, ledger_id),
    ids: () => takeIds(tx, ledger_id, sizes, fitsPlan(principal, Math.min(...sizes), day)),
    usage: meteredLimit(principal) === null ? null : () => usageOf(tx, principal, day),
    taken: () => takenKeys(tx, runs, isAlone),
  });
  return { locked, ids, gate: new Gate(taken, usage?.used ?? null) };
}

async function takeIds(
  tx: pg.PoolClient,
  ledger_id: number,
  sizes: readonly number[],
  condition: Sql,
): Promise<RunIds> {
  const runs = sizes.length;
  const orders = sizes.reduce((sum, size) => sum + size, 0);
  const { rows } = await tx.query<RunIds>(
    prepared(sql`
      UPDATE ledgers SET last_run_number = last_run_number + ${runs}::int WHERE id = ${ledger_id} AND ${condition}
      RETURNING last_run_number, take_order_ids(${orders}) AS first_id,
                (SELECT json_agg(nextval('runs_id_seq')) FROM generate_series(1, ${runs}::int)) AS run_ids`),
  );
  return rows[0] ?? { run_ids: [], last_run_number: 0, first_id: 0 };
}

/**
 * Says which runs are refused, each as if those before it that were admitted were committed: those beyond the plan, and those
 * of `refusalAtLock`.
 */
class Gate {
  readonly #taken: Set<string>;
  #used: number | null;

  /** `used` is what is used of the plan; null: it has no limit. */
  constructor(taken: Set<string>, used: number | null) {
    this.#taken = taken;
    this.#used = used;
  }

  refusalOf(run: PreparedRun): Refused | null {
    const atLock = refusalAtLock(run, this.#taken);
    if (atLock !== null || this.#used === null) return atLock;
    const refused = refusalBeyondPlan(planUsageOf(run.principal.plan, this.#used), run.orders.length);
    return refused === null ? null : { refused };
  }

  /** The run is decided. */
  admit({ orders, idempotency }: PreparedRun): void {
    if (this.#used !== null) this.#used += orders.length;
    if (idempotency !== null) this.#taken.add(idempotency.key);
  }
}

/** What a turn made of a run: decisions, or why it is refused, such as TOO_HARD. */
type RunResult = OrderDecisions | Refused;

/**
 * Decides runs one after another, each on what the ones before it have left. A run that is refused is rolled back:
 * those behind it are decided as if it had not come yet. No further run is begun after MAX_WORK. Returns the
 * results of the runs that it came to, the first ones.
 */
function decideTurn(state: LedgerState, runs: readonly PreparedRun[], gate: Gate): RunResult[] {
  const results: RunResult[] = [];
  let work = 0;
  for (const run of runs) {
    if (work >= MAX_WORK) break;
    const refusal = gate.refusalOf(run);
    if (refusal !== null) {
      results.push(refusal);
      continue;
    }
    const { consumes, honours_reservations } = state.context.mode;
    const allowance = new SearchAllowance(consumes, run.wait.mostWork);
    const attempt = (): RunResult => {
      const decided = run.decide(state, run, { allowance });
      if (decided === TOO_HARD) return { refused: TOO_HARD };
      return run.refusalOf?.(decided) ?? decided;
    };
    // Where nothing is reserved, the next run does not see what this one uses up.
    const isKept = (result: RunResult) => honours_reservations && !('refused' in result);
    const result = state.attempt(run.orders, attempt, isKept);
    results.push(result);
    work += allowance.work;
    if ('refused' in result) continue;
    gate.admit(run);
    state.replaceLatest(run.orders);
  }
  return results;
}

interface DecidedRun {
  readonly run: PreparedRun;
  readonly routed: RoutedRun<DecidedOrder>;
  /** If its orders were improved together. */
  readonly window: WindowOutcome | undefined;
}

/** The runs that were decided. Their ids, and those of their orders, follow one another. */
function withIds(
  runs: readonly PreparedRun[],
  results: readonly RunResult[],
  { ids }: OpenedRuns,
): DecidedRun[] {
  const decided: DecidedRun[] = [];
  let { first_id } = ids;
  for (const [index, result] of results.entries()) {
    if ('refused' in result) continue;
    const run = runs[index]!;
    const nth = decided.length;
    const client_run_number = ids.last_run_number - runs.length + nth + 1;
    decided.push({
      run,
      window: result.window,
      routed: routedRun(run, { run_id: ids.run_ids[nth]!, client_run_number, first_id }, result),
    });
    first_id += run.orders.length;
  }
  return decided;
}

function windowsOf({ ledger_id }: Principal, decided: readonly DecidedRun[]): Sql[] {
  return decided.flatMap(({ window, routed: { run } }) =>
    window === undefined ? [] : [insertWindow(ledger_id, run.routing_run_id!, sql`0`, window)],
  );
}

function completedRun(
  { principal: { ledger_id, configuration_id, by: requested_by } }: PreparedRun,
  { run, decisions }: RoutedRun<DecidedOrder>,
  { locked }: OpenedRuns,
) {
  const as_of = locked.as_of / 1000;
  return { ...run, ledger_id, configuration_id, requested_by, as_of, first_id: decisions[0]!.id };
}

/** What decided runs change beside the rows that they add, stock and slots: the keys of their requests, and events. */
function keysAndEventsOf(principal: Principal, decided: readonly DecidedRun[]): Sql[] {
  const keys = decided.map(({ run: { idempotency: request }, routed: { run } }) => ({
    ...{ request, run_id: run.routing_run_id, response: null },
  }));
  return [...insertKeys(principal.ledger_id, keys), ...decided.flatMap((each) => eventsOf(principal, each))];
}

function eventsOf(principal: Principal, { run: { orders }, routed: { run } }: DecidedRun): Sql[] {
  const order_id = orders.length === 1 ? orders[0]!.order_id : undefined;
  const about = { subject_id: run.routing_run_id!, order_id };
  return [
    ...(run.none_count > 0 ? eventOf(principal, 'order.unroutable', about) : []),
    ...(orders[0]!.reroute === undefined ? [] : eventOf(principal, 'order.rerouted', about)),
  ];
}

/** What returns a ledger's last run numbers, in the transaction that took them. */
function returnRunNumbers({ ledger_id }: Principal, runs: number): Sql[] {
  if (runs === 0) return [];
  return [sql`UPDATE ledgers SET last_run_number = last_run_number - ${runs}::int WHERE id = ${ledger_id}`];
}
