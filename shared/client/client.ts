import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths as accountPaths } from './account-api.d.ts';
import { Refused, Unreachable } from './failures.ts';
import type { components, paths } from './openapi.d.ts';
import { type Parts, postStream } from './post-stream.ts';
import { repeat } from './repeat.ts';

export type { Parts };
export { Refused, Unreachable };

/** The service's schemas by their names in its document: `Schemas['Run']`. */
export type Schemas = components['schemas'];
/** The result of one order in the contract variant of the account. */
export type OrderResult = Schemas['RunResultsPage']['results'][number];
/** Routed orders; routing_run_id is missing in a dry run. */
export interface RoutedBatch {
  readonly routing_run_id?: number | null;
  readonly results: readonly OrderResult[];
}

/** How a request is repeated. */
export interface ClientOptions {
  /** How often a request is sent again after 408, 429, 503 or a broken connection. By default 5 times. */
  readonly retries?: number;
}

/** How orders are routed. */
export interface RouteOptions {
  /** The same key and body have one effect, whenever they are sent. By default each call has its own key. */
  readonly idempotencyKey?: string;
  /** Decides on the present stock, and saves nothing. */
  readonly dryRun?: boolean;
}

/** How a run is submitted. */
export interface SubmitOptions {
  /** By default NDJSON: an order a line. */
  readonly contentType?: 'application/x-ndjson' | 'text/csv' | 'application/json';
  /** The body is compressed already. */
  readonly gzipped?: boolean;
  /** skip: faulty orders are left out and listed in the run. By default one faulty order refuses the run. */
  readonly onInvalid?: 'reject' | 'skip';
  readonly idempotencyKey?: string;
}

type ResultQuery = NonNullable<paths['/api/v1/runs/{routing_run_id}/results']['get']['parameters']['query']>;

/** Which results of a run. */
export type ResultFilter = Omit<ResultQuery, 'limit' | 'cursor'>;

/**
 * The customer API with one API key. Every call throws Refused or Unreachable if it does not succeed. A request that may be
 * answered after a moment is repeated, a POST under an Idempotency-Key, so that its work is done once.
 */
export interface RoutingClient {
  /** Every endpoint that answers JSON, typed by the service's OpenAPI document. */
  readonly api: Client<paths, 'application/json'>;
  /** Routes one order. */
  route(order: Schemas['OrderInput'], options?: RouteOptions): Promise<OrderResult>;
  /** Routes orders together, which compete for stock. Up to 5,000 (Variant B: 250); more are a run. */
  batch(orders: readonly Schemas['OrderInput'][], options?: RouteOptions): Promise<RoutedBatch>;
  readonly runs: {
    /** Sends orders as they are read, and returns the accepted run. `open` is called again if the connection breaks. */
    submit(open: () => Parts, options?: SubmitOptions): Promise<Schemas['Run']>;
    /** The run each time it changes, until it ends. Connects again if the connection breaks. */
    follow(routingRunId: number, signal?: AbortSignal): AsyncGenerator<Schemas['Run'], void>;
    /** The results, in the order in which the orders were sent. */
    results(routingRunId: number, filter?: ResultFilter): AsyncGenerator<OrderResult, void>;
  };
  /** The body of an answer as a stream. */
  stream(path: string, accept: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Posts a body of any size as it is read. */
  upload<T>(path: string, headers: Readonly<Record<string, string>>, open: () => Parts): Promise<T>;
}

/** A client of the service at `url` with an API key. */
export function createRoutingClient(
  url: string,
  key: string,
  { retries = 5 }: ClientOptions = {},
): RoutingClient {
  const authorization = `Bearer ${key}`;
  const api = createFetchClient<paths, 'application/json'>({
    baseUrl: url,
    headers: { authorization },
    fetch: (request) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', randomUUID());
      }
      return repeat(retries, () => wholeAnswer(request), request.signal);
    },
  });
  api.use(throwing(url));

  async function stream(path: string, accept: string, signal?: AbortSignal) {
    const init = { headers: { authorization, accept }, ...(signal && { signal }) };
    const send = () => fetch(new URL(path, url), init);
    const { body } = await succeed(url, repeat(retries, send, signal));
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  }

  async function upload<T>(
    path: string,
    headers: Readonly<Record<string, string>>,
    open: () => Parts,
  ): Promise<T> {
    const sent = { 'idempotency-key': randomUUID(), ...headers, authorization };
    const send = () => postStream(new URL(path, url), sent, open());
    return (await (await succeed(url, repeat(retries, send))).json()) as T;
  }

  return {
    api,
    stream,
    upload,
    async route(order, options = {}) {
      const init = { ...routeInit(options), body: order };
      const answer = await dataOf(api.POST('/api/v1/orders/route', init));
      return ('results' in answer ? answer.results[0] : answer) as OrderResult;
    },
    batch: (orders, options = {}) => {
      const init = { ...routeInit(options), body: { orders: [...orders] } };
      return dataOf(api.POST('/api/v1/orders/batch-route', init)) as Promise<RoutedBatch>;
    },
    runs: {
      submit(open, { contentType = 'application/x-ndjson', gzipped, onInvalid, idempotencyKey } = {}) {
        const query = onInvalid === undefined ? '' : `?on_invalid=${onInvalid}`;
        const headers = {
          'content-type': contentType,
          ...(gzipped && { 'content-encoding': 'gzip' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        };
        return upload(`/api/v1/runs${query}`, headers, open);
      },
      follow: (id, signal) =>
        followRun(() => stream(`/api/v1/runs/${id}/events`, 'text/event-stream', signal), signal),
      async *results(routing_run_id, filter = {}) {
        let query: ResultQuery = { ...filter, limit: 1000 };
        for (;;) {
          const params = { path: { routing_run_id }, query };
          const page = await dataOf(api.GET('/api/v1/runs/{routing_run_id}/results', { params }));
          yield* page.results;
          if (page.next_cursor === null) return;
          query = { ...query, cursor: page.next_cursor };
        }
      },
    },
  };
}

/**
 * The account API with an account token (`wrs_account_…`), typed by its OpenAPI document. Calls throw Refused or Unreachable.
 * Only a GET is repeated, because changes of an account have no Idempotency-Key.
 */
export function createAccountClient(
  url: string,
  token: string,
  { retries = 5 }: ClientOptions = {},
): Client<accountPaths, 'application/json'> {
  const api = createFetchClient<accountPaths, 'application/json'>({
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    fetch: (request) =>
      repeat(request.method === 'GET' ? retries : 0, () => wholeAnswer(request), request.signal),
  });
  api.use(throwing(url));
  return api;
}

/** The data of a call by `api`. The call has thrown if it was refused. */
export async function dataOf<T>(call: Promise<{ data?: T | undefined }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new Unreachable('The service sent an empty response.');
  return data;
}

function routeInit({ idempotencyKey, dryRun }: RouteOptions) {
  return {
    params: {
      query: dryRun === true ? { dry_run: 'true' as const } : {},
      header: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    },
  };
}

/** An answer counts when all of it has arrived: the connection may break in the middle. */
async function wholeAnswer(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, response);
}

function throwing(url: string): Middleware {
  return {
    async onResponse({ response }) {
      if (!response.ok) throw await refusal(response);
    },
    onError: ({ error }) => failure(url, error as Error),
  };
}

async function succeed(url: string, answer: Promise<Response>): Promise<Response> {
  const response = await answer.catch((error: Error) => {
    throw failure(url, error);
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Error> {
  const body = await response.text();
  const { detail = body.slice(0, 500), ...rest } = parsed(body);
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (status === 503) return new Unreachable(detail, { ...rest, status, requestId });
  return new Refused(status, detail || `The service answered ${status}.`, { ...rest, requestId });
}

function parsed(body: string): { detail?: string; code?: string; errors?: Refused['errors'] } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/** A broken connection is Unreachable; what the caller's own stream throws, or an abort, stays as it is. */
function failure(url: string, error: Error & { cause?: unknown }): Error {
  if (!(error instanceof TypeError)) return error;
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string };
  return new Unreachable(`Cannot reach the service at ${url}: ${code ?? message ?? error.message}`, { code });
}

const RECONNECT_MS = 1000;
/** A restarting service answers again within this time. */
const PATIENCE_MS = 120_000;
const ENDED: ReadonlySet<Schemas['Run']['status']> = new Set(['completed', 'cancelled', 'failed']);

/** Throws Unreachable if the service does not come back, and throws if `signal` aborts. */
async function* followRun(
  open: () => Promise<ReadableStream<Uint8Array>>,
  signal?: AbortSignal,
): AsyncGenerator<Schemas['Run'], void> {
  let lastEventAt = Date.now();
  for (;;) {
    try {
      for await (const run of runEvents(await open())) {
        lastEventAt = Date.now();
        if (run === null) continue;
        yield run;
        if (ENDED.has(run.status)) return;
      }
    } catch (error) {
      // If the stream only broke off, it is opened again.
      if (signal?.aborted || error instanceof Refused || Date.now() - lastEventAt > PATIENCE_MS) throw error;
    }
    await pause(RECONNECT_MS, undefined, signal && { signal });
  }
}

/** The run of each event, or null for a heartbeat, until the stream ends. */
async function* runEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Schemas['Run'] | null> {
  let text = '';
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      yield data === undefined ? null : (JSON.parse(data) as Schemas['Run']);
    }
  }
}
