import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './requests.ts';

/** An answer, and how long it took. */
export interface FuzzAnswer {
  /** 0: none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly ms: number;
}

/** An answer that takes longer counts as none. */
const PATIENCE_MS = 30_000;
/** After this time a stream of events is closed. */
const EVENTS_MS = 50;

/** The time in which this process was not running, which is not the service's. */
let stalledMs = 0;
let beat = performance.now();
const BEAT_MS = 50;
function takeBeat(): void {
  const now = performance.now();
  stalledMs += Math.max(0, now - beat - 2 * BEAT_MS);
  beat = now;
}
setInterval(takeBeat, BEAT_MS).unref();

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request with a caller's headers. */
export function sendRequest(
  base: string,
  { method, url, headers, body, expects }: FuzzRequest,
  caller: Readonly<Record<string, string>>,
): Promise<FuzzAnswer> {
  const started = performance.now();
  const stalledBefore = stalledMs;
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let status = 0;
    let answered: Record<string, string> = {};
    const end = () => {
      clearTimeout(patience);
      takeBeat();
      const ms = performance.now() - started - (stalledMs - stalledBefore);
      resolve({ status, headers: answered, body: Buffer.concat(parts), ms });
    };
    const { hostname, port } = new URL(base);
    const sent = httpRequest({
      hostname,
      port,
      path: url,
      method,
      agent,
      headers: { ...headers, ...(body && { 'content-length': body.length }), ...caller },
    });
    const patience = setTimeout(() => sent.destroy(), PATIENCE_MS);
    let isAnswered = false;
    sent.on('error', () => {
      // The server may have closed a kept connection at this moment: that is no answer to this request.
      if (!isAnswered && sent.reusedSocket)
        resolve(sendRequest(base, { method, url, headers, body, expects }, caller));
      else if (!isAnswered) end();
    });
    sent.on('response', (answer) => {
      isAnswered = true;
      status = answer.statusCode ?? 0;
      answered = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      );
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('close', end);
      if (answered['content-type']?.startsWith('text/event-stream')) {
        setTimeout(() => answer.destroy(), EVENTS_MS);
      }
    });
    sent.end(body ?? undefined);
  });
}

/** Closes idle connections. */
export function closeConnections(): void {
  agent.destroy();
}

/** Writes bytes to a new connection. Returns all that comes back until it is closed or silent for `ms`. */
export function sendBytes(base: string, bytes: Buffer, ms: number): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString('latin1'));
    };
    socket.setTimeout(ms, end);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', end);
    socket.on('close', end);
  });
}
