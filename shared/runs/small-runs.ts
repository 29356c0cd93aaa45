import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { countUsage } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { insertKeys } from '../idempotency/idempotency-keys.ts';
import { AvailabilityView, type OrderDecisions } from './availability-view.ts';
import { idsInRange, type OpenedRuns, openRuns, type RunIdRange, returnRunNumbers } from './open-runs.ts';
import { type PreparedRun, type RunIds, routedRun } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import { type DecidedOrder, insertDecisions, insertOrders, insertRuns, orderColumns } from './run-store.ts';

/** The work of searches after which a group decides no further run: a hard order alone may do eight times as much. */
const MOST_WORK = ORDER_WORK / 8;

/**
 * Routes one run of few orders in the caller's transaction, and commits it.
 * Throws TooHard; AppError: usage_limit, and bad_request if the caller has gone away.
 */
export async function routeSmallRun<T>(
  tx: pg.PoolClient,
  run: PreparedRun<T>,
  searches: RunSearches,
): Promise<T> {
  const [outcome] = await routeSmallRuns(tx, [run], searches);
  return (outcome as { readonly answer: T }).answer;
}

/** What became of a run. */
type RunOutcome = { readonly answer: unknown } | { readonly refusal: Error };

/** A run that was decided. */
interface DecidedRun {
  readonly run: PreparedRun;
  readonly decisions: OrderDecisions;
}

/**
 * Routes one or several runs of few orders in the caller's transaction, one after another on what the ones before left,
 * and commits them: open → decide → save → count. Returns what became of the first runs, as many as the work of
 * their searches allows. If it throws, nothing of any is saved; one run alone is refused so.
 */
export async function routeSmallRuns(
  tx: pg.PoolClient,
  runs: readonly PreparedRun[],
  searches: RunSearches = {},
): Promise<RunOutcome[]> {
  const { principal, configuration, mode } = runs[0]!;
  const context = { ledger_id: principal.ledger_id, pinned_by: null, configuration, mode };
  const opened = await openRuns(tx, context, runs);
  const view = new AvailabilityView(context, opened.availability);
  const outcomes: (DecidedRun | { readonly refusal: Error })[] = [];
  for (const run of runs) {
    if (view.searched >= MOST_WORK) break;
    const refusal = opened.gate?.refusalOf(run) ?? null;
    if (refusal !== null) {
      outcomes.push({ refusal });
      continue;
    }
    const { request, destinations, wait } = run;
    const options = { mostWork: wait.mostWork, ...searches };
    outcomes.push({ run, decisions: view.decideRun(request.orders, destinations, options) });
  }
  const answers = await save(
    tx,
    opened,
    view,
    outcomes.filter((outcome) => 'run' in outcome),
  );
  return outcomes.map((outcome) => ('run' in outcome ? { answer: answers.shift() } : outcome));
}

/** Saves decided runs with all that they change, commits, and returns their answers, which are made before. */
async function save(
  tx: pg.PoolClient,
  opened: OpenedRuns,
  view: AvailabilityView,
  decided: readonly DecidedRun[],
): Promise<unknown[]> {
  if (decided.length === 0) {
    await tx.query('ROLLBACK'); // the numbers that were taken for the runs, too
    return [];
  }
  const saved = withIds(decided, opened.ids);
  for (const { run, routed } of saved) await run.wait.approve?.(tx, routed.decisions);
  const answers = await Promise.all(saved.map(({ run, routed }) => run.present(routed)));
  await pipeline(tx).commitWith({ runs: insertAll(opened, view, saved) });
  return answers;
}

/** A run that was decided, with its ids. */
interface SavedRun {
  readonly run: PreparedRun;
  readonly ids: RunIds;
  readonly routed: RoutedRun<DecidedOrder>;
}

function withIds(decided: readonly DecidedRun[], range: RunIdRange): SavedRun[] {
  const sizes = decided.map(({ run }) => run.request.orders.length);
  return idsInRange(range, sizes).map((ids, place) => {
    const { run, decisions } = decided[place]!;
    return { run, ids, routed: routedRun(run, ids, decisions) };
  });
}

/** What writes runs with all that they change, in one statement. */
function insertAll(
  { stock_epoch, ids }: OpenedRuns,
  view: AvailabilityView,
  saved: readonly SavedRun[],
): Sql {
  const [first] = saved;
  const { principal, mode, day } = first!.run;
  const { ledger_id } = principal;
  const orders = saved.flatMap(({ run }) => run.request.orders);
  const decisions = withoutReplaced(saved.flatMap(({ routed }) => routed.decisions));
  const keys = saved.flatMap(({ run: { idempotency }, ids: { run_id } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id, response: null }],
  );
  const runs = saved.map(({ routed, ids: { first_id } }) => ({ run: routed.run, first_id }));
  return insertRuns(principal, runs, [
    insertOrders(ledger_id, first!.ids.first_id, orderColumns(orders)),
    ...insertDecisions({ ledger_id, stock_epoch, mode }, decisions),
    ...view.changes(),
    ...countUsage(principal, orders.length, day),
    ...insertKeys(ledger_id, keys),
    ...returnRunNumbers(principal, ids.run_ids.length - saved.length),
  ]);
}

/** Decisions as they are saved: of those on one order, the latest reserves its units. */
function withoutReplaced(decided: readonly DecidedOrder[]): readonly DecidedOrder[] {
  if (decided.length === 1) return decided;
  const latest = new Map(decided.map(({ id, order }) => [order.order_id, id]));
  return decided.map(({ id, run_id, order, decision, seen }) => {
    const is_replaced = latest.get(order.order_id) !== id;
    return { id, run_id, order, decision, seen, is_replaced };
  });
}
