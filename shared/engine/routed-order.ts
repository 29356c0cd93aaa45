import type { CompiledProfile } from './compile.ts';
import type { SkuDemand } from './demand.ts';
import type { Lane, OrderLine, UnitValues } from './types.ts';

/** The warehouse-routed part of an order with all that a route is found and judged by. */
export interface RoutedOrder {
  readonly profile: CompiledProfile;
  readonly lines: readonly OrderLine[];
  /** For each line its place in `demands`, or -1 where it is drop shipped. */
  readonly demandOfLine: readonly number[];
  /** In line order, a SKU once. */
  readonly demands: readonly SkuDemand[];
  /** All units of the demands. */
  readonly units: number;
  /** Candidates by warehouse index, best first, lift included. A rank position is a place in this list. */
  readonly ranked: readonly number[];
  /** By warehouse index. */
  readonly lanes: readonly (Lane | null)[];
  readonly unitValues: UnitValues;
}
