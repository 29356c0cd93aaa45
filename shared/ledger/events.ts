import sql, { type Sql } from 'sql-template-tag';
import type { WebhookEvent } from '../contracts/account/webhooks.ts';
import type { Principal } from '../identity/principal.ts';

// The outbox: an event is rows of `webhook_deliveries`, one for each enabled endpoint that wants it, written in the
// transaction that it tells of. So none is lost, and none tells of what was rolled back. `deliver.ts` sends them.

/**
 * SQL that writes events. `events` selects them: client_id, ledger_id, type, subject_id (a run or a what-if, which is read
 * when the event is sent), data (JSON that is sent beside it) and order_id, if it is about one order.
 */
export const insertEvents = (events: Sql): Sql => sql`
  INSERT INTO webhook_deliveries (endpoint_id, client_id, ledger_id, type, subject_id, data, order_id)
  SELECT e.id, e.client_id, v.ledger_id, v.type, v.subject_id, v.data, v.order_id
  FROM (${events}) AS v
  JOIN webhook_endpoints e ON e.client_id = v.client_id AND e.enabled AND v.type = ANY(e.events)`;

/** What writes an event of a request; nothing if no endpoint of its client wants it. */
export function eventOf(
  { client_id, ledger_id, webhook_events }: Pick<Principal, 'client_id' | 'ledger_id' | 'webhook_events'>,
  type: WebhookEvent,
  {
    subject_id,
    data,
    order_id,
  }: { readonly subject_id?: number; readonly data?: string; readonly order_id?: string | undefined },
): Sql[] {
  if (!webhook_events.includes(type)) return [];
  return [
    insertEvents(sql`
      SELECT ${client_id}::int AS client_id, ${ledger_id}::int AS ledger_id, ${type}::text AS type,
             ${subject_id ?? null}::bigint AS subject_id, ${data ?? null}::json AS data, ${order_id ?? null}::text AS order_id`),
  ];
}
