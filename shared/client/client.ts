import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths as accountPaths } from './account-api.d.ts';
import { Refused, Unreachable } from './failures.ts';
import type { components, paths } from './openapi.d.ts';
import { type Parts, postStream } from './post-stream.ts';
import { repeat, UNSERVED } from './repeat.ts';
import { either, within } from './within.ts';

export type { Parts };
export { Refused, Unreachable };

/** The service's schemas by their names in its document: `Schemas['Run']`. */
export type Schemas = components['schemas'];
interface Results {
  A: Schemas['OrderResultA'];
  B: Schemas['OrderResultB'];
}
/** The contract variant of an account. */
export type Variant = keyof Results;
/** The result of one order. */
export type OrderResult<V extends Variant = 'A'> = Results[V];
/** Routed orders; routing_run_id is missing in a dry run. */
export interface RoutedBatch<V extends Variant = 'A'> {
  readonly routing_run_id?: number | null;
  readonly results: readonly OrderResult<V>[];
}

/** How requests are sent. */
export interface ClientOptions {
  /** How often a request is sent again after 408, 429, 500, 502, 503, 504 or a broken connection. By default 5 times. */
  readonly retries?: number;
  /**
   * After how many milliseconds without an answer an attempt counts as a broken connection: for uploads and streams, after
   * so long without a byte. By default 80,000.
   */
  readonly timeout?: number;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What an upload takes. */
export interface UploadOptions extends CallOptions {
  /** Called if the answer is that to an earlier request with the same Idempotency-Key. */
  readonly onReplay?: (() => void) | undefined;
}

/** How orders are routed. */
export interface RouteOptions extends CallOptions {
  /** The same key and body have one effect, whenever they are sent. By default each call has its own key. */
  readonly idempotencyKey?: string;
  /** Decides on the present stock, and saves nothing. */
  readonly dryRun?: boolean;
}

/** How a run is submitted. */
export interface SubmitOptions extends UploadOptions {
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
 * answered after a moment is repeated, a POST under an Idempotency-Key, so that its work is done once. `V` is the contract
 * variant of the account: it types the results of orders, and nothing checks it.
 */
export interface RoutingClient<V extends Variant = 'A'> {
  /** Every endpoint that answers JSON, typed by the service's OpenAPI document. Its calls take a `signal` too. */
  readonly api: Client<paths, 'application/json'>;
  /** Routes one order. */
  route(order: Schemas['OrderInput'], options?: RouteOptions): Promise<OrderResult<V>>;
  /** Routes orders together, which compete for stock. Up to 5,000 (Variant B: 250); more are a run. */
  batch(orders: readonly Schemas['OrderInput'][], options?: RouteOptions): Promise<RoutedBatch<V>>;
  readonly runs: {
    /** Sends orders as they are read, and returns the accepted run. `open` is called again if the connection breaks. */
    submit(open: () => Parts, options?: SubmitOptions): Promise<Schemas['Run']>;
    /** The run each time it changes, until it ends. Connects again if the connection breaks. */
    follow(routingRunId: number, options?: CallOptions): AsyncGenerator<Schemas['Run'], void>;
    /** The results, in the order in which the orders were sent. */
    results(
      routingRunId: number,
      filter?: ResultFilter,
      options?: CallOptions,
    ): AsyncGenerator<OrderResult<V>, void>;
  };
  /** The body of an answer as a stream, which throws Unreachable if it breaks off. */
  stream(path: string, accept: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Posts a body of any size as it is read. */
  upload<T>(
    path: string,
    headers: Readonly<Record<string, string>>,
    open: () => Parts,
    options?: UploadOptions,
  ): Promise<T>;
}

const TIMEOUT_MS = 80_000;

/**
 * A client of the service at `url`, which may have a path, with an API key. Throws TypeError if `url` is no address, or if
 * there is no key.
 */
export function createRoutingClient<V extends Variant = 'A'>(
  url: string | undefined,
  key: string | undefined,
  { retries = 5, timeout = TIMEOUT_MS }: ClientOptions = {},
): RoutingClient<V> {
  const authorization = bearer('An API key', key);
  const base = addressOf(url);
  const api = createFetchClient<paths, 'application/json'>({
    baseUrl: base,
    headers: { authorization },
    fetch: (request) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', randomUUID());
      }
      return repeat(retries, () => wholeAnswer(request, timeout), request.signal);
    },
  });
  api.use(throwing(base));

  async function stream(path: string, accept: string, { signal }: CallOptions = {}) {
    const headers = { authorization, accept };
    let late = new AbortController();
    const send = () => {
      late = new AbortController();
      const init = { headers, signal: either(late, signal) };
      return within(timeout, late, () => fetch(`${base}${path}`, init));
    };
    const { body } = await succeed(base, repeat(retries, send, signal), signal);
    const reader = body?.getReader();
    return new ReadableStream<Uint8Array>(
      {
        // Only what was asked for is waited for: its reader may take its time.
        async pull(controller) {
          const read = within(timeout, late, async () => reader?.read());
          const part = await read.catch((error: Error) => Promise.reject(failure(base, error, signal)));
          if (part?.value) controller.enqueue(part.value);
          else controller.close();
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async function upload<T>(
    path: string,
    headers: Readonly<Record<string, string>>,
    open: () => Parts,
    { signal, onReplay }: UploadOptions = {},
  ): Promise<T> {
    const sent = { 'idempotency-key': randomUUID(), ...headers, authorization };
    const send = () => postStream(`${base}${path}`, sent, open(), { timeout, signal });
    const response = await succeed(base, repeat(retries, send, signal), signal);
    if (response.headers.get('idempotent-replayed') === 'true') onReplay?.();
    return (await response.json()) as T;
  }

  return {
    api,
    stream,
    upload,
    async route(order, options = {}) {
      const init = { ...routeInit(options), body: order };
      const answer = await dataOf(api.POST('/api/v1/orders/route', init));
      return ('results' in answer ? answer.results[0] : answer) as OrderResult<V>;
    },
    async batch(orders, options = {}) {
      const init = { ...routeInit(options), body: { orders: [...orders] } };
      const answer: object = await dataOf(api.POST('/api/v1/orders/batch-route', init));
      return answer as RoutedBatch<V>;
    },
    runs: {
      submit(open, options = {}) {
        const { contentType = 'application/x-ndjson', gzipped, onInvalid, idempotencyKey } = options;
        const query = onInvalid === undefined ? '' : `?on_invalid=${onInvalid}`;
        const headers = {
          'content-type': contentType,
          ...(gzipped && { 'content-encoding': 'gzip' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        };
        return upload(`/api/v1/runs${query}`, headers, open, options);
      },
      follow: (id, options = {}) =>
        followRun(() => stream(`/api/v1/runs/${id}/events`, 'text/event-stream', options), options.signal),
      async *results(routing_run_id, filter = {}, { signal } = {}) {
        let query: ResultQuery = { ...filter, limit: 1000 };
        for (;;) {
          const params = { path: { routing_run_id }, query };
          const init = { params, signal: signal ?? null };
          const page = await dataOf(api.GET('/api/v1/runs/{routing_run_id}/results', init));
          yield* page.results as OrderResult<V>[];
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
  url: string | undefined,
  token: string | undefined,
  { retries = 5, timeout = TIMEOUT_MS }: ClientOptions = {},
): Client<accountPaths, 'application/json'> {
  const base = addressOf(url);
  const api = createFetchClient<accountPaths, 'application/json'>({
    baseUrl: base,
    headers: { authorization: bearer('An account token', token) },
    fetch: (request) =>
      repeat(request.method === 'GET' ? retries : 0, () => wholeAnswer(request, timeout), request.signal),
  });
  api.use(throwing(base));
  return api;
}

/** The data of a call by `api`. The call has thrown if it was refused. */
export async function dataOf<T>(call: Promise<{ data?: T | undefined }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new Unreachable('The service sent an empty response.');
  return data;
}

/** An address as it can be shown: without a password, and without a query, which may have a key. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z+.-]*:\/\/)?.*@/is, '$1');
}

/** Without the check, an environment variable that is not set would be sent as the word "undefined". */
function bearer(what: string, secret: string | undefined): string {
  if (!secret) throw new TypeError(`${what} is missing.`);
  return `Bearer ${secret}`;
}

/** An address without the slash at its end. Throws TypeError if it is none, also if it is missing. */
function addressOf(url: string | undefined): string {
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(
      `${shownAddress(String(url))} is not an address of the service: it must begin with http:// or https://.`,
    );
  }
  return `${address.origin}${address.pathname}`.replace(/\/+$/, '');
}

function routeInit({ idempotencyKey, dryRun, signal }: RouteOptions) {
  return {
    signal: signal ?? null,
    params: {
      query: dryRun === true ? { dry_run: 'true' as const } : {},
      header: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    },
  };
}

/** An answer counts when all of it has arrived: the connection may break in the middle. */
function wholeAnswer(request: Request, timeout: number): Promise<Response> {
  const late = new AbortController();
  return within(timeout, late, async () => {
    const response = await fetch(request.clone(), { signal: either(late, request.signal) });
    const bytes = await response.arrayBuffer();
    return new Response(bytes.byteLength === 0 ? null : bytes, response);
  });
}

function throwing(url: string): Middleware {
  return {
    async onResponse({ response }) {
      if (!response.ok) throw await refusal(response);
    },
    onError: ({ error, request }) => failure(url, error as Error, request.signal),
  };
}

async function succeed(url: string, answer: Promise<Response>, signal?: AbortSignal): Promise<Response> {
  const response = await answer.catch((error: Error) => {
    throw failure(url, error, signal);
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Error> {
  const body = await response.text();
  const { status } = response;
  // A proxy answers with a page.
  const said = body.startsWith('<') ? '' : body.slice(0, 500);
  const { detail = said || `The service answered ${status}.`, ...rest } = parsed(body);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (UNSERVED.has(status)) return new Unreachable(detail, { ...rest, status, requestId });
  return new Refused(status, detail, { ...rest, requestId });
}

function parsed(body: string): { detail?: string; code?: string; errors?: Refused['errors'] } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/** A broken connection is Unreachable; what the caller's own stream throws, or an abort, stays as it is. */
function failure(url: string, error: Error, signal?: AbortSignal): Error {
  if (signal?.aborted || !(error instanceof TypeError)) return error;
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  // The error of a host with several addresses has a code and no message.
  return new Unreachable(
    `Cannot reach the service at ${url}: ${message || code}`,
    { code },
    { cause: error },
  );
}

const RECONNECT_MS = 1000;
/** A restarting service answers again within this time. */
const SILENCE_TIMEOUT_MS = 120_000;
const ENDED: ReadonlySet<Schemas['Run']['status']> = new Set(['completed', 'cancelled', 'failed']);

/** Throws Unreachable if the service does not come back, and throws if `signal` aborts. */
async function* followRun(
  open: () => Promise<ReadableStream<Uint8Array>>,
  signal?: AbortSignal,
): AsyncGenerator<Schemas['Run'], void> {
  let lastEventAt = Date.now();
  for (;;) {
    let failure: unknown = new Unreachable('The service ends the events of the run before its end.');
    try {
      for await (const run of runEvents(await open())) {
        lastEventAt = Date.now();
        if (run === null) continue;
        yield run;
        if (ENDED.has(run.status)) return;
      }
    } catch (error) {
      failure = error;
    }
    // If the stream only broke off, it is opened again.
    if (signal?.aborted || failure instanceof Refused || Date.now() - lastEventAt > SILENCE_TIMEOUT_MS)
      throw failure;
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
