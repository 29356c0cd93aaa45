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
