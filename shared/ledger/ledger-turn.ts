import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { decisionMoment, takeLedger } from '../account/ledger-lock.ts';
import { countUsage } from '../account/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { flush, pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/search/order-effort.ts';
import type { Principal } from '../identity/principal.ts';
import type { WindowOutcome } from './decide-orders.ts';
import { decideTurn, type RunResult } from './decide-turn.ts';
import { eventOf } from './events.ts';
import { insertKeys } from './idempotency/idempotency-keys.ts';
import { changesOf } from './ledger-state.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import { type OpenedRuns, openRuns, returnRunNumbers } from './open-runs.ts';
import { type PreparedRun, routedRun } from './prepared-run.ts';
import { type DecidedOrder, insertDecisions, insertOrders, insertRuns, reservingIn } from './run-store.ts';
import { insertWindow } from './run-windows.ts';
import type { Refused, TurnContext, TurnResult } from './turns.ts';

/** The work of searches after which a turn begins no further run: a hard order alone may do much more. */
const MAX_WORK = ORDER_WORK / 8;

/** Of so many rows, whole slices are sent ahead of the last statement: the database takes them while the process works on. */
const SLICE = 1000;

/**
 * A turn of a ledger in the caller's transaction: open (lock), load, decide; what it returns is saved. Decides synchronous
 * runs of one configuration one after another on what the ones before left. Comes to the first runs, as many as the work of
 * their searches allows; a run that is refused is rolled back.
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
  const results = decideTurn(state, runs, { gate: opened.gate, mostWork: MAX_WORK });
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

/** A run that was decided, with its ids. */
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
  for (const [place, result] of results.entries()) {
    if ('refused' in result) continue;
    const run = runs[place]!;
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

/** What decided runs change beside the rows that they add, stock and places: the keys of their requests, and events. */
function keysAndEventsOf(principal: Principal, decided: readonly DecidedRun[]): Sql[] {
  const keys = decided.flatMap(({ run: { idempotency }, routed: { run } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id: run.routing_run_id, response: null }],
  );
  return [...insertKeys(principal.ledger_id, keys), ...decided.flatMap((each) => eventsOf(principal, each))];
}

/** The events of a synchronous run. */
function eventsOf(principal: Principal, { run: { orders }, routed: { run } }: DecidedRun): Sql[] {
  const order_id = orders.length === 1 ? orders[0]!.order_id : undefined;
  const about = { subject_id: run.routing_run_id!, order_id };
  return [
    ...(run.none_count > 0 ? eventOf(principal, 'order.unroutable', about) : []),
    ...(orders[0]!.reroute === undefined ? [] : eventOf(principal, 'order.rerouted', about)),
  ];
}
