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

export interface SentAnswer {
  /** 0: none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

/** An answer that takes longer counts as none: to a body that is there, and to a stream. */
const PATIENCE_MS = 30_000;
const PATIENCE_STREAM_MS = 180_000;
/** After this time a stream of events is closed. */
const EVENTS_MS = 50;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request with a caller's credential, whatever is wrong with it. */
export function sendRequest(base: string, given: SentRequest, caller: Credential): Promise<SentAnswer> {
  const { method, url, headers, body } = given;
  const isStream = body instanceof Readable;
  const started = performance.now();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const end = (status: number, answered: Record<string, string>) => {
      clearTimeout(patience);
      const text = Buffer.concat(parts).toString();
      resolve({ status, headers: answered, text, ms: performance.now() - started });
      if (isStream) for (const each of [body, sent]) each.destroy();
    };
    const { hostname, port } = new URL(base);
    const sent = httpRequest({
      ...{ hostname, port, path: url, method, agent: isStream ? false : agent },
      headers: { ...headers, ...(body instanceof Buffer && { 'content-length': body.length }), ...caller },
    });
    const patience = setTimeout(() => sent.destroy(), isStream ? PATIENCE_STREAM_MS : PATIENCE_MS);
    let isAnswered = false;
    sent.on('error', () => {
      if (isAnswered) return;
      // The server may have closed a kept connection at this moment: that is no answer to this request.
      if (sent.reusedSocket) resolve(sendRequest(base, given, caller));
      else end(0, {});
    });
    sent.on('response', (answer) => {
      isAnswered = true;
      const answered = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      );
      answer.on('data', (part: Buffer) => parts.push(part));
      for (const event of ['end', 'close']) answer.once(event, () => end(answer.statusCode!, answered));
      if (answered['content-type']?.startsWith('text/event-stream'))
        setTimeout(() => answer.destroy(), EVENTS_MS);
    });
    if (!isStream) return sent.end(body ?? undefined);
    body.on('error', () => {});
    return body.pipe(sent);
  });
}

/** Closes idle connections. */
export function closeConnections(): void {
  agent.destroy();
}
