import { Agent, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';

/** A request as it is sent, without its credential. */
export interface SentRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** A stream is sent on a connection of its own, and no further than to its answer. */
  readonly body: Buffer | Readable | null;
}

/** The headers with a caller's credential. */
export type Credential = Readonly<Record<string, string>>;

/** An answer, read to its end. */
export interface SentAnswer {
  /** 0: none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: number;
  /** From before the request was sent to the last byte of the answer. */
  readonly ms: number;
}

const TIMEOUT_MS = 30_000;
const STREAM_TIMEOUT_MS = 180_000;
/** After this time a stream of events is closed. */
const EVENTS_MS = 50;

const shared = new Agent({ keepAlive: true, maxSockets: 16 });

export interface Sending {
  readonly agent?: Agent;
  /** An answer that takes longer counts as none. By default half a minute, and three minutes to a stream. */
  readonly timeoutMs?: number;
  /** The bytes of a success are counted and not kept, so that the caller costs little. */
  readonly isCounted?: boolean;
  /** Breaks the request off: it has no answer then. */
  readonly signal?: AbortSignal;
}

/** Sends a request with a caller's credential, whatever is wrong with it. */
export function sendRequest(
  base: string,
  given: SentRequest,
  caller: Credential,
  options: Sending = {},
): Promise<SentAnswer> {
  const { method, url, headers, body } = given;
  const isStream = body instanceof Readable;
  const { agent = shared, isCounted = false, signal } = options;
  const { timeoutMs = isStream ? STREAM_TIMEOUT_MS : TIMEOUT_MS } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const end = (status: number, answered: Record<string, string>) => {
      clearTimeout(patience);
      const text = Buffer.concat(parts).toString();
      resolve({ status, headers: answered, text, bytes, ms: performance.now() - started });
      if (isStream) for (const each of [body, sent]) each.destroy();
    };
    const { hostname, port } = new URL(base);
    const sent = httpRequest({
      ...{ hostname, port, path: url, method, agent: isStream ? false : agent },
      ...(signal && { signal }),
      headers: { ...headers, ...(body instanceof Buffer && { 'content-length': body.length }), ...caller },
    });
    const patience = setTimeout(() => sent.destroy(), timeoutMs);
    let isAnswered = false;
    sent.on('error', () => {
      if (isAnswered) return;
      // The server may have closed a kept connection at this moment: that is no answer to this request.
      if (sent.reusedSocket && !signal?.aborted) resolve(sendRequest(base, given, caller, options));
      else end(0, {});
    });
    sent.on('response', (answer) => {
      isAnswered = true;
      const answered = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      );
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (!isCounted || answer.statusCode! >= 300) parts.push(part);
      });
      const isEvents = answered['content-type']?.startsWith('text/event-stream');
      if (isEvents) setTimeout(() => answer.destroy(), EVENTS_MS);
      // An answer that breaks off is none.
      answer.once('close', () => end(answer.complete || isEvents ? answer.statusCode! : 0, answered));
    });
    if (!isStream) return sent.end(body ?? undefined);
    body.on('error', () => {});
    return body.pipe(sent);
  });
}

/** Closes idle connections of requests without a caller of their own. */
export function closeConnections(): void {
  shared.destroy();
}

/** A request of a caller. By default it reads, or posts its body. */
export interface Ask {
  readonly method?: 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A Buffer or stream is sent as it is, all else as JSON. */
  readonly body?: object;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller with connections that stay open. They end with the service that it calls. */
export class HttpCaller {
  readonly #agent: Agent;
  readonly #caller: Credential;

  constructor(
    readonly url: string,
    { key, sockets = 1 }: { readonly key?: string; readonly sockets?: number } = {},
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
    this.#caller = key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  /** Resolves with whatever is answered. */
  send(ask: Ask, options: Sending = {}): Promise<SentAnswer> {
    const { path: url, body, type = 'application/json' } = ask;
    const isMade = body === undefined || body instanceof Buffer || body instanceof Readable;
    const sent = isMade ? (body ?? null) : Buffer.from(JSON.stringify(body));
    const method = ask.method ?? (sent === null ? 'GET' : 'POST');
    const headers = { ...(sent && { 'content-type': type }), ...ask.headers };
    const request = { method, url, headers, body: sent };
    return sendRequest(this.url, request, this.#caller, { agent: this.#agent, ...options });
  }

  /** Throws if the answer is no success. */
  async succeed(ask: Ask, options?: Sending): Promise<SentAnswer> {
    const answer = await this.send(ask, options);
    const { status, text } = answer;
    if (status === 0 || status >= 300)
      throw new Error(`${ask.method ?? ''} ${ask.path}: ${status} ${text.slice(0, 500)}`);
    return answer;
  }

  /** Counts the bytes of the answer, and does not keep them. */
  post(path: string, body: object, type?: string): Promise<SentAnswer> {
    return this.succeed({ path, body, ...(type && { type }) }, { isCounted: true });
  }

  get(path: string, accept = 'application/json'): Promise<SentAnswer> {
    return this.succeed({ path, headers: { accept } }, { isCounted: true });
  }

  /** Parses the answer, which is small. */
  async json<T>(path: string, body?: object, type?: string): Promise<T> {
    const { text } = await this.succeed({ path, ...(body && { body }), ...(type && { type }) });
    return JSON.parse(text);
  }

  close(): void {
    this.#agent.destroy();
  }
}
