import type { LaneAnswer, LanePair } from '../provider.ts';

/** How one carrier's service is asked and what its answers mean. Pure: the call itself is carrier-call.ts. */
export interface CarrierAdapter {
  /** The source of its lanes. No comma. */
  readonly source: string;
  readonly url: string;
  /** As many as one call may ask about. */
  readonly lanes_per_call: number;
  /** The header Authorization. */
  authorization(secret: string): string;
  /** The body of a call, before it is written as JSON. */
  request(pairs: readonly LanePair[], today: Date): object;
  /**
   * What a parsed answer says of each pair, in their order. Throws CarrierFailure where it is no answer to the
   * request at all.
   */
  read(answer: unknown, pairs: readonly LanePair[]): readonly LaneAnswer[];
}
