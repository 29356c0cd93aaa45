import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../accounts/principal.ts';
import { countUsage } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { column } from '../db/columns.ts';
import { awaitedLater, flush, type Pipeline, pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { decideTurn, type RunResult } from './decide-turn.ts';
import { insertKeys } from './idempotency/idempotency-keys.ts';
import { type LedgerState, stockChangesOf } from './ledger-state.ts';
import { loadLedgerState, loadLedgerStates } from './load-ledger-state.ts';
import { type OpenedRuns, openRuns, returnRunNumbers } from './open-runs.ts';
import { type PreparedRun, routedRun } from './prepared-run.ts';
import { type DecidedOrder, insertDecisions, insertOrders, insertRuns, orderColumns } from './run-store.ts';
import { tell } from './webhooks/events.ts';

/** The most orders of a turn that sends all that it reads in one write, and all that it saves. */
const MAX_ORDERS_IN_ONE_WRITE = 100;

/** The work of searches after which a turn begins no further run: a hard order alone may do much more. */
const MAX_WORK = ORDER_WORK / 8;

/** Decisions that are on their way to the database while the next ones are prepared. */
const SLICE = 1000;

/** What became of a run. */
export type RunOutcome<T = unknown> = { readonly answer: T } | { readonly refusal: Error };

/**
 * Turns of ledgers of different clients in the caller's transaction: lock, load, decide, save, commit. Each is as if it were
 * alone. Decides synchronous runs of one configuration one after another on what the ones before left. Returns what became
 * of the first runs of each ledger, as many as the work of their searches allows; a run that is refused, or too hard
 * (TooHard), leaves no trace. `waits`: waits for the lock, of one ledger then; else a ledger that is locked is null. If a
 * turn throws, nothing of any run is saved.
 */
export async function ledgerTurns(
  tx: pg.PoolClient,
  ledgers: readonly (readonly PreparedRun[])[],
  wait: { readonly waits: boolean },
): Promise<(RunOutcome[] | null)[]> {
  const orders = ledgers.flat().reduce((sum, run) => sum + run.orders.length, 0);
  const open = orders <= MAX_ORDERS_IN_ONE_WRITE ? openFew : openMany;
  return decideAndSave(tx, ledgers, await open(tx, ledgers, wait));
}

/** A turn for one run. */
export async function turnOfRun<T>(tx: pg.PoolClient, run: PreparedRun<T>): Promise<RunOutcome<T>> {
  const [outcomes] = await ledgerTurns(tx, [[run]], { waits: true });
  return outcomes![0] as RunOutcome<T>;
}

/** Ledgers that are locked, or not, and their states. */
interface OpenTurns {
  readonly opened: OpenedRuns;
  readonly states: readonly LedgerState[];
  /** Sends the rows of a turn of many orders, of which the orders are on their way. */
  readonly sent?: Pipeline;
}

async function openFew(
  tx: pg.PoolClient,
  ledgers: readonly (readonly PreparedRun[])[],
  wait: { readonly waits: boolean },
): Promise<OpenTurns> {
  const asked = ledgers.map((runs) => ({
    context: runs[0]!.context,
    orders: runs.flatMap((run) => run.orders),
  }));
  return pipeline(tx).run({
    opened: () => openRuns(tx, ledgers, wait),
    states: () => loadLedgerStates(tx, asked),
  });
}

/** The same for one run. The database takes the orders while they are decided (suite `batch` guards it). */
async function openMany(
  tx: pg.PoolClient,
  ledgers: readonly (readonly PreparedRun[])[],
  wait: { readonly waits: boolean },
): Promise<OpenTurns> {
  const run = ledgers[0]![0]!;
  const opened = await openRuns(tx, ledgers, wait);
  const refusal = opened.ledgers[0]!.gate.refusalOf(run);
  if (refusal !== null) throw refusal;
  const sent = pipeline(tx);
  const loading = awaitedLater(loadLedgerState(tx, run.context, run.orders));
  await flush();
  sent.send({ orders: insertOrders(run.principal.ledger_id, opened.first_id, orderColumns(run.orders)) });
  return { opened, states: [await loading], sent };
}

/** A run that was decided, with its ids. */
interface DecidedRun {
  readonly run: PreparedRun;
  readonly routed: RoutedRun<DecidedOrder>;
}

/** A turn whose runs were decided. */
interface DecidedTurn {
  readonly runs: readonly PreparedRun[];
  readonly state: LedgerState;
  readonly stock_epoch: number;
  /** What became of the first runs. */
  readonly results: readonly RunResult[];
  readonly decided: readonly DecidedRun[];
}

async function decideAndSave(
  tx: pg.PoolClient,
  ledgers: readonly (readonly PreparedRun[])[],
  { opened, states, sent }: OpenTurns,
): Promise<(RunOutcome[] | null)[]> {
  const { as_of, run_ids } = opened;
  // The ids of decided runs and of their orders follow one another.
  let { first_id } = opened;
  let nthRun = 0;
  const turns = ledgers.map((runs, place): DecidedTurn | null => {
    const ledger = opened.ledgers[place]!;
    const state = states[place]!;
    if (ledger === null) return null;
    state.locked({ ...ledger, as_of });
    const results = decideTurn(state, runs, { gate: ledger.gate, mostWork: MAX_WORK / ledgers.length });
    let client_run_number = ledger.first_run_number;
    const decided = results.flatMap((result, nth) => {
      if (result instanceof Error) return [];
      const run = runs[nth]!;
      const ids = { run_id: run_ids[nthRun++]!, client_run_number: client_run_number++, first_id };
      first_id += run.orders.length;
      return [{ run, routed: routedRun(run, ids, result) }];
    });
    return { runs, state, stock_epoch: ledger.stock_epoch, results, decided };
  });
  const open = turns.filter((turn) => turn !== null);
  const answers = await save(tx, open, opened, sent);
  const outcomeOf = (result: RunResult) =>
    result instanceof Error ? { refusal: result } : { answer: answers.shift() };
  return turns.map((turn) => turn?.results.map(outcomeOf) ?? null);
}

/** Saves decided runs with all that they change, commits, and returns their answers, which are made before. */
async function save(
  tx: pg.PoolClient,
  turns: readonly DecidedTurn[],
  { as_of, first_id }: OpenedRuns,
  sent: Pipeline | undefined,
): Promise<unknown[]> {
  const decided = turns.flatMap((turn) => turn.decided);
  if (decided.length === 0) {
    await tx.query('ROLLBACK'); // the numbers that were taken for the runs, too
    return [];
  }
  for (const { run, routed } of decided) await run.wait.approve?.(tx, routed.decisions);
  const makeAnswers = () => Promise.all(decided.map(({ run, routed }) => run.present(routed)));
  const runs = decided.map(({ run: { principal }, routed: { run, decisions } }) => {
    const { ledger_id, configuration_id } = principal;
    return { ...run, ledger_id, configuration_id, as_of: as_of / 1000, first_id: decisions[0]!.id };
  });
  const owned = turns.flatMap(({ state: { context }, stock_epoch, decided: ofTurn }) =>
    ofTurn.length === 0
      ? []
      : [{ owner: { ...context, stock_epoch }, decided: ofTurn.flatMap(({ routed }) => routed.decisions) }],
  );
  const usage = countUsage(
    turns.map(({ runs: [first], decided: ofTurn }) => ({
      ...first!,
      orders: ofTurn.reduce((sum, { run }) => sum + run.orders.length, 0),
    })),
  );
  const states = turns.map(({ state }) => state);
  const stock =
    decided.length === 1 ? states.flatMap((state) => state.stockChanges()) : stockChangesOf(states);
  const changes = turns.flatMap(changesOf);
  if (sent !== undefined) {
    const [{ owner, decided: all }] = owned as [(typeof owned)[0]];
    for (let from = 0; from < all.length; from += SLICE) {
      sent.send({ decisions: insertDecisions([{ owner, decided: all.slice(from, from + SLICE) }]) });
    }
    sent.send({ runs: [insertRuns(runs), ...usage, ...stock, ...changes] });
    await flush();
    const answers = await makeAnswers(); // while the database works
    await sent.commitWith({});
    return answers;
  }
  const answers = await makeAnswers();
  const orders = decided.flatMap(({ run }) => run.orders.map((order) => ({ ...run.principal, order })));
  const { columns, stored } = orderColumns(orders.map(({ order }) => order));
  const ofLedgers = sql`${column(orders, 'int', ({ ledger_id }) => ledger_id)} AS ledger_id, ${columns}`;
  const rows = [
    insertOrders(sql`ledger_id`, first_id, { columns: ofLedgers, stored }),
    ...insertDecisions(owned),
    ...usage,
    ...stock,
  ];
  // Further changes are part of the statement if they are those of one ledger, so that it has few forms.
  const [also, further] = turns.length === 1 ? [[...rows, ...changes], []] : [rows, changes];
  await pipeline(tx).commitWith({ all: [insertRuns(runs, also), ...further] });
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

/** What decided runs of a ledger change beside the rows that they add, and stock. */
function changesOf({ runs, state, decided }: DecidedTurn): Sql[] {
  const { principal } = runs[0]!;
  const keys = decided.flatMap(({ run: { idempotency }, routed: { run } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id: run.routing_run_id, response: null }],
  );
  return [
    ...state.changesBesideStock(),
    ...insertKeys(principal.ledger_id, keys),
    ...decided.flatMap((each) => eventsOf(principal, each)),
    ...returnRunNumbers(principal, runs.length - decided.length),
  ];
}
