import type { StoredConfiguration } from '../../account/configurations.ts';
import { hasCalendar } from '../../engine/rules/departures.ts';
import type { Configuration, WarehouseCapacity } from '../../engine/types.ts';
import { perObject } from '../../foundation/per-object.ts';
import { deliveryDays, type IsOpen, type ShipDays, shipDaysOf } from '../../transit/ship-days.ts';

/** What a configuration says of days and slots, prepared once. */
export interface Dates {
  /** Whether an enabled warehouse has a calendar. */
  readonly hasCalendar: boolean;
  /** By warehouse index. */
  readonly warehouses: readonly WarehouseDates[];
  /** Whether carriers deliver on a day. */
  readonly isDelivery: IsOpen;
}

export interface WarehouseDates {
  /** Its ship days at a moment, in milliseconds since 1970; null: it has no calendar. */
  readonly shipDaysAt: ((moment: number) => ShipDays) | null;
  readonly capacity: WarehouseCapacity | null;
}

const readOnce = perObject(readDates);

/** The dates of a configuration; null: no enabled warehouse has a calendar or a capacity. */
export function datesOf({ configuration }: Pick<StoredConfiguration, 'configuration'>): Dates | null {
  return readOnce(configuration);
}

/** Whether an enabled warehouse has a capacity. */
export function hasCapacity({ warehouses }: Pick<Configuration, 'warehouses'>): boolean {
  return warehouses.some(({ enabled, capacity }) => enabled && capacity !== undefined);
}

function readDates(configuration: Configuration): Dates | null {
  const { warehouses, delivery_calendar = {} } = configuration;
  if (!hasCalendar(configuration) && !hasCapacity(configuration)) return null;
  return {
    hasCalendar: hasCalendar(configuration),
    warehouses: warehouses.map(({ calendar, capacity = null }) => ({
      shipDaysAt: calendar === undefined ? null : remembered(shipDaysOf(calendar)),
      capacity,
    })),
    isDelivery: deliveryDays(delivery_calendar),
  };
}

/** Time zones take some ten microseconds a question, and most moments follow closely on the one before. */
function remembered(shipDaysAt: (moment: number) => ShipDays): (moment: number) => ShipDays {
  let last: { readonly from: number; readonly until: number; readonly days: ShipDays } | null = null;
  return (moment) => {
    if (last === null || moment < last.from || moment >= last.until) {
      const days = shipDaysAt(moment);
      last = { from: moment, until: days.validUntil, days };
    }
    return last.days;
  };
}
