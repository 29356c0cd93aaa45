import type { Steps } from '../foundation/steps.ts';
import { orderWriterA, presentRunA } from './a/present.ts';
import { orderWriterB, presentBatchB } from './b/present.ts';
import type { ConfiguredVariant, PresentedOrder, RoutedRun } from './routed-run.ts';
import { resultText, type WriteOrder } from './write-results.ts';

// Answers in the contract variant of the configuration that their orders were decided under.

/** Returns a writer of order results as JSON. */
export function orderWriter(configured: ConfiguredVariant): WriteOrder {
  return configured.contract_variant === 'B' ? orderWriterB(configured) : orderWriterA(configured);
}

/** One order result as JSON text. */
export function presentOrder(configured: ConfiguredVariant, decided: PresentedOrder): string {
  return resultText(orderWriter(configured), decided);
}

/** The answer to a batch as UTF-8 JSON. */
export function presentRun(routed: RoutedRun): Steps<Buffer> {
  const isB = routed.configuration.contract_variant === 'B';
  return isB ? presentBatchB(routed) : presentRunA(routed);
}
