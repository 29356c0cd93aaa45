import type { RoutingOrder } from '../contracts/order.ts';
import { type Departures, hasCalendar } from '../engine/rules/departures.ts';
import type {
  Availability,
  Configuration,
  Destination,
  ItemControl,
  Profile,
  UnitValues,
  UnitWeights,
  Warehouse,
} from '../engine/types.ts';
import { aConfiguration, anInput, type EngineChanges } from './engine-builders.ts';

/** A named case: all data that one decision needs. */
export interface Scenario {
  /** Also names its golden files. */
  readonly name: string;
  readonly configuration: Configuration;
  readonly order: RoutingOrder;
  readonly destination: Destination | null;
  readonly availability: Availability | null;
  readonly unit_values: UnitValues;
  readonly departures?: Departures | null;
  readonly unit_weights?: UnitWeights;
}

/** What differs from the usual case: two chairs and a lamp to New York, and enough of both in three warehouses. */
export interface ScenarioChanges
  extends Pick<
    EngineChanges,
    'settings' | 'profiles' | 'warehouses' | 'partner_id' | 'lines' | 'days' | 'stock' | 'synced_values'
  > {
  readonly item_controls?: readonly ItemControl[];
  /** An invalid ZIP as it was sent. */
  readonly invalid_zip?: string;
  /** Ship day and delivery day by warehouse; null: none. */
  readonly dates?: readonly (readonly [ship: number | null, delivery: number | null])[];
  /** Full warehouses, with the next day that has a place. */
  readonly full?: Readonly<Record<number, number | null>>;
  readonly deliver_by?: string;
  /** By warehouse its price of any weight up to 40; null: none. With them the account has rates. */
  readonly prices?: readonly (number | null)[];
  readonly synced_weights?: Readonly<Record<string, number>>;
}

const WAREHOUSES: readonly Warehouse[] = [
  warehouse('EWR1', 'W-001', 'Edison NJ', '08837', 1),
  warehouse('ATL1', 'W-002', 'Atlanta GA', '30336', 2),
  warehouse('RNO1', 'W-003', 'Reno NV', '89506', 3),
  { ...warehouse('DFW1', 'W-004', 'Dallas TX', '75261', null), enabled: false },
];

const USUAL_LINES = [
  ['CHAIR', 2, 129.5],
  ['LAMP', 1, 40],
] as const;

const MILES = [29, 862, 2_702, 1_552];

/** Makes a case from what differs from the usual one. */
export function scenario(name: string, changes: ScenarioChanges): Scenario {
  const {
    item_controls = [],
    invalid_zip,
    dates,
    full,
    deliver_by,
    prices,
    synced_weights,
    ...more
  } = changes;
  const lines = changes.lines ?? USUAL_LINES;
  const built: EngineChanges = {
    ...{ warehouses: WAREHOUSES, days: [1, 2, 5, 4], miles: MILES, lines },
    stock: Object.fromEntries(lines.map(([sku]) => [sku, [10, 10, 10, 0]])),
    ...more,
    ...(prices && { prices: prices.map((price) => (price === null ? null : [[40, price]])) }),
    ...(invalid_zip !== undefined && { invalid_zip: true }),
  };
  const configuration = { ...aConfiguration(built), item_controls };
  const { order, destination, availability, unit_values } = anInput(built);
  return {
    name,
    configuration,
    order: {
      order_id: `SO-${name}`,
      destination_zip: invalid_zip ?? '10001',
      ...order,
      is_vip: false,
      priority_level: null,
      order_created_at: null,
      carrier: null,
      ship_method: null,
      raw_order_data: null,
      ...(deliver_by !== undefined && { deliver_by }),
    },
    ...{ destination, availability, unit_values },
    unit_weights: new Map(Object.entries(synced_weights ?? {})),
    ...(dates && { departures: departuresOf(configuration, dates, full) }),
  };
}

function departuresOf(
  configuration: Configuration,
  dates: NonNullable<ScenarioChanges['dates']>,
  full: NonNullable<ScenarioChanges['full']> = {},
): Departures {
  const free = {
    hasCalendar: hasCalendar(configuration),
    ship: dates.map(([ship]) => ship),
    delivery: dates.map(([, delivery]) => delivery),
    full: dates.map(() => false),
    next_place: dates.map(() => null),
    free: null,
  };
  if (Object.keys(full).length === 0) return free;
  return {
    ...free,
    full: dates.map((_, warehouse) => warehouse in full),
    next_place: dates.map((_, warehouse) => full[warehouse] ?? null),
    free,
  };
}

/** The usual warehouses, which ship until 15:00 in New York and keep some units back. */
export function withCalendars(safety_stock?: number): Warehouse[] {
  return WAREHOUSES.map((each) => ({
    ...each,
    calendar: { time_zone: 'America/New_York', cut_off: '15:00' },
    capacity: { shipments_per_day: 40 },
    ...(safety_stock !== undefined && { safety_stock }),
  }));
}

/** The usual warehouses, which cost handling. */
export function withHandling(handling: NonNullable<Warehouse['handling']>): Warehouse[] {
  return WAREHOUSES.map((each) => ({ ...each, handling }));
}

/** The usual warehouses with some of them disabled. */
export function withDisabled(...ids: readonly string[]): Warehouse[] {
  return WAREHOUSES.map((each) => (ids.includes(each.warehouse_id) ? { ...each, enabled: false } : each));
}

/** A profile of the partner `consumer`. */
export function consumerProfile(changes: Partial<Profile>): Profile {
  return {
    partner_id: 'consumer',
    name: 'Consumer',
    enabled: true,
    settings: {},
    warehouse_ids: null,
    ...changes,
  };
}

function warehouse(
  warehouse_id: string,
  warehouse_code: string,
  warehouse_name: string,
  zip: string,
  priority: number | null,
): Warehouse {
  return { warehouse_id, warehouse_code, warehouse_name, zip, enabled: true, priority };
}
