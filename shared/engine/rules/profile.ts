import type { Money } from '../money.ts';
import type { Settings } from '../types.ts';
import type { Rankings } from './rankings.ts';
import type { TransitLimit } from './transit-limit.ts';

/** The rules one order follows: the client's, or those of its partner's profile. */
export interface CompiledProfile {
  /** Place in the configuration's profiles; null for the client's own settings. */
  readonly index: number | null;
  readonly settings: Settings;
  /** The amount that a shipment must reach, if a rule asks for one. */
  readonly minimumValue: Money | null;
  /** The order's own limit on transit days, if a rule asks for one. */
  readonly transitLimit: TransitLimit | null;
  /** Whether routes compare by cost. Routes that are found nearest first do not. */
  readonly isByCost: boolean;
  /** Enabled warehouses its orders may use, by index, in the configuration's order. */
  readonly candidates: readonly number[];
  /** A cache: it follows from the other fields alone. */
  readonly rankings: Rankings;
}
