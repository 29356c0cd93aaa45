/** The limits of calls to a carrier. */
export interface CallLimits {
  /** The longest time of a call, up to the end of its answer. */
  readonly call_timeout_ms: number;
  /**
   * The longest time of a look-up that a request waits for. Lanes that are not known then are answered without the
   * carrier.
   */
  readonly deadline_ms: number;
  /** The most calls after the first one. */
  readonly retries: number;
  /** The pause before the first retry. It doubles with each retry, and varies by half. */
  readonly backoff_ms: number;
  /** If a carrier asks for a longer pause, the look-up ends. */
  readonly longest_wait_ms: number;
  /** The most calls at a time, for look-ups that a request waits for and for refreshes. */
  readonly concurrency: { readonly request: number; readonly refresh: number };
  /** The number of failures in a row that opens the circuit breaker, and how long it stays open. */
  readonly breaker_failures: number;
  readonly breaker_open_ms: number;
}

/**
 * The limits for one client in one thread. An aggregator answers within some hundred milliseconds, so a call of three
 * seconds has most likely failed. A person may wait for the look-up, so all of its calls take at most eight seconds.
 * Refreshes have their own calls, so that no request waits for them.
 */
export const CALL_LIMITS: CallLimits = {
  call_timeout_ms: 3_000,
  deadline_ms: 8_000,
  retries: 2,
  backoff_ms: 200,
  longest_wait_ms: 5_000,
  concurrency: { request: 8, refresh: 2 },
  breaker_failures: 5,
  breaker_open_ms: 30_000,
};
