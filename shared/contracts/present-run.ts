import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { Steps } from '../platform/steps.ts';
import type { Allocate } from '../platform/utf8-writer.ts';
import { presentRunA } from './a/present.ts';
import type { RunResponseA } from './a/schema.ts';
import { presentBatchB } from './b/present.ts';
import type { PresentedOrder } from './presented-order.ts';

/** The answer to a batch, in the contract variant that its run was decided under, as UTF-8 JSON. */
export function presentRun(
  routed: {
    readonly run: Omit<RunResponseA, 'results'>;
    readonly configuration: StoredConfiguration;
    readonly decisions: readonly PresentedOrder[];
  },
  allocate?: Allocate,
): Steps<Buffer> {
  const isB = routed.configuration.contract_variant === 'B';
  return isB ? presentBatchB(routed) : presentRunA(routed, allocate); // batches of Variant B are small
}
