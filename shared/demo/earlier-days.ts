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

/** Dates back what has been done to the demo client's account, or to no client's, since a moment, as dateBack does. */
export async function dateBackChanges(
  { pool }: Pick<Database, 'pool'>,
  { since, hours }: { readonly since: Date; readonly hours: number },
): Promise<void> {
  const values = [DEMO_ACCOUNT.client.slug, since, `${hours} hours`];
  await pool.query(
    `UPDATE audit_entries SET at = at - $3::interval
     WHERE (client_id IS NULL OR client_id = (SELECT id FROM clients WHERE slug = $1)) AND at >= $2`,
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
 * run is the ledger's only one since `since`, and what was earlier is dated back further. Its orders count as used then.
 */
export async function dateBack(
  { pool }: Database,
  runId: number,
  { since, hours }: { readonly since: Date; readonly hours: number },
): Promise<void> {
  const back = `${hours} hours`;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ ledger_id: number; orders_total: number }>(
      `UPDATE runs SET accepted_at = accepted_at - $2::interval, started_at = started_at - $2::interval,
                       updated_at = updated_at - $2::interval, created_at = created_at - $2::interval,
                       finished_at = finished_at - $2::interval
       WHERE id = $1 RETURNING ledger_id, orders_total`,
      [runId, back],
    );
    const { ledger_id, orders_total } = rows[0]!;
    await tx.query('UPDATE decisions SET decided_at = decided_at - $2::interval WHERE run_id = $1', [
      runId,
      back,
    ]);
    await tx.query(
      `UPDATE decision_hours SET hour = hour - $3::interval
       WHERE ledger_id = $1 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC')`,
      [ledger_id, since, back],
    );
    await tx.query(
      `WITH taken AS (SELECT client_id, (now() AT TIME ZONE 'UTC')::date AS today FROM ledgers WHERE id = $1)
       UPDATE usage SET routed_orders = routed_orders - $2 FROM taken
       WHERE usage.client_id = taken.client_id AND day = today`,
      [ledger_id, orders_total],
    );
    await tx.query(
      `INSERT INTO usage (client_id, day, routed_orders)
       SELECT client_id, ((now() - $3::interval) AT TIME ZONE 'UTC')::date, $2 FROM ledgers WHERE id = $1
       ON CONFLICT (client_id, day) DO UPDATE SET routed_orders = usage.routed_orders + excluded.routed_orders`,
      [ledger_id, orders_total, back],
    );
  });
}
