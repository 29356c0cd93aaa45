import { orderWriterA } from './a/present.ts';
import { orderWriterB } from './b/present.ts';
import type { PresentedOrder } from './presented-order.ts';
import type { ConfiguredVariant } from './routed-run.ts';
import { resultText, type WriteOrder } from './write-results.ts';

/** Returns a writer of order results as JSON, in the variant of the configuration that they were decided under. */
export function orderWriter(configured: ConfiguredVariant): WriteOrder {
  return configured.contract_variant === 'B' ? orderWriterB(configured) : orderWriterA(configured);
}

/** One order result as JSON text. */
export function presentOrder(configured: ConfiguredVariant, decided: PresentedOrder): string {
  return resultText(orderWriter(configured), decided);
}
