import { variantA } from './a/present.ts';
import { variantB } from './b/present.ts';
import type { ConfiguredVariant } from './routed-run.ts';
import type { Variant } from './write-results.ts';

/** How orders are answered that were decided under a configuration. */
export function variantUnder({ contract_variant }: ConfiguredVariant): Variant {
  return contract_variant === 'B' ? variantB : variantA;
}
