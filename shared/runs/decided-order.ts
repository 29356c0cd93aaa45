import type { RoutingOrder } from '../contracts/order.ts';
import type { EncodedSeen } from '../decisions/seen-codec.ts';
import type { Decision } from '../engine/types.ts';

/** An order and its decision, under their common id. */
export interface DecidedOrder {
  readonly id: number;
  readonly order: RoutingOrder;
  readonly decision: Decision;
  /** What the decision saw. */
  readonly seen: EncodedSeen;
}
