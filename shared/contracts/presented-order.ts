import type { Decision } from '../engine/types.ts';
import type { RoutingOrder } from './order.ts';

/** An order and its decision, as the presenters take them. */
export interface PresentableOrder {
  /** routing_decision_id; null in a dry run. */
  readonly id: number | null;
  readonly order: Pick<RoutingOrder, 'order_id' | 'destination_zip' | 'lines'>;
  readonly decision: Decision;
  /** JSON members of a dry run, behind the result's own: `,"dry_run":true`. */
  readonly dryRunMembers?: string;
}

/** The same of a decision that is kept. */
export interface PresentedOrder extends PresentableOrder {
  readonly id: number;
}
