import type { Decision } from '../engine/types.ts';
import type { RoutingOrder } from './order.ts';

/** An order and its decision, as the presenters take them. */
export interface PresentableOrder {
  /** routing_decision_id; null in a dry run. */
  readonly id: number | null;
  readonly order: Pick<RoutingOrder, 'order_id' | 'destination_zip' | 'lines'>;
  readonly decision: Decision;
  /** Whether the result itself says that it is of a dry run. */
  readonly dry_run?: true | undefined;
  /** The explanation in the result of a dry run, as JSON text. */
  readonly why?: string | undefined;
}

/** The same of a decision that is stored. */
export interface PresentedOrder extends PresentableOrder {
  readonly id: number;
}
