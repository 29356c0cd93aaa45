import type { z } from 'zod';
import type {
  deliveriesQuery,
  deliveryPage,
  deliveryStatus,
  deliveryView,
  lastAnswer,
  orderDeliveries,
} from '../../contracts/account/webhooks.ts';
import { recordId } from '../../contracts/common.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { Queryable } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';

// Deliveries as people see them: their list, one with its body, and what sends one.

/** The type of what a person sends to see that an endpoint works. */
export const TEST_EVENT = 'webhook.test';

interface DeliveryRow {
  readonly id: number;
  readonly url: string;
  readonly type: string;
  readonly status: z.output<typeof deliveryStatus>;
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_attempt_at: Date;
  readonly answered_at: Date | null;
  readonly response_status: number | null;
  readonly error: string | null;
}

const SELECT = `SELECT d.id, e.url, d.type, d.status, d.attempts, d.created_at, d.next_attempt_at, d.answered_at,
  d.response_status, d.error`;
const FROM = `FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.client_id = d.client_id`;

/** Its last attempt was no success, and nothing got through to its endpoint since. */
const IS_FAILING = `d.status IN ('pending', 'failed') AND d.attempts > 0
  AND d.answered_at > coalesce(e.succeeded_at, '-infinity')`;

/** Reads one page of a client's deliveries, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listDeliveries(
  db: Queryable,
  clientId: number,
  { url, status, limit, cursor }: z.output<typeof deliveriesQuery>,
): Promise<z.output<typeof deliveryPage>> {
  const { rows } = await db.query<DeliveryRow>(
    `${SELECT} ${FROM}
     WHERE d.client_id = $1 AND ($2::text IS NULL OR e.url = $2)
       AND ($3::text IS NULL OR d.status::text = $3 OR ($3 = 'failing' AND ${IS_FAILING})) AND ($4::bigint IS NULL OR d.id < $4)
     ORDER BY d.id DESC LIMIT $5`,
    [clientId, url ?? null, status ?? null, cursor ? decodeCursor(recordId, cursor) : null, limit + 1],
  );
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => id);
  return { deliveries: page.map(toListed), next_cursor };
}

/** So many deliveries of an order are shown. */
const MAX_OF_ORDER = 100;

/** Reads what was sent of an order of a ledger, newest first. */
export async function listOrderDeliveries(
  db: Queryable,
  { client_id, ledger_id }: Pick<Principal, 'client_id' | 'ledger_id'>,
  orderId: string,
): Promise<z.output<typeof orderDeliveries>> {
  const { rows } = await db.query<DeliveryRow>(
    `${SELECT} ${FROM} WHERE d.client_id = $1 AND d.ledger_id = $2 AND d.order_id = $3
     ORDER BY d.id DESC LIMIT ${MAX_OF_ORDER}`,
    [client_id, ledger_id, orderId],
  );
  const deliveries = rows.map((row) => {
    const { url, next_attempt_at: _, ...shown } = toListed(row);
    return { ...shown, host: new URL(url).host };
  });
  return { deliveries };
}

/** A delivery with what was sent and answered. Throws AppError not_found. */
export async function findDelivery(
  db: Queryable,
  clientId: number,
  id: number,
): Promise<z.output<typeof deliveryView>> {
  const { rows } = await db.query<DeliveryRow & { body: string | null; response_body: string | null }>(
    `${SELECT}, d.body, d.response_body ${FROM} WHERE d.client_id = $1 AND d.id = $2::bigint`,
    [clientId, id],
  );
  const [row] = rows;
  if (row === undefined) throw noDelivery(id);
  return { ...toListed(row), body: row.body, response_body: row.response_body };
}

function toListed(row: DeliveryRow) {
  return {
    delivery_id: row.id,
    webhook_id: `msg_${row.id}`,
    url: row.url,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at.toISOString() : null,
    answered_at: row.answered_at?.toISOString() ?? null,
    response_status: row.response_status,
    error: row.error,
  };
}

/** Sends a delivery again, for 24 hours. Its endpoint is called at once, however often it failed. Throws AppError not_found. */
export async function sendAgain(db: Queryable, clientId: number, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `WITH again AS (
       UPDATE webhook_deliveries
       SET status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(),
           expires_at = clock_timestamp() + interval '24 hours'
       WHERE client_id = $1 AND id = $2::bigint RETURNING endpoint_id
     )
     UPDATE webhook_endpoints e SET failures = 0, rests_until = NULL FROM again WHERE e.id = again.endpoint_id AND e.client_id = $1`,
    [clientId, id],
  );
  if (rowCount === 0) throw noDelivery(id);
}

/** Sends an endpoint a test event, also one that is disabled. Returns the delivery's id. Throws AppError not_found. */
export async function sendTestEvent(db: Queryable, clientId: number, url: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `WITH tested AS (
       UPDATE webhook_endpoints SET failures = 0, rests_until = NULL WHERE client_id = $1 AND url = $2
       RETURNING id, client_id
     )
     INSERT INTO webhook_deliveries (endpoint_id, client_id, type, data)
     SELECT id, client_id, '${TEST_EVENT}', json_build_object('url', $2::text) FROM tested RETURNING id`,
    [clientId, url],
  );
  if (rows[0] === undefined) throw new AppError('not_found', `There is no ${url} in webhooks.`);
  return rows[0].id;
}

/** So many of an endpoint are counted, because people read their endpoints often. */
const MAX_COUNTED = 10_000;

/** What each endpoint of a client last answered, by url; null: it was not called yet. */
export async function lastAnswers(
  db: Queryable,
  clientId: number,
): Promise<Map<string, z.output<typeof lastAnswer>>> {
  const { rows } = await db.query<{
    url: string;
    answered_at: Date | null;
    last_status: number | null;
    last_error: string | null;
    failures: number;
    failing: number;
  }>(
    `SELECT e.url, e.answered_at, e.last_status, e.last_error, e.failures, CASE WHEN e.failures = 0 THEN 0 ELSE (
       SELECT count(*) FILTER (WHERE ${IS_FAILING})::int
       FROM (SELECT * FROM webhook_deliveries WHERE endpoint_id = e.id ORDER BY id DESC LIMIT ${MAX_COUNTED}) d
     ) END AS failing
     FROM webhook_endpoints e WHERE e.client_id = $1`,
    [clientId],
  );
  return new Map(
    rows.map(({ url, answered_at, last_status: status, last_error: error, failures, failing }) => [
      url,
      answered_at && { at: answered_at.toISOString(), status, error, failures, failing },
    ]),
  );
}

function noDelivery(id: number): AppError {
  return new AppError('not_found', `There is no delivery ${id}.`);
}
