import type { RoutingOrder } from '../contracts/order.ts';
import type { Decision } from '../engine/types.ts';

/** An order and its decision, under their common id. */
export interface DecidedOrder {
  readonly id: number;
  readonly order: RoutingOrder;
  readonly decision: Decision;
}
