import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../shared/db/database.ts';
import type { TestClient } from '../../harness/clients.ts';
import { type Ask as AnyAsk, HttpCaller } from '../../harness/http.ts';

/** One of the attacker's requests. By default it is sent with the live key. */
export interface Ask extends AnyAsk {
  readonly as?: 'live' | 'test' | 'owner' | 'nobody';
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
  readonly #callers = new Map<Ask['as'], HttpCaller>();

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
    const { status } = await this.#callerOf(ask).send(ask, { signal, isCounted: true });
    if (!signal.aborted) this.count(status);
    return status;
  }

  count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  /** Sends a request that must have a success, again if it is refused for now, and returns the answer. */
  async json<T = unknown>(ask: Ask): Promise<T> {
    const { status, text, headers } = await this.#callerOf(ask).send(ask, { timeoutMs: TIMEOUT_MS });
    const isOnce = ask.body !== undefined && Symbol.asyncIterator in ask.body;
    if (status === 503 && headers['retry-after'] !== undefined && !isOnce) {
      await pause(Number(headers['retry-after']) * 1000);
      return this.json(ask);
    }
    if (status < 200 || status > 299) throw new Error(`${ask.path}: ${status} ${text.slice(0, 500)}`);
    return text === '' ? (undefined as T) : JSON.parse(text);
  }

  secret(as: Exclude<Ask['as'], 'nobody'> = 'live'): string {
    return as === 'owner' ? this.client.token : this.client.keys[as];
  }

  #callerOf({ as }: Ask): HttpCaller {
    const sockets = Number.POSITIVE_INFINITY;
    const known = this.#callers.get(as);
    const caller =
      known ?? new HttpCaller(this.url, { sockets, ...(as !== 'nobody' && { key: this.secret(as) }) });
    this.#callers.set(as, caller);
    return caller;
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
