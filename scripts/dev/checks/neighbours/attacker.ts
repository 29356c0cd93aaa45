import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../shared/db/database.ts';
import type { TestClient } from '../../harness/clients.ts';
import { type SentRequest, sendRequest } from '../../harness/http.ts';

/** One of the attacker's requests. By default it is read with the live key. */
export interface Ask {
  readonly method?: 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A Buffer or stream is sent as it is, else as JSON. */
  readonly body?: object;
  readonly type?: string;
  readonly as?: 'live' | 'test' | 'owner' | 'nobody';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Goes on until the signal, or until it has sent all that it has. */
export type Attack = (attacker: Attacker, end: AbortSignal) => Promise<unknown>;

/** A caller that is refused rests so long. */
const REST_MS = 50;
/** An answer of the preparation may take as long as it likes. */
const TIMEOUT_MS = 120_000;

/** A client that takes as much of the service as ordinary requests can. */
export class Attacker {
  /** What is to be ended with the service. */
  readonly ends: (() => Promise<unknown>)[] = [];
  second: Attacker | undefined;
  readonly #agent = new Agent({ keepAlive: true });

  /** `answers`: how often each status was answered; 0: none. */
  constructor(
    readonly url: string,
    readonly db: Database,
    readonly client: TestClient,
    readonly addClient: (slug: string) => Promise<TestClient>,
    readonly answers = new Map<number, number>(),
  ) {}

  /** Adds a client that attacks beside this one: `second`. */
  async addSecond(): Promise<Attacker> {
    const client = await this.addClient('attacker-2');
    this.second = new Attacker(this.url, this.db, client, this.addClient, this.answers);
    return this.second;
  }

  /** Sends a request and returns its status. After the signal nothing is counted. */
  async send(ask: Ask, signal: AbortSignal): Promise<number> {
    const { status } = await this.#sent(ask, { signal, isCounted: true });
    if (!signal.aborted) this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    return status;
  }

  /** Sends a request that must have a success, again if it is refused for now, and returns the answer. */
  async json<T = unknown>(ask: Ask): Promise<T> {
    const { status, text, headers } = await this.#sent(ask, { timeoutMs: TIMEOUT_MS });
    const isOnce = ask.body !== undefined && Symbol.asyncIterator in ask.body;
    if (status === 503 && headers['retry-after'] !== undefined && !isOnce) {
      await pause(Number(headers['retry-after']) * 1000);
      return this.json(ask);
    }
    if (status < 200 || status > 299) throw new Error(`${ask.path}: ${status} ${text.slice(0, 500)}`);
    return text === '' ? (undefined as T) : JSON.parse(text);
  }

  credential(as: Ask['as'] = 'live'): Readonly<Record<string, string>> {
    if (as === 'nobody') return {};
    const secret = as === 'owner' ? this.client.token : this.client.keys[as];
    return { authorization: `Bearer ${secret}` };
  }

  #sent({ path, body, as, type = 'application/json', headers = {}, ...ask }: Ask, options: object) {
    const isMade = body instanceof Buffer || (body !== undefined && Symbol.asyncIterator in body);
    const sent = isMade ? body : body && Buffer.from(JSON.stringify(body));
    const request = {
      method: ask.method ?? (body === undefined ? 'GET' : 'POST'),
      url: path,
      headers: { ...(body && { 'content-type': type }), ...headers },
      body: sent ?? null,
    };
    return sendRequest(this.url, request as SentRequest, this.credential(as), {
      agent: this.#agent,
      ...options,
    });
  }
}

/** So many callers, each of which sends one request after another; `most` in all. `n` counts the requests. */
export function atOnce(
  callers: number,
  ask: (n: number, attacker: Attacker) => Ask,
  most = Number.POSITIVE_INFINITY,
): Attack {
  return async (attacker, end) => {
    let n = 0;
    const call = async () => {
      while (!end.aborted && n < most) {
        const status = await attacker.send(ask(n++, attacker), end);
        if (status === 0 || status >= 400) await pause(REST_MS, undefined, { signal: end }).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
  };
}

/** Attacks at the same time. */
export const together =
  (...attacks: readonly Attack[]): Attack =>
  (attacker, end) =>
    Promise.all(attacks.map((attack) => attack(attacker, end)));
