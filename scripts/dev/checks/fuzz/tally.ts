import { type ContractFault, codeOf, faultKey } from './checks.ts';
import type { Operation } from './document.ts';
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send-request.ts';

/** A fault with the smallest request that shows it. */
export interface FoundFault extends ContractFault {
  readonly request: FuzzRequest | null;
}

/** After so many answers of an operation, one of them must have been a success. */
export const ENOUGH_ANSWERS = 500;

/** Counts answers and collects the distinct faults. */
export class FuzzTally {
  readonly #onFault: (fault: FoundFault) => void;
  readonly faults = new Map<string, FoundFault>();
  /** By route: answers with 2xx, 3xx, 4xx, 5xx, and none. */
  readonly routes = new Map<string, number[]>();
  /** By check: how often it was made. */
  readonly checks = new Map<string, number>();
  requests = 0;
  slowest = { ms: 0, route: '' };

  constructor(onFault: (fault: FoundFault) => void = () => {}) {
    this.#onFault = onFault;
  }

  /** Counts an answer. */
  count({ method, path }: Pick<Operation, 'method' | 'path'>, answer: FuzzAnswer): void {
    const route = `${method} ${path}`;
    const counts = this.routes.get(route) ?? [0, 0, 0, 0, 0];
    const place = answer.status === 0 ? 4 : Math.floor(answer.status / 100) - 2;
    counts[Math.max(0, place)]! += 1;
    this.routes.set(route, counts);
    this.requests += 1;
    if (answer.ms > this.slowest.ms) this.slowest = { ms: answer.ms, route };
  }

  /** Whether a fault was found before. */
  knows(key: string): boolean {
    return this.faults.has(key);
  }

  /** Notes a fault that is not known yet. */
  note(fault: ContractFault, request: FuzzRequest | null = null): void {
    const key = faultKey(fault);
    if (this.faults.has(key)) return;
    this.faults.set(key, { ...fault, request });
    this.#onFault({ ...fault, request });
  }

  /** Notes the operations that had no success in many answers: the schema of that answer was never checked. */
  expectSuccesses(): void {
    for (const [route, counts] of this.routes) {
      const answers = counts.reduce((sum, count) => sum + count, 0);
      if (counts[0]! > 0 || answers < ENOUGH_ANSWERS || !route.includes(' /')) continue;
      const detail = `None of ${answers} answers was a success.`;
      this.note({ check: 'successful_answer', route, status: 0, shape: 'none', detail });
    }
  }

  /** Notes a fault against a rule that needs several answers, if `holds` is false. */
  expect(holds: boolean, check: string, route: string, answer: FuzzAnswer, detail: string): void {
    this.checks.set(check, (this.checks.get(check) ?? 0) + 1);
    if (!holds) this.note({ check, route, status: answer.status, shape: codeOf(answer), detail });
  }
}
