import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { activeUnits, COUNTED, currentStock, RUN_COUNTS } from './active-units.ts';
import type { Reconciliation } from './reconcile.ts';

/** What was repaired. */
export interface Repaired {
  /** SKUs whose reserved units were set to those of their active reservations. */
  readonly skus: number;
  /** Runs whose counts were set to those of their decisions. */
  readonly runs: number;
}

/**
 * Repairs reserved units and counts of runs in the ledgers in which a check has found them wrong. Both are computed
 * again under the ledger's lock, because they may have changed since the check. The ledger's orders wait meanwhile. If
 * more units of a SKU are reserved than there are, the SKU is not changed, because no number would be right.
 */
export async function repair(
  db: Pick<Database, 'pool'>,
  { differences }: Pick<Reconciliation, 'differences'>,
): Promise<Repaired> {
  const ledgersOf = (check: string) => [
    ...new Set(differences.filter((each) => each.check === check).map(({ ledger_id }) => ledger_id)),
  ];
  const repaired = { skus: 0, runs: 0 };
  for (const ledgerId of ledgersOf('reserved_units')) repaired.skus += await repairStock(db, ledgerId);
  for (const ledgerId of ledgersOf('run_counts')) repaired.runs += await repairRuns(db, ledgerId);
  return repaired;
}

/** Takes the ledger's lock until the transaction ends. */
async function lockForRepair(tx: pg.PoolClient, ledgerId: number): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE', [ledgerId]);
}

const LEDGER = `(SELECT id AS ledger_id, stock_epoch, stock_version FROM ledgers WHERE id = $1)`;

async function repairStock({ pool }: Pick<Database, 'pool'>, ledgerId: number): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await lockForRepair(tx, ledgerId);
    const { rowCount } = await tx.query(
      `WITH repaired AS (
         SELECT ledger_id, sku, warehouse_group, array_agg(quantity - units ORDER BY ordinal) AS free, array_agg(units ORDER BY ordinal) AS reserved
         FROM (
           SELECT s.*, coalesce(a.units, 0)::int AS units
           FROM (${currentStock(LEDGER)}) AS s
           LEFT JOIN (${activeUnits(LEDGER)}) AS a USING (ledger_id, sku, warehouse_id)
         ) AS places
         GROUP BY ledger_id, sku, warehouse_group
         HAVING bool_or(units <> reserved) AND bool_and(units <= quantity OR is_short)
       )
       UPDATE stock s SET free = m.free, reserved = m.reserved, reserved_epoch = l.stock_epoch
       FROM repaired m, ledgers l
       WHERE l.id = m.ledger_id AND s.ledger_id = l.id AND s.version = l.stock_version AND s.sku = m.sku AND s.warehouse_group = m.warehouse_group`,
      [ledgerId],
    );
    return rowCount ?? 0;
  });
}

/** The most runs that are repaired in one transaction, so that it is short. */
const RUNS_A_STEP = 1000;

const countsOf = (row: string) => RUN_COUNTS.map((name) => `coalesce(${row}.${name}, 0)`).join(', ');
const DIFFERS = `(${countsOf('r')}) <> (${countsOf('d')})`;

async function repairRuns({ pool }: Pick<Database, 'pool'>, ledgerId: number): Promise<number> {
  let repaired = 0;
  for (;;) {
    const step = await inTransaction(pool, (tx) => repairSomeRuns(tx, ledgerId));
    if (step === 0) return repaired;
    repaired += step;
  }
}

async function repairSomeRuns(tx: pg.PoolClient, ledgerId: number): Promise<number> {
  await tx.query('SET LOCAL statement_timeout = 0');
  // A run that is being received has no decisions.
  const { rows } = await tx.query<{ id: number }>(
    `SELECT r.id
     FROM ledgers l JOIN runs r ON r.ledger_id = l.id AND r.created_at >= coalesce(l.complete_since, '-infinity')
     LEFT JOIN (SELECT d.run_id, ${COUNTED} FROM decisions d WHERE d.ledger_id = $1 GROUP BY 1) AS d ON d.run_id = r.id
     WHERE l.id = $1 AND r.phase <> 'receiving' AND ${DIFFERS}
     ORDER BY r.id LIMIT ${RUNS_A_STEP}`,
    [ledgerId],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  // Runs first, then the ledger: a job that allocates a run takes the locks in this order too.
  await tx.query('SELECT FROM runs WHERE id = ANY($1) AND ledger_id = $2 ORDER BY id FOR NO KEY UPDATE', [
    ids,
    ledgerId,
  ]);
  await lockForRepair(tx, ledgerId);
  const { rowCount } = await tx.query(
    `UPDATE runs r
     SET ${RUN_COUNTS.map((name) => `${name} = d.${name}`).join(', ')}
     FROM (
       SELECT wrong.id AS run_id, ${COUNTED}
       FROM unnest($1::bigint[]) AS wrong (id)
       LEFT JOIN run_chunks c ON c.run_id = wrong.id
       LEFT JOIN decisions d ON d.id >= c.first_id AND d.id < c.first_id + c.orders AND d.run_id = wrong.id
         AND d.ledger_id = $2
       GROUP BY 1
     ) AS d
     WHERE r.id = d.run_id AND r.ledger_id = $2 AND ${DIFFERS}`,
    [ids, ledgerId],
  );
  return rowCount ?? 0;
}
