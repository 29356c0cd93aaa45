import type { ContractVariant } from '../db/generated/enums.ts';
import type { Configuration, Decision } from '../engine/types.ts';
import type { RunResponseA } from './a/schema.ts';
import type { IntakeWarning } from './intake-warning.ts';
import type { RoutingOrder } from './order.ts';

/** An order and its decision: what presenters read. */
export interface PresentableOrder {
  /** routing_decision_id; null in a dry run. */
  readonly id: number | null;
  readonly order: Pick<RoutingOrder, 'order_id' | 'destination_zip' | 'lines' | 'deliver_by'>;
  readonly decision: Decision;
  /** Whether the result itself says that it is of a dry run. */
  readonly dry_run?: true | undefined;
  /** The explanation in the result of a dry run, as JSON text. */
  readonly why?: string | undefined;
  /** Of an order that is the whole answer: the warnings on its body. */
  readonly warnings?: readonly IntakeWarning[] | null | undefined;
}

/** The same for a stored decision. */
export interface PresentedOrder extends PresentableOrder {
  readonly id: number;
}

/** A run as an answer shows it, without its results. */
export interface RunSummary
  extends Omit<RunResponseA, 'results' | 'warnings' | 'routing_run_id' | 'client_run_number'> {
  /** Null in a dry run, and so is the number. */
  readonly routing_run_id: number | null;
  readonly client_run_number: number | null;
  readonly dry_run?: true;
  /** Warnings on its CSV body; null if there are none. */
  readonly warnings?: readonly IntakeWarning[] | null;
}

/** The configuration that orders were decided under. */
export interface Configured {
  readonly configuration: Configuration;
}

/** The same with the contract variant of the answers. */
export interface ConfiguredVariant extends Configured {
  readonly contract_variant: ContractVariant;
}

/** A run with the decisions on its orders: what both contract variants are views of. */
export interface RoutedRun<Decided extends PresentableOrder = PresentableOrder> {
  readonly run: RunSummary;
  readonly configuration: ConfiguredVariant;
  /** In request order. */
  readonly decisions: readonly Decided[];
}
