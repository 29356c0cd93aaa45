import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { Steps } from '../platform/steps.ts';
import { presentRunA } from './a/present.ts';
import type { RunResponseA } from './a/schema.ts';
import { presentBatchB } from './b/present.ts';
import type { PresentedOrder } from './presented-order.ts';

/** The answer to a batch, in the contract variant that its run was decided under, as UTF-8 JSON. */
export function presentRun(routed: {
  readonly run: Omit<RunResponseA, 'results'>;
  readonly configuration: StoredConfiguration;
  readonly decisions: readonly PresentedOrder[];
}): Steps<Buffer> {
  return routed.configuration.contract_variant === 'B' ? presentBatchB(routed) : presentRunA(routed);
}
