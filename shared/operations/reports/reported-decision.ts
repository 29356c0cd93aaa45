import type { RoutingOrder } from '../../contracts/order.ts';
import type { Configuration, Decision } from '../../engine/types.ts';

/** A decision as the reports show it, with the configuration that it was made under. */
export interface ReportedDecision {
  readonly id: number;
  readonly routing_run_id: number;
  readonly client_run_number: number;
  readonly routed_at: Date;
  readonly order: Omit<RoutingOrder, 'raw_order_data'>;
  readonly decision: Decision;
  readonly configuration: Configuration;
}
