import { ANSWER_CHECKS, codeOf } from './answer-checks.ts';
import type { Operation } from './document.ts';
import { type Credential, type FuzzAnswer, type FuzzRequest, sendRequest } from './send.ts';

/** After so many answers of an operation, one of them must have been a success. */
export const ENOUGH_ANSWERS = 500;

/** An answer, and the operation that it was asked of. */
export interface TalliedAnswer extends FuzzAnswer {
  readonly route: string;
  /** Faults of this answer alone that were not known before. */
  readonly fresh: readonly string[];
}

/** Sends requests to a service, checks their answers, counts them and collects the distinct faults. */
export class FuzzTally {
  readonly #onFault: (fault: string) => void;
  /** By what distinguishes it: the fault with the request that showed it. */
  readonly faults = new Map<string, string>();
  /** By route: answers with 2xx, 3xx, 4xx, 5xx, and none. */
  readonly routes = new Map<string, number[]>();
  requests = 0;

  constructor(onFault: (fault: string) => void = () => {}) {
    this.#onFault = onFault;
  }

  /** Sends a request. `isOdd`: HTTP itself may refuse it. `isForgiven`: says of which statuses nothing is checked. */
  async send(
    base: string,
    operation: Operation | null,
    request: FuzzRequest,
    caller: Credential,
    { isOdd = false, isForgiven = (_status: number): boolean => false } = {},
  ): Promise<TalliedAnswer> {
    const answer = await sendRequest(base, request, caller);
    const route = operation?.route ?? `${request.method} (no route)`;
    this.count(route, answer.status);
    const fresh: string[] = [];
    for (const [check, find] of Object.entries(ANSWER_CHECKS)) {
      if (operation === null || isForgiven(answer.status)) break;
      const found = find({ operation, request, answer, isOdd });
      if (found === null) continue;
      const key = `${check} | ${route} | ${answer.status} | ${found.shape}`;
      const { method, url, headers, body } = request;
      const sent = `${method} ${url} ${JSON.stringify(headers)}\n    ${body?.toString().slice(0, 500) ?? ''}`;
      if (this.#note(key, `${found.detail}\n    ${sent}`)) fresh.push(key);
    }
    return { ...answer, route, fresh };
  }

  /** Notes a fault against a rule that needs more than one answer, if `holds` is false. */
  expect(holds: boolean, rule: string, answer: TalliedAnswer, detail: string): void {
    if (!holds) this.#note(`${rule} | ${answer.route} | ${answer.status} | ${codeOf(answer)}`, detail);
  }

  count(route: string, status: number): void {
    const counts = this.routes.get(route) ?? [0, 0, 0, 0, 0];
    counts[status === 0 ? 4 : Math.max(0, Math.floor(status / 100) - 2)]! += 1;
    this.routes.set(route, counts);
    this.requests += 1;
  }

  /** Notes the operations that had no success in many answers: the schema of that answer was never checked. */
  expectSuccesses(): void {
    for (const [route, counts] of this.routes) {
      const answers = counts.reduce((sum, count) => sum + count, 0);
      if (counts[0]! > 0 || answers < ENOUGH_ANSWERS || !route.includes(' /')) continue;
      this.#note(`successful_answer | ${route}`, `None of ${answers} answers was a success.`);
    }
  }

  /** A table of the answers by route and class of status, and what was found. */
  summary(): string[] {
    const row = (name: string, numbers: readonly (string | number)[]) =>
      `${name.slice(0, 60).padEnd(60)}${numbers.map((each) => String(each).padStart(7)).join('')}`;
    const rows = [...this.routes].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      row('', ['2xx', '3xx', '4xx', '5xx', 'none']),
      ...rows.map(([route, counts]) => row(route, counts)),
      `${this.requests} requests, ${this.faults.size} distinct faults`,
    ];
  }

  /** Returns whether it was not known. */
  #note(key: string, detail: string): boolean {
    if (this.faults.has(key)) return false;
    this.faults.set(key, `${key}\n    ${detail}`);
    this.#onFault(this.faults.get(key)!);
    return true;
  }
}
