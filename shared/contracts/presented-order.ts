import type { Decision } from '../engine/types.ts';
import type { RoutingOrder } from './order.ts';

/** An order and its decision, as the presenters take them. */
export interface PresentedOrder {
  /** routing_decision_id. */
  readonly id: number;
  readonly order: Pick<RoutingOrder, 'order_id' | 'destination_zip' | 'lines'>;
  readonly decision: Decision;
}
