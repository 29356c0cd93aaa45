import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { inSnapshot } from '../../db/transaction.ts';
import { CHECKS } from './checks.ts';

/**
 * The most differences of one check that are named. The others are only counted, so that memory does not grow with
 * them.
 */
export const NAMED_DIFFERENCES = 1000;

/** Which ledgers are checked: all, those of one client, or those of one environment. */
interface ReconcileScope {
  /** Slug of a client. */
  readonly client?: string | undefined;
  readonly environment?: 'test' | 'live' | undefined;
}

/** One place where the data does not add up. */
export interface Difference {
  /** Name of the check that found it. */
  readonly check: string;
  readonly client: string;
  readonly environment: 'test' | 'live';
  readonly ledger_id: number;
  readonly what: string;
  /** null: there is no one right value. */
  readonly expected: number | null;
  readonly found: number | null;
}

/** What a check of the data found. */
export interface Reconciliation {
  readonly ledgers: number;
  readonly runs: number;
  readonly orders: number;
  /** All differences, also those that are not named. */
  readonly differences_total: number;
  /** At most NAMED_DIFFERENCES of each check. */
  readonly differences: readonly Difference[];
}

const CHECKED = `checked AS MATERIALIZED (
  SELECT l.id AS ledger_id, l.client_id, c.slug AS client, l.environment, l.stock_epoch, l.stock_version, l.complete_since
  FROM ledgers l JOIN clients c ON c.id = l.client_id
  WHERE ($1::text IS NULL OR c.slug = $1) AND ($2::text IS NULL OR l.environment::text = $2)
)`;

/**
 * Checks that stock, reservations, decisions, usage and runs add up (the rules are CHECKS). It reads one snapshot of
 * the database and takes no lock, so it can run while the service works, and no request waits for it.
 */
export function reconcile(
  { pool }: Pick<Database, 'pool'>,
  scope: ReconcileScope = {},
): Promise<Reconciliation> {
  return inSnapshot(pool, async (tx) => {
    await tx.query("SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'");
    return readAll(tx, scope);
  });
}

async function readAll(tx: pg.PoolClient, { client, environment }: ReconcileScope): Promise<Reconciliation> {
  const values = [client ?? null, environment ?? null];
  const { rows } = await tx.query<Pick<Reconciliation, 'ledgers' | 'runs' | 'orders'>>(
    `WITH ${CHECKED}
     SELECT (SELECT count(*) FROM checked) AS ledgers, count(r.id) AS runs, coalesce(sum(r.orders_total), 0) AS orders
     FROM checked l JOIN runs r ON r.ledger_id = l.ledger_id`,
    values,
  );
  const differences: Difference[] = [];
  let total = 0;
  for (const { name, sql } of CHECKS) {
    const found = await tx.query<Difference & { total: number }>(
      `WITH ${CHECKED}
       SELECT '${name}' AS check, l.client, l.environment::text AS environment, l.ledger_id, d.what, d.expected, d.found,
              count(*) OVER () AS total
       FROM (${sql}) AS d JOIN checked l USING (ledger_id)
       ORDER BY l.client, l.environment, d.what COLLATE "C"
       LIMIT ${NAMED_DIFFERENCES}`,
      values,
    );
    total += found.rows[0]?.total ?? 0;
    for (const { total: _, ...difference } of found.rows) differences.push(difference);
  }
  return { ...rows[0]!, differences_total: total, differences };
}
