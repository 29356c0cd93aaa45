import type { Database } from '../../db/database.ts';
import type { JobQueues } from '../managed/job-queues.ts';

/** After each failure in a row an endpoint rests by so much longer, up to five minutes. */
const REST_SECONDS = 5;
const MAX_RESTS = 60;

/**
 * Adds a job for each endpoint that something is due to. The database alone says what that is, so this can be called at
 * any time, and requests need not add jobs.
 */
export async function enqueueDeliveries({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<{ endpoint_id: number; client_id: number; url: string }>(
    `SELECT e.id AS endpoint_id, e.client_id, e.url
     FROM clients c JOIN webhook_endpoints e ON e.client_id = c.id
     WHERE (e.failures = 0 OR e.answered_at + least(e.failures, $1) * make_interval(secs => $2) < clock_timestamp())
       AND EXISTS (
         SELECT FROM webhook_deliveries d
         WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= clock_timestamp()
       )`,
    [MAX_RESTS, REST_SECONDS],
  );
  const jobs = rows.map(({ endpoint_id, client_id, url }) => ({
    title: `deliver to ${new URL(url).host}`,
    data: { endpoint_id, client_id },
  }));
  if (jobs.length > 0) await queues.add('deliver-webhooks', jobs);
}
