import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../accounts/principal.ts';
import {
  assertWithinPlan,
  fitsPlan,
  meteredLimit,
  planUsageOf,
  refuseBeyondPlan,
  usageOf,
} from '../accounts/usage.ts';
import { pipeline, runAfter } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { findTakenKeys, KeyTaken } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import { refuseGone } from '../inventory/ledger-mutex.ts';
import { type DecisionContext, type LoadedAvailability, loadAvailability } from './load-availability.ts';
import type { PreparedRun, RunIds } from './prepared-run.ts';

// How synchronous runs begin: the lock of their ledger, their ids, and what their orders are decided on.

/** Ids for several runs, and for all of their orders, which follow one another. */
export interface RunIdRange {
  readonly run_ids: readonly number[];
  readonly first_run_number: number;
  readonly first_id: number;
}

/** Runs whose ledger is locked. */
export interface OpenedRuns {
  readonly stock_epoch: number;
  readonly availability: LoadedAvailability;
  /** Refuses some of several runs; null: one run alone is refused by throwing. */
  readonly gate: Gate | null;
  /** For all of the runs. Those that are decided take the first of them: a refused run has no number. */
  readonly ids: RunIdRange;
}

/**
 * Opens one or several runs of few orders in the caller's transaction: one round trip. One run alone is refused by
 * throwing: AppError usage_limit, and bad_request if the caller has gone away.
 */
export function openRuns(
  tx: pg.PoolClient,
  context: DecisionContext,
  runs: readonly PreparedRun[],
): Promise<OpenedRuns> {
  return runs.length === 1 ? openOne(tx, context, runs[0]!) : openSeveral(tx, context, runs);
}

async function openOne(tx: pg.PoolClient, context: DecisionContext, run: PreparedRun): Promise<OpenedRuns> {
  const { principal, request, day, wait } = run;
  const { orders } = request;
  const { opened, availability } = await pipeline(tx).run({
    opened: () => openRun(tx, principal, orders.length, day),
    availability: runAfter('opened', () => loadAvailability(tx, context, orders)),
  });
  refuseGone(wait.signal);
  const { stock_epoch, run_id, client_run_number, first_id } = opened;
  const ids = { run_ids: [run_id], first_run_number: client_run_number, first_id };
  return { stock_epoch, availability, gate: null, ids };
}

async function openSeveral(
  tx: pg.PoolClient,
  context: DecisionContext,
  runs: readonly PreparedRun[],
): Promise<OpenedRuns> {
  const { ledger_id } = context;
  const { principal, day } = runs[0]!;
  const orders = runs.flatMap(({ request }) => request.orders);
  const keys = runs.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const isMetered = meteredLimit(principal) !== null;
  const { stock_epoch, ids, availability, usage, taken } = await pipeline(tx).run({
    stock_epoch: () => lockLedger(tx, ledger_id),
    ids: runAfter('stock_epoch', () => takeIds(tx, principal, runs.length, orders.length)),
    availability: runAfter('stock_epoch', () => loadAvailability(tx, context, orders)),
    usage: runAfter('stock_epoch', isMetered ? () => usageOf(tx, principal, day) : null),
    taken: runAfter('stock_epoch', () => findTakenKeys(tx, ledger_id, keys)),
  });
  return { stock_epoch, availability, gate: new Gate(taken, usage?.routed_orders_used ?? null), ids };
}

/** Refuses runs, each as if those before it were committed. */
class Gate {
  readonly #taken: Set<string>;
  #used: number | null;

  /** `used` is what is used of the plan; null: it has no limit. */
  constructor(taken: Set<string>, used: number | null) {
    this.#taken = taken;
    this.#used = used;
  }

  /** Why a run is refused; null: it is to be decided. */
  refusalOf({ principal, request: { orders }, idempotency, wait }: PreparedRun): Error | null {
    try {
      refuseGone(wait.signal);
      if (idempotency !== null && this.#taken.has(idempotency.key)) throw new KeyTaken();
      if (this.#used !== null) {
        refuseBeyondPlan(principal.plan, planUsageOf(principal.plan, this.#used), orders.length);
        this.#used += orders.length;
      }
      if (idempotency !== null) this.#taken.add(idempotency.key);
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/**
 * Takes a ledger's lock as `lockLedger` does, and the ids and the client's number of a run with so many orders. A run
 * beyond the plan takes neither. Throws AppError usage_limit.
 */
export async function openRun(
  tx: pg.PoolClient,
  principal: Principal,
  orders: number,
  day: Date,
): Promise<RunIds & { readonly stock_epoch: number }> {
  const { ledger_id, client_id } = principal;
  // Materialized: ids are taken under the lock, so that of one order's decisions the latest has the highest.
  const open = prepared(sql`
    WITH locked AS MATERIALIZED (SELECT stock_epoch FROM ledgers WHERE id = ${ledger_id} FOR NO KEY UPDATE),
         numbered AS (
           UPDATE clients SET last_run_number = last_run_number + 1 FROM locked
           WHERE id = ${client_id} AND ${fitsPlan(principal, orders, day)}
           RETURNING stock_epoch, last_run_number
         )
    SELECT stock_epoch, nextval('runs_id_seq'), last_run_number, take_order_ids(${orders}) FROM numbered`);
  const { opened } = await pipeline(tx).run({
    lock: meteredLimit(principal) === null ? null : () => lockLedger(tx, ledger_id), // see fitsPlan
    opened: runAfter('lock', () => tx.query<[number, number, number, number]>({ rowMode: 'array', ...open })),
  });
  const { rows } = opened;
  if (rows[0] === undefined) {
    await assertWithinPlan(tx, principal, orders, day);
    throw new Error(`Ledger ${ledger_id} is gone.`);
  }
  const [stock_epoch, run_id, client_run_number, first_id] = rows[0];
  return { stock_epoch, run_id, client_run_number, first_id };
}

/** Takes the ids of so many runs with so many orders together. The caller has the ledger's lock. */
async function takeIds(
  tx: pg.PoolClient,
  { client_id }: Principal,
  runs: number,
  orders: number,
): Promise<RunIdRange> {
  const { rows } = await tx.query<[string, number, number]>({
    ...prepared(sql`
      UPDATE clients SET last_run_number = last_run_number + ${runs}::int WHERE id = ${client_id}
      RETURNING (SELECT json_agg(nextval('runs_id_seq')) FROM generate_series(1, ${runs}::int))::text,
                last_run_number - ${runs}::int + 1, take_order_ids(${orders})`),
    rowMode: 'array',
  });
  const [runIds, first_run_number, first_id] = rows[0]!;
  return { run_ids: JSON.parse(runIds), first_run_number, first_id };
}

/** The ids of the first runs of a range, which have so many orders each. */
export function idsInRange(
  { run_ids, first_run_number, first_id }: RunIdRange,
  sizes: readonly number[],
): RunIds[] {
  let before = 0;
  return sizes.map((size, place) => {
    const ids = {
      run_id: run_ids[place]!,
      client_run_number: first_run_number + place,
      first_id: first_id + before,
    };
    before += size;
    return ids;
  });
}

/** What returns a client's last run numbers, in the transaction that took them. */
export function returnRunNumbers({ client_id }: Principal, runs: number): Sql[] {
  if (runs === 0) return [];
  return [sql`UPDATE clients SET last_run_number = last_run_number - ${runs}::int WHERE id = ${client_id}`];
}
