import type pg from 'pg';
import sql, { empty, type Sql } from 'sql-template-tag';
import { type LockedLedger, MILLISECONDS_NOW, takeLedger } from '../accounts/ledger-lock.ts';
import type { Principal } from '../accounts/principal.ts';
import { fitsPlan, meteredLimit, planUsageOf, refuseBeyondPlan, usageOf } from '../accounts/usage.ts';
import { column } from '../db/columns.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import type { Gate } from './decide-turn.ts';
import { findTakenKeys, KeyTaken } from './idempotency/idempotency-keys.ts';
import { refuseGone } from './inventory/ledger-mutex.ts';
import type { PreparedRun } from './prepared-run.ts';

// How synchronous runs begin: the lock of their ledger, their ids, and what may refuse them.

/** Runs of ledgers, of different clients, that begin in one transaction. */
export interface OpenedRuns {
  /** In the order of the runs; null: the ledger is locked. */
  readonly ledgers: readonly (OpenedLedger | null)[];
  /** The moment of the locks, in milliseconds since 1970. */
  readonly as_of: number;
  /** For all of the runs. Those that are decided take the first of them. */
  readonly run_ids: readonly number[];
  /** Of all orders of the runs, which follow one another. */
  readonly first_id: number;
}

/** A ledger that is locked for runs. */
export interface OpenedLedger extends Pick<LockedLedger, 'stock_epoch' | 'holds_places'> {
  readonly gate: Gate<PreparedRun>;
  /** Runs that are decided take the first numbers: a refused run has none. */
  readonly first_run_number: number;
}

type OpenedRow = [ledger: number, epoch: number, holdsPlaces: boolean, lastNumber: number];

/**
 * Takes the locks of the runs' ledgers, each as `takeLedger` does, and ids for all of the runs. `waits`: waits for locks, of
 * which there is one ledger's then, else leaves out ledgers that are locked, or whose client is. If there is one ledger, and
 * its plan has no room for any of the runs, no id is taken: it is left out, or the gate refuses all.
 */
export async function openRuns(
  tx: pg.PoolClient,
  ledgers: readonly (readonly PreparedRun[])[],
  { waits }: { readonly waits: boolean },
): Promise<OpenedRuns> {
  const asked = ledgers.map((runs) => ({ ledger_id: runs[0]!.principal.ledger_id, runs: runs.length }));
  const all = ledgers.flat();
  const { principal, day } = all[0]!;
  const isMetered = meteredLimit(principal) !== null;
  const sizes = all.map(({ orders }) => orders.length);
  const orders = sizes.reduce((sum, size) => sum + size, 0);
  const admitted = asked.length > 1 ? sql`true` : fitsPlan(principal, Math.min(...sizes), day);
  const orSkip = waits ? empty : sql` SKIP LOCKED`;
  // Of any number of ledgers, it is the same statement.
  const ofLedgers =
    asked.length === 1 ? sql`= ${principal.ledger_id}` : sql`IN (SELECT ledger_id FROM asked)`;
  // Materialized: ids are taken under the locks, so that of one order's decisions the latest has the highest.
  const open = prepared(sql`
    WITH asked AS (
           SELECT ${column(asked, 'int', ({ ledger_id }) => ledger_id)} AS ledger_id,
                  ${column(asked, 'int', ({ runs }) => runs)} AS runs
         ),
         locked AS MATERIALIZED (
           SELECT id, client_id, stock_epoch, holds_places FROM ledgers
           WHERE id ${ofLedgers} FOR NO KEY UPDATE${orSkip}
         ),
         owners AS MATERIALIZED (
           SELECT id FROM clients WHERE id IN (SELECT client_id FROM locked) FOR NO KEY UPDATE${orSkip}
         ),
         numbered AS (
           UPDATE clients SET last_run_number = last_run_number + asked.runs
           FROM owners JOIN locked ON locked.client_id = owners.id JOIN asked ON asked.ledger_id = locked.id
           WHERE clients.id = owners.id AND ${admitted}
           RETURNING locked.id, stock_epoch, holds_places, last_run_number
         )
    SELECT json_agg(json_build_array(id, stock_epoch, holds_places, last_run_number))::text, ${MILLISECONDS_NOW},
           (SELECT json_agg(nextval('runs_id_seq')) FROM generate_series(1, ${all.length}::int))::text,
           take_order_ids(${orders})
    FROM numbered HAVING count(*) > 0`);
  const { opened, gates } = await pipeline(tx).run({
    lock: isMetered && waits ? () => takeLedger(tx, principal.ledger_id) : null, // see fitsPlan
    opened: () => tx.query<[string, number, string, number]>({ rowMode: 'array', ...open }),
    gates: () => Promise.all(ledgers.map((runs) => readGate(tx, runs, all.length === 1))),
  });
  const [rows, as_of, runIds, first_id] = opened.rows[0] ?? ['[]', 0, '[]', 0];
  const locked = new Map((JSON.parse(rows) as OpenedRow[]).map((row) => [row[0], row]));
  return {
    ledgers: asked.map(({ ledger_id, runs }, place) => {
      const row = locked.get(ledger_id);
      if (row === undefined && !waits) return null;
      if (row === undefined && !isMetered) throw new Error(`Ledger ${ledger_id} is gone.`);
      const [, stock_epoch, holds_places, last] = row ?? [ledger_id, 0, false, 0];
      return { stock_epoch, holds_places, first_run_number: last - runs + 1, gate: gates[place]! };
    }),
    as_of,
    run_ids: JSON.parse(runIds),
    first_id,
  };
}

/** Reads, behind the statement that locks a ledger, what may refuse its runs. */
async function readGate(
  tx: pg.PoolClient,
  runs: readonly PreparedRun[],
  isAlone: boolean,
): Promise<PlanGate> {
  const { principal, day } = runs[0]!;
  // One alone learns that its key is taken when it saves it.
  const keys = isAlone ? [] : runs.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const { usage, taken } = await pipeline(tx).run({
    usage: meteredLimit(principal) === null ? null : () => usageOf(tx, principal, day),
    taken: () => findTakenKeys(tx, principal.ledger_id, keys),
  });
  return new PlanGate(taken, usage?.used ?? null);
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
