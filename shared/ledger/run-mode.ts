import type { Configuration } from '../engine/types.ts';
import { hasCapacity } from './departures/departures-at.ts';

/** How a run treats stock and order, settled once by the client's settings and contract variant. */
export interface RunMode {
  /** Decisions look at inventory; false is routing-only. */
  readonly inventory_aware: boolean;
  /** Each order uses up what the orders after it see. */
  readonly consumes: boolean;
  /** What is used up becomes active reservations (Variant A). */
  readonly reserves: boolean;
  /** Each shipment takes a slot of its warehouse on its day (Variant A). */
  readonly takes_slots: boolean;
  /** Earlier reservations count, and end when their order is routed again (Variant A). */
  readonly honours_reservations: boolean;
  /** Orders are allocated by priority instead of in request order. */
  readonly prioritised: boolean;
}

/** What of a configuration settles the mode. */
interface Configured {
  readonly configuration: Pick<Configuration, 'settings' | 'warehouses'>;
  readonly contract_variant: 'A' | 'B';
}

/** How a run uses stock and priorities (docs/explanation/stock.md). */
export function runMode({ configuration, contract_variant: variant }: Configured): RunMode {
  const { settings } = configuration;
  const aware = settings.use_inventory_availability;
  return {
    inventory_aware: aware,
    consumes: aware && (variant === 'A' || settings.consume_inventory_during_batch),
    reserves: aware && variant === 'A',
    takes_slots: aware && variant === 'A' && hasCapacity(configuration),
    honours_reservations: variant === 'A',
    prioritised: variant === 'B' || settings.priority_allocation,
  };
}
