import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';

/** The ledger of the demo client's orders. */
export interface DemoLedger {
  readonly slug: string;
  readonly environment: 'live' | 'test';
}

/** Whether a ledger has decisions. */
export async function hasDecisions({ pool }: Database, { slug, environment }: DemoLedger): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM decisions WHERE ledger_id = ledgers.id) AS any
     FROM ledgers JOIN clients ON clients.id = ledgers.client_id
     WHERE clients.slug = $1 AND ledgers.environment = $2::environment`,
    [slug, environment],
  );
  return rows[0]?.any ?? false;
}

/**
 * Dates a run of a demonstration back by so many hours, so that what people look at by time has something to show. It is
 * the ledger's latest run, and those before it are dated back already: all that was counted since is its own. Usage
 * stays on its day.
 */
export async function dateBack({ pool }: Database, runId: number, hours: number): Promise<void> {
  const values = [runId, `${hours} hours`];
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `UPDATE decision_hours SET hour = hour - $2::interval FROM runs
       WHERE runs.id = $1 AND decision_hours.ledger_id = runs.ledger_id
         AND hour >= date_trunc('hour', runs.created_at, 'UTC')`,
      values,
    );
    await tx.query('UPDATE decisions SET decided_at = decided_at - $2::interval WHERE run_id = $1', values);
    await tx.query(
      `UPDATE runs SET accepted_at = accepted_at - $2::interval, started_at = started_at - $2::interval,
                       updated_at = updated_at - $2::interval, created_at = created_at - $2::interval,
                       finished_at = finished_at - $2::interval
       WHERE id = $1`,
      values,
    );
  });
}
