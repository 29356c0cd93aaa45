import type { Decision } from '../engine/types.ts';
import type { RoutingOrder } from './order.ts';

/** An order and its decision: what presenters read. */
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

/** The same for a stored decision. */
export interface PresentedOrder extends PresentableOrder {
  readonly id: number;
}
