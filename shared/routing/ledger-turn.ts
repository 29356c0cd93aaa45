import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { countUsage } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { awaitedLater, flush, type Pipeline, pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { decideTurn, type OrderDecisions } from './decide-turn.ts';
import { insertKeys } from './idempotency/idempotency-keys.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import { idsInRange, type OpenedRuns, openRuns, returnRunNumbers } from './open-runs.ts';
import { type PreparedRun, type RunIds, routedRun } from './prepared-run.ts';
import { type DecidedOrder, insertDecisions, insertOrders, insertRuns, orderColumns } from './run-store.ts';

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
  const { gate } = turn.opened;
  const results = decideTurn(turn.state, runs, { gate, mostWork: MAX_WORK });
  const decided = results.flatMap((result, place) =>
    result instanceof Error ? [] : [{ run: runs[place]!, decisions: result }],
  );
  const answers = await save(tx, turn, decided);
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
  sent.send({ orders: insertOrders(run.principal.ledger_id, opened.ids.first_id, orderColumns(run.orders)) });
  return { opened, state: await loading, sent };
}

/** A run that was decided. */
interface DecidedRun {
  readonly run: PreparedRun;
  readonly decisions: OrderDecisions;
}

/** Saves decided runs with all that they change, commits, and returns their answers, which are made before. */
async function save(
  tx: pg.PoolClient,
  { opened, state, sent }: OpenTurn,
  decided: readonly DecidedRun[],
): Promise<unknown[]> {
  if (decided.length === 0) {
    await tx.query('ROLLBACK'); // the numbers that were taken for the runs, too
    return [];
  }
  const saved = withIds(decided, opened);
  for (const { run, routed } of saved) await run.wait.approve?.(tx, routed.decisions);
  const makeAnswers = () => Promise.all(saved.map(({ run, routed }) => run.present(routed)));
  const { principal, context } = saved[0]!.run;
  const runs = saved.map(({ routed, ids: { first_id } }) => ({ run: routed.run, first_id }));
  const decisions = withoutReplaced(saved);
  const owner = { ...context, stock_epoch: opened.stock_epoch };
  const changes = changesOf(opened, state, saved);
  if (sent !== undefined) {
    for (let from = 0; from < decisions.length; from += SLICE) {
      sent.send({ decisions: insertDecisions(owner, decisions.slice(from, from + SLICE)) });
    }
    sent.send({ runs: [insertRuns(principal, runs), ...changes] });
    await flush();
    const answers = await makeAnswers(); // while the database works
    await sent.commitWith({});
    return answers;
  }
  const answers = await makeAnswers();
  const orders = orderColumns(saved.flatMap(({ run }) => run.orders));
  const rows = [
    insertOrders(context.ledger_id, opened.ids.first_id, orders),
    ...insertDecisions(owner, decisions),
  ];
  await pipeline(tx).commitWith({ all: insertRuns(principal, runs, [...rows, ...changes]) });
  return answers;
}

/** What decided runs change beside the rows that they add. */
function changesOf({ ids }: OpenedRuns, state: LedgerState, saved: readonly SavedRun[]): Sql[] {
  const { principal, day } = saved[0]!.run;
  const orders = saved.reduce((sum, { run }) => sum + run.orders.length, 0);
  const keys = saved.flatMap(({ run: { idempotency }, ids: { run_id } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id, response: null }],
  );
  return [
    ...state.changes(),
    ...countUsage(principal, orders, day),
    ...insertKeys(principal.ledger_id, keys),
    ...returnRunNumbers(principal, ids.run_ids.length - saved.length),
  ];
}

/** A run that was decided, with its ids. */
interface SavedRun {
  readonly run: PreparedRun;
  readonly ids: RunIds;
  readonly routed: RoutedRun<DecidedOrder>;
}

function withIds(decided: readonly DecidedRun[], { ids: range }: OpenedRuns): SavedRun[] {
  const sizes = decided.map(({ run }) => run.orders.length);
  return idsInRange(range, sizes).map((ids, place) => {
    const { run, decisions } = decided[place]!;
    return { run, ids, routed: routedRun(run, ids, decisions) };
  });
}

/** Decisions as they are saved: of those of several runs on one order, the latest reserves its units. */
function withoutReplaced(saved: readonly SavedRun[]): readonly DecidedOrder[] {
  if (saved.length === 1) return saved[0]!.routed.decisions;
  const decided = saved.flatMap(({ routed }) => routed.decisions);
  const latest = new Map(decided.map(({ id, order }) => [order.order_id, id]));
  return decided.map(({ id, run_id, order, decision, evidence }) => {
    const is_replaced = latest.get(order.order_id) !== id;
    return { id, run_id, order, decision, evidence, is_replaced };
  });
}
