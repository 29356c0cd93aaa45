import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An answer, read to its end. */
export interface HttpAnswer {
  /** From before the request was sent to the last byte of the answer. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * A caller that costs little in comparison with what it measures: prepared bodies, connections that stay open, answers
 * that are only counted. Throws if the status is not a success. Its connections end with the service that it calls.
 */
export class HttpCaller {
  readonly #agent: Agent;
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, { key, sockets = 1 }: { readonly key?: string; readonly sockets?: number } = {}) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
    this.url = url;
    this.#headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  post(path: string, body: Buffer | Readable, type = 'application/json'): Promise<HttpAnswer> {
    return this.#send('POST', path, { 'content-type': type }, body);
  }

  get(path: string, accept = 'application/json'): Promise<HttpAnswer> {
    return this.#send('GET', path, { accept });
  }

  /** The same, for small answers that are parsed. */
  async postForJson<T>(path: string, body: object, type = 'application/json'): Promise<T> {
    const isMade = body instanceof Buffer || body instanceof Readable;
    const sent = isMade ? body : Buffer.from(JSON.stringify(body));
    return JSON.parse((await this.#send('POST', path, { 'content-type': type }, sent, true)).text);
  }

  async getJson<T>(path: string): Promise<T> {
    return JSON.parse((await this.#send('GET', path, {}, undefined, true)).text);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Buffer | Readable,
    isKept = false,
  ): Promise<HttpAnswer & { readonly text: string }> {
    const started = performance.now();
    const options = { method, agent: this.#agent, headers: { ...this.#headers, ...headers } };
    const sent = request(new URL(path, this.url), options);
    sent.on('error', () => {}); // of a body that is sent on after its answer
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    if (body instanceof Readable) pipeline(body, sent).catch(() => {});
    else sent.end(body);
    const [answer] = await answered;
    const failed = answer.statusCode! >= 300;
    let bytes = 0;
    const kept: Buffer[] = [];
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (isKept || failed) kept.push(part);
    }
    const text = Buffer.concat(kept).toString();
    if (failed) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
    return { milliseconds: performance.now() - started, bytes, text };
  }
}
