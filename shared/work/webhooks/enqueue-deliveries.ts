import sql, { empty } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import type { JobQueues } from '../job-queues.ts';
import type { EndpointJob } from './deliver.ts';
import { dueDeliveries } from './due-deliveries.ts';

interface DueEndpoint extends EndpointJob {
  readonly url: string;
  /** Its place among those of its client. */
  readonly priority: number;
}

/**
 * Adds a job for each endpoint that something is due to. The database alone says what that is, so this can be called at
 * any time, and requests need not add jobs. An endpoint waits only for as many of another client as its own client has before
 * it: the one that was called last, last.
 */
export async function enqueueDeliveries({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<DueEndpoint>(sql`
    SELECT e.id AS endpoint_id, e.client_id, e.url,
           row_number() OVER (PARTITION BY e.client_id ORDER BY e.answered_at NULLS FIRST, e.id)::int AS priority
    FROM clients c JOIN webhook_endpoints e ON e.client_id = c.id
    WHERE EXISTS (SELECT FROM ${dueDeliveries(1, empty)})`);
  const jobs = rows.map(({ endpoint_id, client_id, url, priority }) => ({
    title: `deliver to ${new URL(url).host}`,
    data: { endpoint_id, client_id },
    priority,
  }));
  if (jobs.length > 0) await queues.add('deliver-webhooks', jobs);
}

/**
 * Drops the newest pending deliveries of each endpoint beyond `limit`, so that an endpoint that does not answer does not
 * fill the database. A person can send them again.
 */
export async function dropDeliveries({ pool }: Pick<Database, 'pool'>, limit: number): Promise<void> {
  await pool.query(sql`
    UPDATE webhook_deliveries d
    SET status = 'dropped', error = ${`Not sent: ${limit.toLocaleString('en-US')} earlier ones to this endpoint were waiting.`}
    FROM webhook_endpoints e
    CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = e.id AND client_id = e.client_id AND status = 'pending' ORDER BY id OFFSET ${limit}
    ) AS beyond
    WHERE d.id = beyond.id AND d.client_id = e.client_id AND d.status = 'pending'`);
}
