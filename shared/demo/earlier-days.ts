import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';

/** Whether the demo client has routed orders of its Live environment. */
export async function hasDecisions({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM decisions WHERE ledger_id = ledgers.id) AS any
     FROM ledgers JOIN clients ON clients.id = ledgers.client_id
     WHERE clients.slug = $1 AND ledgers.environment = 'live'`,
    [DEMO_ACCOUNT.client.slug],
  );
  return rows[0]?.any ?? false;
}

/** Dates back what has been done to the demo client's account since a moment, as dateBack does with a run. */
export async function dateBackChanges(
  { pool }: Pick<Database, 'pool'>,
  { since, hours }: { readonly since: Date; readonly hours: number },
): Promise<void> {
  const values = [DEMO_ACCOUNT.client.slug, since, `${hours} hours`];
  await pool.query(
    `UPDATE audit_entries SET at = at - $3::interval
     WHERE client_id = (SELECT id FROM clients WHERE slug = $1) AND at >= $2`,
    values,
  );
  await pool.query(
    `UPDATE activations SET activated_at = activated_at - $3::interval
     WHERE client_id = (SELECT id FROM clients WHERE slug = $1) AND activated_at >= $2`,
    values,
  );
}

/**
 * Dates a run of a demonstration back by so many hours, so that what people look at by time has something to show. The
 * run is the ledger's only one since `since`, and what was earlier is dated back further. Usage stays on its day.
 */
export async function dateBack(
  { pool }: Database,
  runId: number,
  { since, hours }: { readonly since: Date; readonly hours: number },
): Promise<void> {
  const back = `${hours} hours`;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ ledger_id: number }>(
      `UPDATE runs SET accepted_at = accepted_at - $2::interval, started_at = started_at - $2::interval,
                       updated_at = updated_at - $2::interval, created_at = created_at - $2::interval,
                       finished_at = finished_at - $2::interval
       WHERE id = $1 RETURNING ledger_id`,
      [runId, back],
    );
    await tx.query('UPDATE decisions SET decided_at = decided_at - $2::interval WHERE run_id = $1', [
      runId,
      back,
    ]);
    await tx.query(
      `UPDATE decision_hours SET hour = hour - $3::interval
       WHERE ledger_id = $1 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC')`,
      [rows[0]!.ledger_id, since, back],
    );
  });
}
