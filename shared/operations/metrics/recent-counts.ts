/** Upper bounds of the times of requests, in milliseconds; a last count is of all longer ones. */
export const LATENCY_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];

/** What a process did since it was last asked. */
export interface Counted {
  readonly orders: number;
  /** Requests that were answered with a status of 500 or above. */
  readonly errors: number;
  /** Requests by `LATENCY_BOUNDS_MS`. */
  readonly latencies: readonly number[];
}

/** Counts what a process does, until the counts are taken. API and worker of one process share them. */
export class RecentCounts {
  #orders = 0;
  #errors = 0;
  #latencies = none();

  addOrders(orders: number): void {
    this.#orders += orders;
  }

  addRequest(ms: number, status: number): void {
    const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
    this.#latencies[index < 0 ? LATENCY_BOUNDS_MS.length : index]! += 1;
    if (status >= 500) this.#errors += 1;
  }

  /** Returns the counts and begins again at 0. */
  take(): Counted {
    const taken = { orders: this.#orders, errors: this.#errors, latencies: this.#latencies };
    this.#orders = 0;
    this.#errors = 0;
    this.#latencies = none();
    return taken;
  }
}

const none = () => Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0);

/** The bound in milliseconds that 95 of 100 requests kept; null: there were none. Longer than all bounds: the last one. */
export function latencyOf(latencies: readonly number[]): number | null {
  const all = latencies.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let sum = 0;
  const index = latencies.findIndex((count) => {
    sum += count;
    return sum >= all * 0.95;
  });
  return LATENCY_BOUNDS_MS[index] ?? LATENCY_BOUNDS_MS.at(-1)!;
}
