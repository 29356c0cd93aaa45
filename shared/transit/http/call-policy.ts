import {
  BrokenCircuitError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IRetryBackoffContext,
  retry,
  wrap,
} from 'cockatiel';
import type { Urgency } from '../provider.ts';
import { CarrierFailure } from './carrier-adapter.ts';

/** Calls a carrier within the limits. */
interface CallPolicy {
  /**
   * Makes a call when fewer than the allowed number are under way, and retries it if that may help. It makes no call
   * while the circuit breaker is open or the carrier has asked to wait. Throws CarrierFailure.
   */
  call<T>(urgency: Urgency, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Called when the breaker opens and when it closes again. */
interface BreakerListener {
  opened(): void;
  closed(): void;
}

/** Makes the policy for one carrier of one client. */
export function createCallPolicy(limits: CallLimits, listener: BreakerListener): CallPolicy {
  const queues = {
    request: bulkhead(limits.concurrency.request, Number.POSITIVE_INFINITY),
    refresh: bulkhead(limits.concurrency.refresh, Number.POSITIVE_INFINITY),
  };
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: limits.breaker_open_ms,
    breaker: new ConsecutiveBreaker(limits.breaker_failures),
  });
  breaker.onBreak(() => listener.opened());
  breaker.onReset(() => listener.closed());
  const policy = wrap(
    retry(
      handleWhen((error) => isRetryable(error, limits)),
      { maxAttempts: limits.retries, backoff: new DelegateBackoff((context) => pauseMs(context, limits)) },
    ).dangerouslyUnref(),
    breaker,
  );
  /** Until when the carrier has asked for no calls, in milliseconds since 1970. */
  let quietUntil = 0;

  async function attempt<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) throw notInTime();
    if (Date.now() < quietUntil) throw new CarrierFailure('asked us to wait');
    try {
      return await policy.execute(() => withinTime(limits.call_timeout_ms, signal, work), signal);
    } catch (error) {
      if (error instanceof CarrierFailure && (error.retry_after_ms ?? 0) > limits.longest_wait_ms) {
        quietUntil = Date.now() + error.retry_after_ms!;
      }
      throw error instanceof BrokenCircuitError
        ? new CarrierFailure('is not called after too many failures')
        : error;
    }
  }

  return {
    // The signal is checked in `attempt`. If the bulkhead had it, an aborted call would drop the calls that wait after
    // it.
    call: (urgency, signal, work) => queues[urgency].execute(() => attempt(signal, work)),
  };
}

/** The failure of a look-up whose time is up. */
export function notInTime(): CarrierFailure {
  return new CarrierFailure('did not answer in time', { outage: false });
}

function isOutage(error: Error): boolean {
  return error instanceof CarrierFailure && error.outage;
}

function isRetryable(error: Error, { longest_wait_ms }: CallLimits): boolean {
  if (!(error instanceof CarrierFailure)) return false;
  return error.retryable && (error.retry_after_ms ?? 0) <= longest_wait_ms;
}

/**
 * The pause before a retry: as the carrier asked, or else twice the last one, varied so that retries do not come at
 * once.
 */
function pauseMs({ attempt, result }: IRetryBackoffContext<unknown>, { backoff_ms }: CallLimits): number {
  const asked = 'error' in result ? (result.error as Partial<CarrierFailure>).retry_after_ms : undefined;
  return asked ?? backoff_ms * 2 ** (attempt - 1) * (0.5 + Math.random());
}

/** Ends `work` after `ms` milliseconds, which counts as a failure of the carrier, or with `signal`, which does not. */
async function withinTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not AbortSignal.any: with it, calls that hung were not ended.
  const end = new AbortController();
  const abort = () => end.abort();
  const timer = setTimeout(abort, ms);
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) throw notInTime();
    return await work(end.signal);
  } catch (error) {
    if (signal.aborted) throw notInTime();
    throw end.signal.aborted
      ? new CarrierFailure(`did not answer within ${ms} ms`, { retryable: true })
      : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

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
