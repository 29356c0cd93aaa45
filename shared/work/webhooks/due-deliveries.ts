import sql, { type Sql } from 'sql-template-tag';
import { WEBHOOK_EVENTS } from '../../contracts/account/webhooks.ts';
import type { Database } from '../../db/database.ts';
import { TEST_EVENT } from './deliveries.ts';

const KINDS = [...WEBHOOK_EVENTS, TEST_EVENT];

/**
 * What is due to an endpoint `e`, up to `limit` of each kind: a FROM list with `kind` and `d`. While the endpoint rests,
 * nothing of a kind that it refuses is due. Each kind is looked up by itself, because one may have a long backlog.
 */
export const dueDeliveries = (limit: number, lock: Sql): Sql => sql`
  unnest(${KINDS}::text[]) AS kind (type)
  CROSS JOIN LATERAL (
    SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
    WHERE d.endpoint_id = e.id AND d.client_id = e.client_id AND d.type = kind.type AND d.status = 'pending'
      AND d.next_attempt_at <= now() AND (e.rests_until <= now() IS NOT FALSE OR kind.type <> ALL(e.refused))
    ORDER BY d.next_attempt_at LIMIT ${limit} ${lock}
  ) AS d`;

/**
 * Notes for which endpoints `limit` deliveries wait: further ones are dropped where they are written, so that an endpoint that
 * does not answer does not fill the database. A person can send them again.
 */
export async function limitDeliveries({ pool }: Pick<Database, 'pool'>, limit: number): Promise<void> {
  await pool.query(sql`
    UPDATE webhook_endpoints e SET waiting_limit = now.waiting_limit
    FROM clients c
    JOIN webhook_endpoints w ON w.client_id = c.id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.endpoint_id = w.id AND d.client_id = c.id AND d.status = 'pending' OFFSET ${limit - 1} LIMIT 1
      ) THEN ${limit}::int END AS waiting_limit
    ) AS now
    WHERE e.id = w.id AND e.client_id = c.id AND e.waiting_limit IS DISTINCT FROM now.waiting_limit`);
}
