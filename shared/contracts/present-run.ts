import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { Steps } from '../platform/steps.ts';
import { presentRunA } from './a/present.ts';
import { presentBatchB } from './b/present.ts';
import type { PresentableOrder } from './presented-order.ts';
import type { PresentedRun } from './presented-run.ts';

/** A run with its decisions, in request order, and the configuration that they were made under. */
export interface PresentableRun {
  readonly run: PresentedRun;
  readonly configuration: StoredConfiguration;
  readonly decisions: readonly PresentableOrder[];
}

/** The answer to a batch, in the contract variant that its run was decided under, as UTF-8 JSON. */
export function presentRun(routed: PresentableRun): Steps<Buffer> {
  const isB = routed.configuration.contract_variant === 'B';
  return isB ? presentBatchB(routed) : presentRunA(routed);
}
