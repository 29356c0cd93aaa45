import type { Steps } from '../foundation/steps.ts';
import { presentRunA } from './a/present.ts';
import { presentBatchB } from './b/present.ts';
import type { RoutedRun } from './routed-run.ts';

/** The answer to a batch, in the contract variant that its run was decided under, as UTF-8 JSON. */
export function presentRun(routed: RoutedRun): Steps<Buffer> {
  const isB = routed.configuration.contract_variant === 'B';
  return isB ? presentBatchB(routed) : presentRunA(routed);
}
