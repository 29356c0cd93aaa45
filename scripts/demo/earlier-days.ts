import type { Database } from '../../shared/db/database.ts';
import { inTransaction } from '../../shared/db/transaction.ts';

/** Whether a client has routed orders of its Live environment. */
export async function hasDecisions({ pool }: Pick<Database, 'pool'>, slug: string): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM decisions WHERE ledger_id = ledgers.id) AS any
     FROM ledgers JOIN clients ON clients.id = ledgers.client_id
     WHERE clients.slug = $1 AND ledgers.environment = 'live'`,
    [slug],
  );
  return rows[0]?.any ?? false;
}

/** Tables of what people make, with the time when it was made. */
const MADE_BY_CHANGES = ['access_keys', 'lane_tables', 'memberships'];

/** Chains the entries of a client's audit log again after their times were changed. */
const CHAIN_AGAIN = `
  WITH RECURSIVE chain AS (
    SELECT h.client_id, h.start_number AS number, h.start_hash AS hash
    FROM audit_heads h JOIN clients c ON c.id = h.client_id WHERE c.slug = $1
    UNION ALL
    SELECT e.client_id, e.number, audit_hash(chain.hash, e)
    FROM chain JOIN audit_entries e ON e.client_id = chain.client_id AND e.number = chain.number + 1
  ), entries AS (
    UPDATE audit_entries e SET hash = chain.hash FROM chain WHERE e.client_id = chain.client_id AND e.number = chain.number
  )
  UPDATE audit_heads h SET hash = chain.hash FROM chain WHERE h.client_id = chain.client_id AND h.number = chain.number`;

/** Dates back the changes of a client's account since a moment, and the changes that belong to no client. */
export async function dateBackChanges(
  { pool }: Pick<Database, 'pool'>,
  { slug, since, hours }: { readonly slug: string; readonly since: Date; readonly hours: number },
): Promise<void> {
  const values = [slug, since, `${hours} hours`];
  await pool.query(
    `UPDATE audit_entries SET at = at - $3::interval
     WHERE (client_id IS NULL OR client_id = (SELECT id FROM clients WHERE slug = $1)) AND at >= $2`,
    values,
  );
  await pool.query(CHAIN_AGAIN, [slug]);
  await pool.query(
    `UPDATE activations SET activated_at = activated_at - $3::interval
     WHERE client_id = (SELECT id FROM clients WHERE slug = $1) AND activated_at >= $2`,
    values,
  );
  for (const table of MADE_BY_CHANGES) {
    await pool.query(
      `UPDATE ${table} SET created_at = created_at - $3::interval
       WHERE client_id = (SELECT id FROM clients WHERE slug = $1) AND created_at >= $2`,
      values,
    );
  }
}

/**
 * Dates a run of a demonstration back by so many hours, so that views by time have something to show. It must be the
 * ledger's latest run, and the runs before it must be dated back already: then all later counts are its own. Its orders
 * count as used on that day.
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
    await tx.query(
      `UPDATE reserved_units u SET decided_at = u.decided_at - $2::interval
       FROM decisions d WHERE d.run_id = $1 AND d.id = u.decision_id AND d.ledger_id = u.ledger_id`,
      values,
    );
    await tx.query('UPDATE decisions SET decided_at = decided_at - $2::interval WHERE run_id = $1', values);
    const { rows } = await tx.query<{ client_id: number; orders_routed: number }>(
      `UPDATE runs SET accepted_at = accepted_at - $2::interval, started_at = started_at - $2::interval,
                       updated_at = updated_at - $2::interval, created_at = created_at - $2::interval,
                       finished_at = finished_at - $2::interval
       WHERE id = $1 RETURNING client_id, orders_routed`,
      values,
    );
    const { client_id, orders_routed } = rows[0]!;
    if (orders_routed === 0) return;
    await tx.query(
      `UPDATE usage SET routed_orders = routed_orders - $2
       WHERE client_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date`,
      [client_id, orders_routed],
    );
    await tx.query(
      `INSERT INTO usage (client_id, day, routed_orders)
       VALUES ($1, ((now() - $3::interval) AT TIME ZONE 'UTC')::date, $2)
       ON CONFLICT (client_id, day) DO UPDATE SET routed_orders = usage.routed_orders + excluded.routed_orders`,
      [client_id, orders_routed, `${hours} hours`],
    );
  });
}
