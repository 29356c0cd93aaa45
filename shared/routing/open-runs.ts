import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { lockLedger, MILLISECONDS_NOW } from '../accounts/ledger-lock.ts';
import type { Principal } from '../accounts/principal.ts';
import { fitsPlan, meteredLimit, planUsageOf, refuseBeyondPlan, usageOf } from '../accounts/usage.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import type { Gate } from './decide-turn.ts';
import { findTakenKeys, KeyTaken } from './idempotency/idempotency-keys.ts';
import { refuseGone } from './inventory/ledger-mutex.ts';
import type { LedgerAtLock } from './ledger-state.ts';
import type { PreparedRun } from './prepared-run.ts';

// How synchronous runs begin: the lock of their ledger, their ids, and what may refuse them.

/** Runs whose ledger is locked. */
export interface OpenedRuns {
  readonly stock_epoch: number;
  readonly at: LedgerAtLock;
  readonly gate: Gate<PreparedRun>;
  /** For all of the runs. Those that are decided take the first of them: a refused run has no number. */
  readonly run_ids: readonly number[];
  readonly first_run_number: number;
  /** Of all orders of the runs, which follow one another. */
  readonly first_id: number;
}

/**
 * Takes the lock of the runs' ledger as `lockLedger` does, and ids for all of them. If the plan has no room for any of
 * the runs, no id is taken, and the gate refuses all.
 */
export async function openRuns(tx: pg.PoolClient, runs: readonly PreparedRun[]): Promise<OpenedRuns> {
  const { principal, day } = runs[0]!;
  const { ledger_id, client_id } = principal;
  const isMetered = meteredLimit(principal) !== null;
  const isAlone = runs.length === 1;
  const sizes = runs.map(({ orders }) => orders.length);
  const orders = sizes.reduce((sum, size) => sum + size);
  // One alone learns that its key is taken when it saves it.
  const keys = isAlone ? [] : runs.flatMap(({ idempotency }) => idempotency?.key ?? []);
  // Materialized: ids are taken under the lock, so that of one order's decisions the latest has the highest.
  const open = prepared(sql`
    WITH locked AS MATERIALIZED (SELECT stock_epoch, holds_places FROM ledgers WHERE id = ${ledger_id} FOR NO KEY UPDATE),
         numbered AS (
           UPDATE clients SET last_run_number = last_run_number + ${runs.length}::int FROM locked
           WHERE id = ${client_id} AND ${fitsPlan(principal, Math.min(...sizes), day)}
           RETURNING stock_epoch, last_run_number, holds_places
         )
    SELECT stock_epoch, (SELECT json_agg(nextval('runs_id_seq')) FROM generate_series(1, ${runs.length}::int))::text,
           last_run_number - ${runs.length}::int + 1, take_order_ids(${orders}),
           ${MILLISECONDS_NOW}, holds_places FROM numbered`);
  const { opened, usage, taken } = await pipeline(tx).run({
    lock: isMetered ? () => lockLedger(tx, ledger_id) : null, // see fitsPlan
    opened: () => tx.query<[number, string, number, number, number, boolean]>({ rowMode: 'array', ...open }),
    usage: isMetered && !isAlone ? () => usageOf(tx, principal, day) : null,
    taken: () => findTakenKeys(tx, ledger_id, keys),
  });
  const [row] = opened.rows;
  if (row === undefined) {
    if (!isMetered) throw new Error(`Ledger ${ledger_id} is gone.`);
    const { used } = usage ?? (await usageOf(tx, principal, day));
    const gate = new PlanGate(taken, used);
    const at = { as_of: 0, holds_places: false };
    return { stock_epoch: 0, at, gate, run_ids: [], first_run_number: 0, first_id: 0 };
  }
  const [stock_epoch, runIds, first_run_number, first_id, as_of, holds_places] = row;
  return {
    stock_epoch,
    at: { as_of, holds_places },
    gate: new PlanGate(taken, usage?.used ?? null),
    run_ids: JSON.parse(runIds),
    first_run_number,
    first_id,
  };
}

/** Refuses runs beyond the plan, with a key that is taken, and of callers that have gone away. */
class PlanGate implements Gate<PreparedRun> {
  readonly #taken: Set<string>;
  #used: number | null;

  /** `used` is what is used of the plan; null: the runs are within it. */
  constructor(taken: Set<string>, used: number | null) {
    this.#taken = taken;
    this.#used = used;
  }

  refusalOf({ principal: { plan }, orders, idempotency, wait }: PreparedRun): Error | null {
    try {
      refuseGone(wait.signal);
      if (idempotency !== null && this.#taken.has(idempotency.key)) throw new KeyTaken();
      if (this.#used !== null) refuseBeyondPlan(planUsageOf(plan, this.#used), orders.length);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  admit({ orders, idempotency }: PreparedRun): void {
    if (this.#used !== null) this.#used += orders.length;
    if (idempotency !== null) this.#taken.add(idempotency.key);
  }
}

/** What returns a client's last run numbers, in the transaction that took them. */
export function returnRunNumbers({ client_id }: Principal, runs: number): Sql[] {
  if (runs === 0) return [];
  return [sql`UPDATE clients SET last_run_number = last_run_number - ${runs}::int WHERE id = ${client_id}`];
}
