import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { changeElement } from '../../account/account-lists.ts';
import { placeOfSecret } from '../../account/webhook-endpoints.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Reach } from '../../foundation/guarded-call.ts';
import type { Seats } from '../../foundation/seats.ts';
import { SERVICE } from '../../identity/actor.ts';
import { type Answer, callEndpoint } from './call-endpoint.ts';
import { dueDeliveries } from './due-deliveries.ts';
import { eventBody, type StoredEvent } from './event-body.ts';
import { nextAttempt } from './retry.ts';

/** How long a job goes on with an endpoint, in milliseconds. The next round adds another. */
const SLICE_MS = 2_000;

/** Calls of one endpoint at once. */
const AT_ONCE = 4;

/** Longer than a call takes: the worker was killed, and another worker sends the delivery. */
const TAKEN_SECONDS = 30;

/** Back-off of an endpoint that fails: longer after each failure in a row, at most five minutes. */
const BACKOFF_SECONDS = 5;
const MAX_BACKOFF_STEPS = 60;

export interface DeliveryDeps {
  readonly db: Database;
  /** What a delivery does in the database has a turn of its client, by id. A call has none: it may take long. */
  readonly turns: Seats<number>;
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
  /** Whether nothing has got through yet, or since it began to rest: then it gets one call at a time. */
  readonly one_at_a_time: boolean;
}

/** Its secrets as they are stored. */
interface Sealed {
  readonly secret: string;
  readonly previous_secret: string | null;
}

interface Delivery extends StoredEvent {
  readonly id: number;
  readonly body: string | null;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly environment: string | null;
}

/** What an endpoint is sent next; null: it is removed. */
interface Next {
  readonly endpoint: Endpoint | null;
  /** How many deliveries it may be sent at once. */
  readonly limit: number;
  readonly due: readonly Delivery[];
}

/** Does work in the database when its client's turn comes. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** What an endpoint answered to a kind of event. */
type Call = Answer & { readonly type: string };

/**
 * Sends what is due to an endpoint, a few at once, until time is over. A delivery is taken for some seconds before it is
 * sent: if the worker is killed, it is sent again. One that fails waits by itself. Kinds of events that get through go
 * first, so that a refused kind holds up no other. An endpoint has one job at a time. While nothing gets through, and until
 * something has for the first time, it has one call at a time.
 */
export async function deliverWebhooks(deps: DeliveryDeps, job: EndpointJob): Promise<Delivered> {
  const end = performance.now() + SLICE_MS;
  const inTurn: InTurn = (work) => deps.turns.run(job.client_id, work);
  let done: Delivered = { delivered: 0, not_delivered: 0 };
  while (performance.now() < end) {
    const { endpoint, limit, due } = await inTurn(() => takeNext(deps.db, job));
    if (endpoint === null || due.length === 0) break;
    const sent = await Promise.all(due.map((delivery) => deliver(deps, job, { endpoint, delivery, inTurn })));
    const calls = sent.filter((call) => call !== null);
    const delivered = calls.filter(isSuccess).length;
    const rests = delivered === 0 && calls.length === limit;
    if (calls.length > 0) await inTurn(() => saveAnswers(deps.db, job, calls, rests));
    if (calls.some(({ status }) => status === 410)) await inTurn(() => disable(deps.db, endpoint));
    done = {
      delivered: done.delivered + delivered,
      not_delivered: done.not_delivered + sent.length - delivered,
    };
  }
  return done;
}

/** What the endpoint is sent next, and how many deliveries it may be sent. */
async function takeNext(db: Database, job: EndpointJob): Promise<Next> {
  const endpoint = await loadEndpoint(db, job);
  const limit = endpoint?.one_at_a_time ? 1 : AT_ONCE;
  return { endpoint, limit, due: endpoint === null ? [] : await takeDue(db, job, limit) };
}

function isSuccess({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function loadEndpoint({ pool, secrets }: Database, job: EndpointJob): Promise<Endpoint | null> {
  const { rows } = await pool.query<Omit<Endpoint, 'secrets'> & Sealed>(
    `SELECT c.slug, e.url, e.rests_until IS NOT NULL OR e.succeeded_at IS NULL AS one_at_a_time,
            e.secret, CASE WHEN e.previous_until > now() THEN e.previous_secret END AS previous_secret
     FROM webhook_endpoints e JOIN clients c ON c.id = e.client_id WHERE e.id = $1 AND e.client_id = $2`,
    [job.endpoint_id, job.client_id],
  );
  if (rows[0] === undefined) return null;
  const { secret, previous_secret, ...endpoint } = rows[0];
  const open = (sealed: string, column: keyof Sealed) =>
    secrets.open(sealed, placeOfSecret(job.client_id, endpoint.url, column));
  const previous = previous_secret === null ? [] : [open(previous_secret, 'previous_secret')];
  return { ...endpoint, secrets: [open(secret, 'secret'), ...previous] };
}

/** Takes deliveries that are due, for this worker: first of the kinds that get through. */
async function takeDue({ pool }: Database, job: EndpointJob, limit: number): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(sql`
    WITH due AS (
      SELECT d.id
      FROM webhook_endpoints e CROSS JOIN ${dueDeliveries(limit, sql`FOR UPDATE SKIP LOCKED`)}
      WHERE e.id = ${job.endpoint_id} AND e.client_id = ${job.client_id}
      ORDER BY kind.type = ANY(e.refused), d.next_attempt_at LIMIT ${limit}
    )
    UPDATE webhook_deliveries d
    SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS})
    FROM due WHERE d.id = due.id AND d.client_id = ${job.client_id}
    RETURNING d.id, d.ledger_id, d.type, d.subject_id, d.data, d.body, d.attempts, d.created_at, d.expires_at,
      (SELECT l.environment FROM ledgers l WHERE l.id = d.ledger_id AND l.client_id = ${job.client_id}) AS environment`);
  return rows;
}

/** Sends one delivery and saves its result. Returns null if there is nothing to send any more. */
async function deliver(
  { db, reach }: Pick<DeliveryDeps, 'db' | 'reach'>,
  job: EndpointJob,
  {
    endpoint,
    delivery,
    inTurn,
  }: { readonly endpoint: Endpoint; readonly delivery: Delivery; readonly inTurn: InTurn },
): Promise<Call | null> {
  const body = delivery.body ?? (await inTurn(() => bodyIfThere(db, delivery)));
  if (body === null) {
    const answer = { status: null, body: null, error: 'The run of this event was deleted.' } as const;
    await inTurn(() => saveAnswer(db, job, delivery, { body: null, answer, next: null }));
    return null;
  }
  const answer = await callEndpoint(endpoint.url, headersOf(endpoint, delivery, body), body, reach);
  const next = answer.status === 410 ? null : nextAttempt(delivery.attempts, new Date(), delivery.expires_at);
  await inTurn(() => saveAnswer(db, job, delivery, { body, answer, next }));
  return { type: delivery.type, ...answer };
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

/** Saves what the endpoint did with some deliveries. If nothing got through, it rests. */
async function saveAnswers(
  { pool }: Database,
  job: EndpointJob,
  calls: readonly Call[],
  rests: boolean,
): Promise<void> {
  const { status, error } = calls.find((call) => !isSuccess(call)) ?? calls[0]!;
  const refused = calls.filter((call) => !isSuccess(call)).map(({ type }) => type);
  const taken = calls.filter(isSuccess).map(({ type }) => type);
  await pool.query(
    `UPDATE webhook_endpoints
     SET failures = CASE WHEN $6 = '{}' THEN failures + 1 ELSE 0 END,
         answered_at = now(), last_status = $4, last_error = $5,
         refused = ARRAY(SELECT unnest(refused || $3::text[]) EXCEPT SELECT unnest($6::text[])),
         rests_until = CASE WHEN $7 THEN now() + least(failures + 1, $8) * make_interval(secs => $9)
                            WHEN $6 <> '{}' THEN NULL ELSE rests_until END,
         succeeded_at = CASE WHEN $6 <> '{}' THEN now() ELSE succeeded_at END
     WHERE id = $1 AND client_id = $2`,
    [
      job.endpoint_id,
      job.client_id,
      refused,
      status,
      error,
      taken,
      rests,
      MAX_BACKOFF_STEPS,
      BACKOFF_SECONDS,
    ],
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
