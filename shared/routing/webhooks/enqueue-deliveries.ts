import sql, { empty } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import type { JobQueues } from '../managed/job-queues.ts';
import { dueDeliveries } from './due-deliveries.ts';

/**
 * Adds a job for each endpoint that something is due to. The database alone says what that is, so this can be called at
 * any time, and requests need not add jobs.
 */
export async function enqueueDeliveries({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<{ endpoint_id: number; client_id: number; url: string }>(sql`
    SELECT e.id AS endpoint_id, e.client_id, e.url
    FROM clients c JOIN webhook_endpoints e ON e.client_id = c.id
    WHERE EXISTS (SELECT FROM ${dueDeliveries(1, empty)})`);
  const jobs = rows.map(({ endpoint_id, client_id, url }) => ({
    title: `deliver to ${new URL(url).host}`,
    data: { endpoint_id, client_id },
  }));
  if (jobs.length > 0) await queues.add('deliver-webhooks', jobs);
}
