import type { StoredConfiguration } from '../../account/configurations.ts';
import { DAY_MS, type Departures, hasCalendar } from '../../engine/rules/departures.ts';
import type { Configuration, Destination, WarehouseCapacity } from '../../engine/types.ts';
import { perObject } from '../../foundation/per-object.ts';
import {
  deliveryDay,
  deliveryDays,
  type IsOpen,
  type ShipDays,
  shipDaysOf,
} from '../../transit/ship-days.ts';
import type { Slot, TakenSlots } from './slot-rows.ts';

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

/** How many slots the shipments of a ledger take, in memory. */
export class Slots {
  readonly #taken = new Map<string, TakenSlots>();
  readonly #loaded: readonly TakenSlots[];
  /** The warehouse of each change, by its database id. */
  readonly #changed: number[] = [];

  constructor(taken: readonly TakenSlots[]) {
    this.#loaded = taken;
    for (const each of taken) this.#taken.set(keyOf(each), each);
  }

  /** The number of changes. */
  get version(): number {
    return this.#changed.length;
  }

  /** The warehouses of the changes after a version, by their database ids. */
  changedAfter(version: number): readonly number[] {
    return this.#changed.slice(version);
  }

  /** How many slots are taken. */
  takenAt(slot: Slot): number {
    return this.#taken.get(keyOf(slot))?.taken ?? 0;
  }

  all(): TakenSlots[] {
    return [...this.#taken.values()].filter(({ taken }) => taken > 0);
  }

  /** Counts one more slot as taken, or one less. */
  count(slot: Slot, by: 1 | -1): void {
    const { warehouse_db_id, day } = slot;
    this.#taken.set(keyOf(slot), { warehouse_db_id, day, taken: this.takenAt(slot) + by });
    this.#changed.push(warehouse_db_id);
  }

  /** How many more are taken than were loaded. */
  changes(): TakenSlots[] {
    const loaded = new Map(this.#loaded.map((each) => [keyOf(each), each.taken]));
    return [...this.#taken.values()].flatMap((each) => {
      const more = each.taken - (loaded.get(keyOf(each)) ?? 0);
      return more === 0 ? [] : [{ ...each, taken: more }];
    });
  }
}

/** How many ship days behind a full one are looked at for a slot. */
const DAYS_LATER = 14;

/** When each warehouse ships, whatever the destination, by warehouse index. All destinations share it. */
type Shipping = Pick<Departures, 'ship' | 'full' | 'next_place'>;

export interface SlotsOfRun {
  readonly slots: Slots;
  /** By warehouse index. */
  readonly warehouse_db_ids: readonly number[];
}

/**
 * The departures of orders that are decided at one moment (milliseconds since 1970). They change when slots are taken
 * or released; an equal answer is the same object, so that rankings can be cached by it.
 */
export class DeparturesAt {
  readonly #dates: Dates;
  readonly #moment: number;
  readonly #taking: SlotsOfRun | null;
  /** If every slot were free. */
  readonly #free: Shipping;
  /** As slots are now. */
  #present: Shipping;
  /** The changes of slots that `#present` knows of. */
  #version = 0;
  #presentTo: (destination: Destination) => Departures;
  readonly #freeTo = perObject(
    (destination: Destination): Departures => ({ ...this.#toward(destination, this.#free), free: null }),
  );

  /** `taking` is null if decisions do not look at slots. */
  constructor(dates: Dates, moment: number, taking: SlotsOfRun | null) {
    this.#dates = dates;
    this.#moment = moment;
    this.#taking = taking;
    const ship = dates.warehouses.map(({ shipDaysAt }) => shipDaysAt?.(moment).day ?? null);
    this.#free = { ship, full: ship.map(() => false), next_place: ship.map(() => null) };
    this.#present = this.#free;
    this.#presentTo = this.#freeTo;
    this.#update(dates.warehouses.keys());
  }

  /** The departures to a destination as slots are now. */
  to(destination: Destination): Departures {
    this.#refresh();
    return this.#presentTo(destination);
  }

  /** The day on which a shipment from a warehouse takes a slot now; null: it takes none. */
  slotDayOf(warehouse: number): number | null {
    this.#refresh();
    const { shipDaysAt, capacity } = this.#dates.warehouses[warehouse]!;
    if (this.#taking === null || capacity === null) return null;
    return shipDaysAt === null ? this.#today : this.#present.ship[warehouse]!;
  }

  /** The first moment at which a warehouse's ship day becomes another one, or none; null: it has no ship day. */
  changesAt(warehouse: number): number | null {
    const { shipDaysAt, capacity } = this.#dates.warehouses[warehouse]!;
    const ship = this.#present.ship[warehouse]!;
    if (shipDaysAt === null || ship === null) return null;
    let { until } = shipDaysAt(this.#moment);
    if (this.#taking === null || capacity === null) return until;
    // While a shipment is moved to a later day, the day before it may change and the moved one stay.
    while (until !== null && this.#shippingAt(until, warehouse).ship === ship)
      ({ until } = shipDaysAt(until));
    return until;
  }

  /** The day of the moment in UTC. */
  get #today(): number {
    return Math.floor(this.#moment / DAY_MS);
  }

  #refresh(): void {
    if (this.#taking === null || this.#taking.slots.version === this.#version) return;
    const changed = new Set(this.#taking.slots.changedAfter(this.#version));
    const { warehouse_db_ids } = this.#taking;
    this.#update(
      [...changed].map((id) => warehouse_db_ids.indexOf(id)).filter((warehouse) => warehouse >= 0),
    );
  }

  /** Looks again at the slots of some warehouses. */
  #update(warehouses: Iterable<number>): void {
    if (this.#taking === null) return;
    this.#version = this.#taking.slots.version;
    const ship = [...this.#present.ship];
    const full = [...this.#present.full];
    const next_place = [...this.#present.next_place];
    let isSame = true;
    for (const warehouse of warehouses) {
      const now = this.#shippingAt(this.#moment, warehouse);
      isSame &&=
        ship[warehouse] === now.ship &&
        full[warehouse] === now.full &&
        next_place[warehouse] === now.next_place;
      ship[warehouse] = now.ship;
      full[warehouse] = now.full;
      next_place[warehouse] = now.next_place;
    }
    if (isSame) return;
    this.#present = { ship, full, next_place };
    this.#presentTo = perObject((destination) => ({
      ...this.#toward(destination, this.#present),
      free: this.#freeTo(destination),
    }));
  }

  #toward({ lanes }: Destination, { ship, full, next_place }: Shipping): Omit<Departures, 'free'> {
    const { hasCalendar, isDelivery } = this.#dates;
    const delivery = new Array<number | null>(ship.length);
    for (let warehouse = 0; warehouse < ship.length; warehouse++) {
      const day = ship[warehouse]!;
      const lane = lanes.at(warehouse);
      delivery[warehouse] = day === null || !lane ? null : deliveryDay(isDelivery, day, lane.transit_days);
    }
    return { hasCalendar, ship, delivery, full, next_place };
  }

  /** When a warehouse ships what is decided at a moment, as slots are now. */
  #shippingAt(moment: number, warehouse: number) {
    const { shipDaysAt, capacity } = this.#dates.warehouses[warehouse]!;
    const free = { ship: shipDaysAt?.(moment).day ?? null, full: false, next_place: null };
    if (capacity === null || this.#taking === null) return free;
    const { slots, warehouse_db_ids } = this.#taking;
    const day = shipDaysAt === null ? Math.floor(moment / DAY_MS) : free.ship;
    // A calendar without a ship day: it cannot ship.
    if (day === null) return { ...free, full: true };
    const hasSlot = (on: number) =>
      slots.takenAt({ warehouse_db_id: warehouse_db_ids[warehouse]!, day: on }) < capacity.shipments_per_day;
    if (hasSlot(day)) return free;
    const later = shipDaysAt?.(moment).later(DAYS_LATER) ?? daysAfter(day);
    const next_place = later.find(hasSlot) ?? null;
    return capacity.when_full === 'later' && next_place !== null
      ? { ...free, ship: next_place }
      : { ...free, full: true, next_place };
  }
}

function daysAfter(day: number): number[] {
  return Array.from({ length: DAYS_LATER }, (_, index) => day + index + 1);
}

function keyOf({ warehouse_db_id, day }: Slot): string {
  return `${warehouse_db_id} ${day}`;
}
