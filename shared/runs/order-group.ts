import type pg from 'pg';
import {
  countUsage,
  meteredLimit,
  planUsage,
  refuseBeyondPlan,
  usageDay,
  usageOf,
} from '../accounts/usage.ts';
import { together, togetherAtLast } from '../db/transaction.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { AppError } from '../errors/app-error.ts';
import { findTakenKeys, insertKeys, KeyTaken } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import { refuseGone, waitingForLedger } from '../inventory/ledger-turn.ts';
import { type Offer, type Turn, WaitTimeout } from '../platform/keyed-mutex.ts';
import { type DecidedBooks, loadBooks, OpenBooks } from './decide-stored.ts';
import { insertGrouped, orderColumns } from './decision-store.ts';
import { type PreparedRun, type RoutingDeps, routedRun } from './prepared-run.ts';
import { createCompletedRuns, openRuns } from './run-store.ts';

/** Orders that one transaction takes, and bytes of the bodies that they came in. Others wait meanwhile. */
const MOST_ORDERS = 100;
const MOST_BYTES = 256 * 1024;

/** The work of searches after which a group decides no further run: a hard order alone may do eight times as much. */
const MOST_WORK = ORDER_WORK / 8;

/**
 * A run of few orders that waits for its ledger. Those that wait right behind one another make a group: they are kept
 * in one transaction, and are otherwise runs of their own.
 */
class WaitingRun {
  readonly run: PreparedRun<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #alone: (limitMs: number | null) => Promise<unknown>;
  readonly #until: number;

  constructor(
    run: PreparedRun<unknown>,
    alone: (limitMs: number | null) => Promise<unknown>,
    waitMs: number,
    [resolve, reject]: readonly [(answer: unknown) => void, (error: unknown) => void],
  ) {
    this.run = run;
    this.#alone = alone;
    this.#until = performance.now() + waitMs;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** What a group's runs have in common. */
  get kind(): string {
    const { principal, day } = this.run;
    return JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]);
  }

  /** What is left of its time to wait, in milliseconds. */
  get leftMs(): number {
    return this.#until - performance.now();
  }

  /** Rejects a run that nobody waits for any more. */
  refuseLate(): boolean {
    try {
      refuseGone(this.run.wait.signal);
      if (this.leftMs <= 0) throw new WaitTimeout('It was not its turn in time.');
      return false;
    } catch (error) {
      this.reject(error);
      return true;
    }
  }

  /** Routes it in a transaction of its own; `waited`: what is left of its time is for the ledger's lock. */
  async routeAlone(waited: boolean): Promise<void> {
    if (this.refuseLate()) return;
    const limitMs = this.run.wait.lockMs ?? (waited ? this.leftMs : null);
    await this.#alone(limitMs).then(this.resolve, this.reject);
  }
}

/**
 * Routes a run in its ledger's line: at once and alone by `alone` if it need not wait, else together with those that
 * wait right behind it, or as one of those. Throws what `alone` throws, and WaitTimeout.
 */
export function routeInLine<T>(
  deps: RoutingDeps,
  run: PreparedRun<T>,
  alone: (limitMs: number | null) => Promise<T>,
): Promise<T> {
  const { ledgerTurns } = deps;
  return new Promise((resolve, reject) => {
    const waiting = new WaitingRun(run as PreparedRun<unknown>, alone, ledgerTurns.waitMs, [
      resolve as (answer: unknown) => void,
      reject,
    ]);
    const inTurn = (turn: Turn) =>
      turn.leftMs === null
        ? waiting.routeAlone(false)
        : routeAll(deps, [waiting, ...companionsOf(waiting, turn)]);
    ledgerTurns.runOrOffer(run.principal.ledger_id, waiting, inTurn).catch(reject);
  });
}

/** Those that wait right behind a run, as many as make a group with it. */
function companionsOf({ kind, run }: WaitingRun, turn: Turn): WaitingRun[] {
  let orders = run.request.orders.length;
  let bytes = run.request.bytes ?? 0;
  return turn.takeOffers((offer: Offer): offer is WaitingRun => {
    if (!(offer instanceof WaitingRun) || offer.kind !== kind) return false;
    const { request } = offer.run;
    orders += request.orders.length;
    bytes += request.bytes ?? 0;
    return orders <= MOST_ORDERS && bytes <= MOST_BYTES;
  });
}

/** Answers or refuses each of the runs, in a transaction together or, if that fails, in one of its own. */
async function routeAll(deps: RoutingDeps, runs: readonly WaitingRun[]): Promise<void> {
  let left = runs;
  while (left.length > 0) {
    const waiting = left.filter((run) => !run.refuseLate());
    if (waiting.length === 0) return;
    if (waiting.length === 1) return waiting[0]!.routeAlone(true);
    try {
      left = await routeTogether(deps, waiting);
    } catch (error) {
      // It may have been committed: each caller is told so, as one alone is.
      if (error instanceof AppError && error.code === 'outcome_unknown') {
        for (const { reject } of waiting) reject(error);
      } else {
        for (const run of waiting) await run.routeAlone(true);
      }
      return;
    }
  }
}

/** A run of a group that was decided. */
interface DecidedRun extends DecidedBooks {
  readonly waiting: WaitingRun;
}

/**
 * Routes runs in one transaction, one after another on what the ones before left, and answers or refuses each when that
 * is committed. If it throws, nothing of any is kept and none is answered. Returns those that it did not come to.
 */
async function routeTogether(
  deps: RoutingDeps,
  group: readonly WaitingRun[],
): Promise<readonly WaitingRun[]> {
  const limitMs = Math.min(...group.map(({ leftMs, run }) => run.wait.lockMs ?? leftMs));
  const { settle, left } = await waitingForLedger(deps.db, limitMs, async (tx) => {
    const { principal, configuration, mode, day } = group[0]!.run;
    const { ledger_id } = principal;
    const context = { ledger_id, pinned_by: null, configuration, mode };
    const all = group.flatMap(({ run }) => run.request.orders);
    const keys = group.flatMap(({ run }) => run.idempotency?.key ?? []);
    const [stock_epoch, books, usage, taken] = await together(tx, () => [
      lockLedger(tx, ledger_id),
      loadBooks(tx, context, all),
      meteredLimit(principal) === null ? null : usageOf(tx, principal, day),
      findTakenKeys(tx, ledger_id, keys),
    ]);
    const open = new OpenBooks(context, books);
    const gate = new Gate(taken, usage?.routed_orders_used ?? null);
    const decided: DecidedRun[] = [];
    const refused: (readonly [WaitingRun, unknown])[] = [];
    let place = 0;
    for (; place < group.length && open.searched < MOST_WORK; place++) {
      const waiting = group[place]!;
      const { request, destinations } = waiting.run;
      const refusal = gate.pass(waiting.run);
      if (refusal !== null) refused.push([waiting, refusal]);
      else {
        const { mostWork } = waiting.run.wait;
        decided.push({ waiting, ...open.decideRun(request.orders, destinations, mostWork) });
      }
    }
    const answers = decided.length === 0 ? [] : await keep(tx, stock_epoch, open, decided);
    return {
      left: group.slice(place),
      settle: () => {
        for (const [nth, { waiting }] of decided.entries()) waiting.resolve(answers[nth]);
        for (const [waiting, error] of refused) waiting.reject(error);
      },
    };
  });
  settle();
  return left;
}

/** Lets the runs of a group pass, each as if those before it were committed. */
class Gate {
  readonly #taken: Set<string>;
  #used: number | null;

  /** `used` is what is used of the plan; null: it has no limit. */
  constructor(taken: Set<string>, used: number | null) {
    this.#taken = taken;
    this.#used = used;
  }

  /** Why a run is refused; null: it is to be decided. */
  pass({ principal, request: { orders }, idempotency, wait }: PreparedRun<unknown>): Error | null {
    try {
      refuseGone(wait.signal);
      if (idempotency !== null && this.#taken.has(idempotency.key)) throw new KeyTaken();
      if (this.#used !== null) {
        refuseBeyondPlan(principal.plan, planUsage(principal.plan, this.#used), orders.length);
        this.#used += orders.length;
      }
      if (idempotency !== null) this.#taken.add(idempotency.key);
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/** Writes decided runs with all that they change, COMMIT included, and gives their answers. */
async function keep(
  tx: pg.PoolClient,
  stock_epoch: number,
  open: OpenBooks,
  group: readonly DecidedRun[],
): Promise<unknown[]> {
  const { principal, mode, day } = group[0]!.waiting.run;
  const { ledger_id } = principal;
  const orders = group.flatMap(({ waiting }) => waiting.run.request.orders);
  const opening = openRuns(tx, principal, group.length, orders.length);
  opening.catch(() => {}); // told when it is waited for
  const columns = orderColumns(orders);
  const { run_ids, first_run_number, first_id } = await opening;
  let nextId = first_id;
  const routed = group.map(({ waiting, ...decided }, nth) => {
    const opened = { run_id: run_ids[nth]!, client_run_number: first_run_number + nth, first_id: nextId };
    nextId += decided.decisions.length;
    return routedRun(waiting.run, opened, decided);
  });
  const answers = await Promise.all(group.map(async ({ waiting }, nth) => waiting.run.present(routed[nth]!)));
  const latest = new Map(
    routed.flatMap(({ decisions }) => decisions.map(({ id, order }) => [order.order_id, id])),
  );
  const decisions = routed.flatMap(({ run, decisions }) =>
    decisions.map((decided) => ({
      ...decided,
      run_id: run.routing_run_id,
      is_replaced: latest.get(decided.order.order_id) !== decided.id,
    })),
  );
  const keys = group.flatMap(({ waiting: { run } }, nth) =>
    run.idempotency === null ? [] : [{ request: run.idempotency, run_id: run_ids[nth]! }],
  );
  const runs = routed.map(({ run, decisions }) => ({ run, first_id: decisions[0]!.id }));
  const also = [
    ...insertGrouped({ ledger_id, stock_epoch, mode }, columns, decisions),
    ...open.changes(),
    ...countUsage(principal, orders.length, day),
    ...insertKeys(ledger_id, keys),
  ];
  await togetherAtLast(tx, () => [createCompletedRuns(tx, principal, runs, also)]);
  return answers;
}
