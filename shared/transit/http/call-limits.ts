/** How much of a carrier's time, and of a request's, calls may take. */
export interface CallLimits {
  /** One call, its answer read. */
  readonly call_timeout_ms: number;
  /** A look-up that a request waits for. What is not known by then is answered without the carrier. */
  readonly deadline_ms: number;
  /** Calls after the first. */
  readonly retries: number;
  /** The pause before the first of them; it doubles, and varies by half. */
  readonly backoff_ms: number;
  /** The longest pause that a carrier may ask for within a look-up. */
  readonly longest_wait_ms: number;
  /** Calls at a time that somebody waits for, and that nobody waits for. */
  readonly concurrency: { readonly request: number; readonly refresh: number };
  /** Failures in a row that open the circuit breaker, and how long it stays open. */
  readonly breaker_failures: number;
  readonly breaker_open_ms: number;
}

/**
 * Of one client in one thread. An aggregator answers in some hundred milliseconds, so that a call of three
 * seconds is a lost one; a person may be waiting for the whole look-up, hence eight for all its calls.
 * Refreshes have calls of their own, so that no request ever queues behind them.
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
