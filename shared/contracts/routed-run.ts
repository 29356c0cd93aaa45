import type { ContractVariant } from '../db/generated/enums.ts';
import type { Configuration } from '../engine/types.ts';
import type { RunResponseA } from './a/schema.ts';
import type { IntakeWarning } from './intake-warning.ts';
import type { PresentableOrder } from './presented-order.ts';

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
