import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Principal } from '../accounts/principal.ts';
import { countUsage } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { awaitedLater, flush, type Pipeline, pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { decideTurn, type RunResult } from './decide-turn.ts';
import { insertKeys } from './idempotency/idempotency-keys.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import { type OpenedRuns, openRuns, returnRunNumbers } from './open-runs.ts';
import { type PreparedRun, routedRun } from './prepared-run.ts';
import { type DecidedOrder, insertDecisions, insertOrders, insertRuns, orderColumns } from './run-store.ts';
import { tell } from './webhooks/events.ts';

/** The most orders of a turn that sends all that it reads in one write, and all that it saves. */
const MAX_ORDERS_IN_ONE_WRITE = 100;

/** The work of searches after which a turn begins no further run: a hard order alone may do eight times as much. */
const MAX_WORK = ORDER_WORK / 8;

/** Decisions that are on their way to the database while the next ones are prepared. */
const SLICE = 1000;

/** What became of a run. */
export type RunOutcome<T = unknown> = { readonly answer: T } | { readonly refusal: Error };

/**
 * One turn of a ledger, in the caller's transaction: lock, load, decide, save, commit. Decides synchronous runs of one
 * configuration one after another on what the ones before left. Returns what became of the first runs, as many as the
 * work of their searches allows; a run that is refused, or too hard (TooHard), leaves no trace. If the turn throws,
 * nothing of any run is saved.
 */
export async function ledgerTurn(tx: pg.PoolClient, runs: readonly PreparedRun[]): Promise<RunOutcome[]> {
  const orders = runs.flatMap((run) => run.orders);
  const turn = await (orders.length <= MAX_ORDERS_IN_ONE_WRITE ? openFew(tx, runs) : openMany(tx, runs[0]!));
  const { gate, at } = turn.opened;
  turn.state.locked(at);
  const results = decideTurn(turn.state, runs, { gate, mostWork: MAX_WORK });
  const answers = await save(tx, turn, withIds(runs, results, turn.opened));
  return results.map((result) =>
    result instanceof Error ? { refusal: result } : { answer: answers.shift() },
  );
}

/** A turn for one run. */
export async function turnOfRun<T>(tx: pg.PoolClient, run: PreparedRun<T>): Promise<RunOutcome<T>> {
  const [outcome] = await ledgerTurn(tx, [run]);
  return outcome as RunOutcome<T>;
}

/** A turn that has its ledger's lock. */
interface OpenTurn {
  readonly opened: OpenedRuns;
  readonly state: LedgerState;
  /** Sends the rows of a turn of many orders, of which the orders are on their way. */
  readonly sent?: Pipeline;
}

async function openFew(tx: pg.PoolClient, runs: readonly PreparedRun[]): Promise<OpenTurn> {
  const orders = runs.flatMap((run) => run.orders);
  return pipeline(tx).run({
    opened: () => openRuns(tx, runs),
    state: () => loadLedgerState(tx, runs[0]!.context, orders),
  });
}

/** The database takes the orders while they are decided (suite `batch` guards it). */
async function openMany(tx: pg.PoolClient, run: PreparedRun): Promise<OpenTurn> {
  const opened = await openRuns(tx, [run]);
  const refusal = opened.gate.refusalOf(run);
  if (refusal !== null) throw refusal;
  const sent = pipeline(tx);
  const loading = awaitedLater(loadLedgerState(tx, run.context, run.orders));
  await flush();
  sent.send({ orders: insertOrders(run.principal.ledger_id, opened.first_id, orderColumns(run.orders)) });
  return { opened, state: await loading, sent };
}

/** A run that was decided, with its ids. */
interface DecidedRun {
  readonly run: PreparedRun;
  readonly routed: RoutedRun<DecidedOrder>;
}

/** The ids of decided runs and of their orders follow one another. */
function withIds(
  runs: readonly PreparedRun[],
  results: readonly RunResult[],
  { run_ids, first_run_number, first_id }: OpenedRuns,
): DecidedRun[] {
  const decided: DecidedRun[] = [];
  let next = first_id;
  for (const [place, result] of results.entries()) {
    if (result instanceof Error) continue;
    const run = runs[place]!;
    const number = decided.length;
    const ids = { run_id: run_ids[number]!, client_run_number: first_run_number + number, first_id: next };
    decided.push({ run, routed: routedRun(run, ids, result) });
    next += run.orders.length;
  }
  return decided;
}

/** Saves decided runs with all that they change, commits, and returns their answers, which are made before. */
async function save(
  tx: pg.PoolClient,
  { opened, state, sent }: OpenTurn,
  saved: readonly DecidedRun[],
): Promise<unknown[]> {
  if (saved.length === 0) {
    await tx.query('ROLLBACK'); // the numbers that were taken for the runs, too
    return [];
  }
  for (const { run, routed } of saved) await run.wait.approve?.(tx, routed.decisions);
  const makeAnswers = () => Promise.all(saved.map(({ run, routed }) => run.present(routed)));
  const { principal, context } = saved[0]!.run;
  const runs = saved.map(({ routed }) => ({ run: routed.run, first_id: routed.decisions[0]!.id }));
  const { as_of } = opened.at;
  const decisions = saved.flatMap(({ routed }) => routed.decisions);
  const owner = { ...context, stock_epoch: opened.stock_epoch };
  const changes = changesOf(opened, state, saved);
  if (sent !== undefined) {
    for (let from = 0; from < decisions.length; from += SLICE) {
      sent.send({ decisions: insertDecisions(owner, decisions.slice(from, from + SLICE)) });
    }
    sent.send({ runs: [insertRuns(principal, as_of, runs), ...changes] });
    await flush();
    const answers = await makeAnswers(); // while the database works
    await sent.commitWith({});
    return answers;
  }
  const answers = await makeAnswers();
  const orders = orderColumns(saved.flatMap(({ run }) => run.orders));
  const rows = [
    insertOrders(context.ledger_id, opened.first_id, orders),
    ...insertDecisions(owner, decisions),
  ];
  await pipeline(tx).commitWith({ all: insertRuns(principal, as_of, runs, [...rows, ...changes]) });
  return answers;
}

/** The events of a synchronous run. */
function eventsOf(principal: Principal, { run: { orders }, routed: { run } }: DecidedRun): Sql[] {
  const told = { subject_id: run.routing_run_id! };
  return [
    ...(run.none_count > 0 ? tell(principal, 'order.unroutable', told) : []),
    ...(orders[0]!.reroute === undefined ? [] : tell(principal, 'order.rerouted', told)),
  ];
}

/** What decided runs change beside the rows that they add. */
function changesOf({ run_ids }: OpenedRuns, state: LedgerState, saved: readonly DecidedRun[]): Sql[] {
  const { principal, day } = saved[0]!.run;
  const orders = saved.reduce((sum, { run }) => sum + run.orders.length, 0);
  const keys = saved.flatMap(({ run: { idempotency }, routed: { run } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id: run.routing_run_id, response: null }],
  );
  return [
    ...state.changes(),
    ...countUsage(principal, orders, day),
    ...insertKeys(principal.ledger_id, keys),
    ...saved.flatMap((decided) => eventsOf(principal, decided)),
    ...returnRunNumbers(principal, run_ids.length - saved.length),
  ];
}
