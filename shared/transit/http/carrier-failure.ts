interface FailureTraits {
  /** Whether the same call may go well in a moment. */
  readonly retryable: boolean;
  /** Whether it says that the carrier, or our access to it, is out of order, whatever was asked. */
  readonly outage: boolean;
  /** How long the carrier asked us to wait. */
  readonly retry_after_ms?: number | undefined;
}

/**
 * A call that brought no answer. It has a message of our own words and no cause: what lies behind it may quote
 * the request's headers.
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
