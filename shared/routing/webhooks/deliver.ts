import { Webhook } from 'standardwebhooks';
import { changeElement } from '../../accounts/account-lists.ts';
import { SERVICE } from '../../accounts/actor.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { type Answer, callEndpoint, type Reach } from './call-endpoint.ts';
import { eventBody, type StoredEvent } from './event-body.ts';
import { nextAttempt } from './retry.ts';

/** How long a job goes on with an endpoint, in milliseconds. The next round adds another. */
const SLICE_MS = 2_000;

/** Calls of one endpoint at once. */
const AT_ONCE = 4;

/** Longer than a call takes: then its worker was killed, and another one sends the delivery. */
const TAKEN_SECONDS = 30;

export interface DeliveryDeps {
  readonly db: Database;
  readonly reach: Reach;
}

export interface EndpointJob {
  readonly endpoint_id: number;
  readonly client_id: number;
}

/** What a job sent, in numbers. */
export interface Delivered {
  readonly delivered: number;
  readonly not_delivered: number;
}

interface Endpoint {
  readonly slug: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly failures: number;
}

interface Delivery extends StoredEvent {
  readonly id: number;
  readonly body: string | null;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly environment: string | null;
}

/**
 * Sends what is due to an endpoint, a few at once, until one fails or time is over. A delivery is taken for some seconds
 * before it is sent: if the worker is killed, it is sent again. One that does not answer holds up only its own endpoint:
 * an endpoint has one job at a time, and after a failure one call.
 */
export async function deliverWebhooks(deps: DeliveryDeps, job: EndpointJob): Promise<Delivered> {
  const end = performance.now() + SLICE_MS;
  let done: Delivered = { delivered: 0, not_delivered: 0 };
  while (performance.now() < end && done.not_delivered === 0) {
    const endpoint = await loadEndpoint(deps.db, job);
    if (endpoint === null) break;
    const due = await takeDue(deps.db, job, endpoint.failures > 0 ? 1 : AT_ONCE);
    if (due.length === 0) break;
    const answers = await Promise.all(due.map((delivery) => deliver(deps, job, endpoint, delivery)));
    const last = answers.find((answer) => !isSuccess(answer)) ?? answers[0]!;
    await saveLastAnswer(deps.db, job, last);
    if (answers.some(({ status }) => status === 410)) await disable(deps.db, endpoint);
    const delivered = answers.filter(isSuccess).length;
    done = {
      delivered: done.delivered + delivered,
      not_delivered: done.not_delivered + answers.length - delivered,
    };
  }
  return done;
}

function isSuccess({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function loadEndpoint({ pool }: Database, job: EndpointJob): Promise<Endpoint | null> {
  const { rows } = await pool.query<Endpoint>(
    `SELECT c.slug, e.url, e.failures,
            array_remove(ARRAY[e.secret, CASE WHEN e.previous_until > now() THEN e.previous_secret END], NULL) AS secrets
     FROM webhook_endpoints e JOIN clients c ON c.id = e.client_id WHERE e.id = $1 AND e.client_id = $2`,
    [job.endpoint_id, job.client_id],
  );
  return rows[0] ?? null;
}

/** Takes deliveries that are due, for this worker. */
async function takeDue({ pool }: Database, job: EndpointJob, limit: number): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `WITH due AS (
       SELECT id FROM webhook_deliveries
       WHERE endpoint_id = $1 AND client_id = $2 AND status = 'pending' AND next_attempt_at <= clock_timestamp()
       ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE webhook_deliveries d
     SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => $4)
     FROM due WHERE d.id = due.id AND d.client_id = $2
     RETURNING d.id, d.ledger_id, d.type, d.subject_id, d.data, d.body, d.attempts, d.created_at, d.expires_at,
       (SELECT l.environment FROM ledgers l WHERE l.id = d.ledger_id AND l.client_id = $2) AS environment`,
    [job.endpoint_id, job.client_id, limit, TAKEN_SECONDS],
  );
  return rows;
}

/** Sends one delivery and saves what became of it. */
async function deliver(
  { db, reach }: DeliveryDeps,
  job: EndpointJob,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<Answer> {
  const body = delivery.body ?? (await bodyIfThere(db, delivery));
  if (body === null) {
    const answer = { status: null, body: null, error: 'What it tells of was deleted.' } as const;
    await saveAnswer(db, job, delivery, { body: null, answer, next: null });
    return answer;
  }
  const answer = await callEndpoint(endpoint.url, headersOf(endpoint, delivery, body), body, reach);
  const next = answer.status === 410 ? null : nextAttempt(delivery.attempts, new Date(), delivery.expires_at);
  await saveAnswer(db, job, delivery, { body, answer, next });
  return answer;
}

async function bodyIfThere(db: Database, delivery: Delivery): Promise<string | null> {
  try {
    return await eventBody(db, delivery);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

function headersOf(
  { secrets }: Endpoint,
  { id, environment }: Delivery,
  body: string,
): Record<string, string> {
  const now = new Date();
  const messageId = `msg_${id}`;
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, now, body));
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'warehouse-routing-service',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
    ...(environment !== null && { 'wrs-environment': environment }),
  };
}

async function saveAnswer(
  { pool }: Database,
  { endpoint_id, client_id }: EndpointJob,
  { id }: Delivery,
  { body, answer, next }: { body: string | null; answer: Answer; next: Date | null },
): Promise<void> {
  const status = isSuccess(answer) ? 'delivered' : next === null ? 'failed' : 'pending';
  await pool.query(
    `UPDATE webhook_deliveries
     SET status = $4, body = $5, data = NULL, answered_at = clock_timestamp(), response_status = $6,
         response_body = $7, error = $8, next_attempt_at = coalesce($9, next_attempt_at)
     WHERE id = $1 AND endpoint_id = $2 AND client_id = $3`,
    [id, endpoint_id, client_id, status, body, answer.status, answer.body, answer.error, next],
  );
}

async function saveLastAnswer({ pool }: Database, job: EndpointJob, answer: Answer): Promise<void> {
  await pool.query(
    `UPDATE webhook_endpoints
     SET failures = CASE WHEN $3 THEN 0 ELSE failures + 1 END, answered_at = clock_timestamp(), last_status = $4,
         last_error = $5
     WHERE id = $1 AND client_id = $2`,
    [job.endpoint_id, job.client_id, isSuccess(answer), answer.status, answer.error],
  );
}

/** The endpoint says that it is gone for good. */
async function disable(db: Database, { slug, url }: Endpoint): Promise<void> {
  const act = { slug, who: SERVICE, list: 'webhooks', if_match: undefined } as const;
  try {
    await changeElement(db, act, url, { enabled: false });
  } catch (error) {
    // Somebody has removed it meanwhile.
    if (!(error instanceof AppError) || error.status !== 404) throw error;
  }
}
