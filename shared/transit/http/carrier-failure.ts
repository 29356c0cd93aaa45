interface FailureTraits {
  /** Whether the same call may succeed soon. */
  readonly retryable: boolean;
  /** Whether any other call would fail too, because the carrier or the access to it does not work. */
  readonly outage: boolean;
  /** How long the carrier asks to wait. */
  readonly retry_after_ms?: number | undefined;
}

/**
 * A call without a usable answer. Its message is written here, and it has no cause, because the original error may
 * quote the headers of the request.
 */
export class CarrierFailure extends Error {
  override readonly name = 'CarrierFailure';
  readonly retryable: boolean;
  readonly outage: boolean;
  readonly retry_after_ms: number | undefined;

  constructor(message: string, { retryable, outage, retry_after_ms }: FailureTraits) {
    super(message);
    this.retryable = retryable;
    this.outage = outage;
    this.retry_after_ms = retry_after_ms;
  }
}
