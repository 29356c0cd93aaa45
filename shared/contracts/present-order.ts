import type { ContractVariant } from '../db/generated/enums.ts';
import type { Configuration } from '../engine/types.ts';
import { orderWriterA } from './a/present.ts';
import { orderWriterB } from './b/present.ts';
import type { PresentedOrder } from './presented-order.ts';
import { resultText, type WriteOrder } from './write-results.ts';

interface Configured {
  readonly contract_variant: ContractVariant;
  readonly configuration: Configuration;
}

/** What writes order results as JSON, in the variant of the configuration that they were decided under. */
export function orderWriter(configured: Configured): WriteOrder {
  return configured.contract_variant === 'B' ? orderWriterB(configured) : orderWriterA(configured);
}

/** One order result as JSON text. */
export function presentOrder(configured: Configured, decided: PresentedOrder): string {
  return resultText(orderWriter(configured), decided);
}
