import { z } from 'zod';
import type { LaneAnswer, LanePair } from '../provider.ts';

/** The protocol of a carrier's service: requests, and what answers mean. It is pure; carrier-call.ts makes the call. */
export interface CarrierAdapter {
  /** The source of its lanes, without a comma. */
  readonly source: string;
  readonly url: string;
  /** The most lanes of one call. */
  readonly lanes_per_call: number;
  /** The value of the header Authorization. */
  authorization(secret: string): string;
  /** The body of a call, which is sent as JSON. */
  request(pairs: readonly LanePair[], today: Date): object;
  /**
   * Reads a parsed answer: one answer for each pair, in their order. Throws CarrierFailure if it does not fit the
   * request.
   */
  read(answer: unknown, pairs: readonly LanePair[]): readonly LaneAnswer[];
}

/** Transit days of a carrier's answer. More than a year is a mistake. */
export const carrierDays = z.int().min(0).max(365);

interface FailureTraits {
  /** Whether the same call may succeed soon. Left out: it may not. */
  readonly retryable?: boolean;
  /** Whether any other call would fail too, because the carrier or the access to it does not work. Left out: it would. */
  readonly outage?: boolean;
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

  constructor(message: string, { retryable = false, outage = true, retry_after_ms }: FailureTraits = {}) {
    super(message);
    this.retryable = retryable;
    this.outage = outage;
    this.retry_after_ms = retry_after_ms;
  }
}
