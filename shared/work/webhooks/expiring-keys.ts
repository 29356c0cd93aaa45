import sql from 'sql-template-tag';
import type { Database } from '../../db/database.ts';

/** A key's client is warned so many days before its end. */
const [EARLY_DAYS, LATE_DAYS] = [14, 3];

/** Writes the event api_key.expiring of each key that ends soon: once early and once late, whichever worker looks. */
export async function writeKeyExpiringEvents({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(sql`
    WITH expiring AS (
      UPDATE access_keys k SET expiry_notice = soon.days
      FROM (
        SELECT id, client_id, CASE WHEN expires_at > now() + make_interval(days => ${LATE_DAYS})
                                   THEN ${EARLY_DAYS}::int ELSE ${LATE_DAYS}::int END AS days
        FROM access_keys
        WHERE kind = 'api_key' AND revoked_at IS NULL AND expires_at BETWEEN now() AND now() + make_interval(days => ${EARLY_DAYS})
      ) AS soon
      WHERE k.kind = 'api_key' AND k.id = soon.id AND k.client_id = soon.client_id
        AND (k.expiry_notice IS NULL OR k.expiry_notice > soon.days)
      RETURNING k.id, k.client_id, k.name, k.environment, k.key_prefix, k.expires_at
    )
    INSERT INTO webhook_deliveries (endpoint_id, client_id, ledger_id, type, data)
    SELECT e.id, k.client_id, l.id, 'api_key.expiring', json_build_object(
      'api_key_id', k.id, 'name', k.name, 'environment', k.environment, 'key_prefix', k.key_prefix,
      'expires_at', to_char(k.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM expiring k
    JOIN ledgers l ON l.client_id = k.client_id AND l.environment = k.environment
    JOIN webhook_endpoints e ON e.client_id = k.client_id AND e.enabled AND 'api_key.expiring' = ANY(e.events)`);
}
