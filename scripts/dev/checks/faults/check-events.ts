import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../shared/db/database.ts';
import type { WebhookReceiver } from '../../../../shared/testing/webhook-receiver.ts';
import type { TestClient } from '../../harness/clients.ts';

/** The events that are compared. */
export const EVENTS: ('inventory.synced' | 'order.rerouted')[] = ['inventory.synced', 'order.rerouted'];

/** A delivery whose worker was killed is sent again after half a minute. */
const LIMIT_MS = 180_000;

/**
 * Waits until a client has nothing left to send. Each event of its database must have reached the receiver, and none that
 * the database does not have. One may come twice.
 */
export async function checkEvents(
  { pool, prisma }: Database,
  { client_id, slug }: TestClient,
  { received }: WebhookReceiver,
): Promise<string[]> {
  const deadline = Date.now() + LIMIT_MS;
  while ((await prisma.webhookDelivery.count({ where: { client_id, status: 'pending' } })) > 0) {
    if (Date.now() > deadline) return [`unanswered: events are not sent after ${LIMIT_MS / 1000} s`];
    await pause(100);
  }
  const { rows } = await pool.query<{ name: string }>(
    `SELECT 'inventory.synced ' || i.id AS name FROM ingest_runs i JOIN ledgers l ON l.id = i.ledger_id
     WHERE l.client_id = $1
     UNION ALL
     SELECT 'order.rerouted ' || d.id FROM decisions d JOIN ledgers l ON l.id = d.ledger_id
     WHERE l.client_id = $1 AND d.data -> 'reroute' IS NOT NULL -- a run that was received twice is no reroute`,
    [client_id],
  );
  const made = new Set(rows.map(({ name }) => name));
  const sent = new Set(
    received
      .filter(({ path }) => path === `/${slug}`)
      .map(({ body }) => {
        const { type, data } = JSON.parse(body);
        return `${type} ${data.ingest_run_id ?? data.routing_decision_id}`;
      }),
  );
  return [
    ...[...made].filter((name) => !sent.has(name)).map((name) => `lost: the event ${name} was never sent`),
    ...[...sent]
      .filter((name) => !made.has(name))
      .map((name) => `invented: the event ${name} is not in the database`),
  ];
}
