import type { ContractVariant } from '../db/generated/enums.ts';
import type { Configuration } from '../engine/types.ts';
import { presentOrderA } from './a/present.ts';
import { presentOrderB } from './b/present.ts';
import type { PresentedOrder } from './presented-order.ts';

/** One order result as JSON text, in the variant of the configuration that it was decided under. */
export function presentOrder(
  configured: { readonly contract_variant: ContractVariant; readonly configuration: Configuration },
  decided: PresentedOrder,
): string {
  return configured.contract_variant === 'B'
    ? presentOrderB(configured, decided)
    : presentOrderA(configured, decided);
}
