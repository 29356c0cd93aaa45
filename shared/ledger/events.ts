import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../accounts/principal.ts';
import type { WebhookEvent } from '../contracts/account/webhooks.ts';

// The outbox: an event is rows of `webhook_deliveries`, one for each enabled endpoint that wants it, written in the
// transaction that it tells of. So none is lost, and none tells of what was rolled back. `deliver.ts` sends them.

/** What an event tells of. */
interface Told {
  /** A run or a what-if, which is read when the event is sent. */
  readonly subject_id?: number;
  /** JSON: what is told beside it. */
  readonly data?: string;
}

/** What writes an event of a request; nothing if no endpoint of its client wants it. */
export function tell(
  { client_id, ledger_id, webhook_events }: Principal,
  type: WebhookEvent,
  { subject_id, data }: Told,
): Sql[] {
  if (!webhook_events.includes(type)) return [];
  return [
    sql`
      INSERT INTO webhook_deliveries (endpoint_id, client_id, ledger_id, type, subject_id, data)
      SELECT id, client_id, ${ledger_id}::int, ${type}, ${subject_id ?? null}::bigint, ${data ?? null}::json
      FROM webhook_endpoints WHERE client_id = ${client_id} AND enabled AND ${type} = ANY(events)`,
  ];
}

/** The columns of `ended` that `TELL_OF_ENDED_RUNS` reads. */
export const OF_ENDED_RUN = 'id, client_id, ledger_id, status, failure, none_count';

/**
 * SQL that writes the events of managed runs that have ended: `ended`, a part of the same statement. A run that failed may
 * be retried before it is told of, so its failure is kept with the event.
 */
export const TELL_OF_ENDED_RUNS = `
  INSERT INTO webhook_deliveries (endpoint_id, client_id, ledger_id, type, subject_id, data)
  SELECT e.id, e.client_id, r.ledger_id, t.type, r.id,
         CASE r.status WHEN 'failed' THEN json_build_object('status', 'failed', 'failure', r.failure) END
  FROM ended r
  JOIN webhook_endpoints e ON e.client_id = r.client_id AND e.enabled
  CROSS JOIN LATERAL (VALUES ('run.' || r.status), ('order.unroutable')) AS t (type)
  WHERE t.type = ANY(e.events)
    AND (t.type <> 'order.unroutable' OR (r.none_count > 0 AND r.status <> 'failed'))`;

/** What writes the event of a what-if that is completed. */
export function tellOfWhatIf({ id, ledger_id }: { readonly id: number; readonly ledger_id: number }): Sql {
  return sql`
    INSERT INTO webhook_deliveries (endpoint_id, client_id, ledger_id, type, subject_id)
    SELECT e.id, e.client_id, l.id, 'what_if.completed', ${id}::bigint
    FROM ledgers l JOIN webhook_endpoints e ON e.client_id = l.client_id
    WHERE l.id = ${ledger_id} AND e.enabled AND 'what_if.completed' = ANY(e.events)`;
}
