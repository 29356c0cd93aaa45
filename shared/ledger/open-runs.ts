import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { type LockedLedger, takeLedger } from '../account/ledger-lock.ts';
import { fitsPlan, meteredLimit, planUsageOf, refusalBeyondPlan, usageOf } from '../account/usage.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import type { Principal } from '../identity/principal.ts';
import type { OrderDecisions } from './decide-orders.ts';
import type { Gate } from './decide-turn.ts';
import { refusalAtLock, takenKeys } from './idempotency/keyed-requests.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { Refused } from './turns.ts';

// How synchronous runs begin: the lock of their ledger, their ids, and what may refuse them.

/** Runs whose ledger is locked, and their ids. Refused runs have none: those that are decided take the first ones. */
export interface OpenedRuns {
  readonly locked: LockedLedger;
  readonly ids: RunIds;
  readonly gate: Gate<PreparedRun>;
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
export async function openRuns(
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
  return { locked, ids, gate: new PlanGate(taken, usage?.used ?? null) };
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

/** Refuses runs beyond the plan, and what `refusalAtLock` says. */
class PlanGate implements Gate<PreparedRun> {
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

  refusalOfDecided(run: PreparedRun, decided: OrderDecisions): Refused | null {
    return run.refusalOf?.(decided) ?? null;
  }

  admit({ orders, idempotency }: PreparedRun): void {
    if (this.#used !== null) this.#used += orders.length;
    if (idempotency !== null) this.#taken.add(idempotency.key);
  }
}

/** What returns a ledger's last run numbers, in the transaction that took them. */
export function returnRunNumbers({ ledger_id }: Principal, runs: number): Sql[] {
  if (runs === 0) return [];
  return [sql`UPDATE ledgers SET last_run_number = last_run_number - ${runs}::int WHERE id = ${ledger_id}`];
}
