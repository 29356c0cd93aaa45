import { Agent, request as httpRequest } from 'node:http';

/** A request as it is sent, without its credential. */
export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whether it is `valid` or `wrong` by the document, or not known (`any`). */
  readonly expects: 'valid' | 'wrong' | 'any';
}

/** The headers with a caller's credential. */
export type Credential = Readonly<Record<string, string>>;

export interface FuzzAnswer {
  /** 0: none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

/** An answer that takes longer counts as none. */
const PATIENCE_MS = 30_000;
/** After this time a stream of events is closed. */
const EVENTS_MS = 50;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request with a caller's credential. */
export function sendRequest(base: string, given: FuzzRequest, caller: Credential): Promise<FuzzAnswer> {
  const { method, url, headers, body } = given;
  const started = performance.now();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const end = (status: number, answered: Record<string, string>) => {
      clearTimeout(patience);
      const text = Buffer.concat(parts).toString();
      resolve({ status, headers: answered, text, ms: performance.now() - started });
    };
    const { hostname, port } = new URL(base);
    const sent = httpRequest({
      ...{ hostname, port, path: url, method, agent },
      headers: { ...headers, ...(body && { 'content-length': body.length }), ...caller },
    });
    const patience = setTimeout(() => sent.destroy(), PATIENCE_MS);
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
      answer.on('close', () => end(answer.statusCode!, answered));
      if (answered['content-type']?.startsWith('text/event-stream'))
        setTimeout(() => answer.destroy(), EVENTS_MS);
    });
    sent.end(body ?? undefined);
  });
}

/** Closes idle connections. */
export function closeConnections(): void {
  agent.destroy();
}
