import {
  type Warehouse as EngineWarehouse,
  WEEK_DAYS,
  type WeekDay,
} from '../../../../shared/engine/types.ts';
import type { Warehouse } from '../../client/warehouses.ts';

/** A calendar as the form has it: all members. */
export interface CalendarValues {
  readonly time_zone: string;
  readonly cut_off: string;
  readonly processing_days: number | '';
  readonly ship_days: WeekDay[];
  readonly closed_dates: string[];
}

/** The values of the warehouse form, of every field that the engine knows. An empty number field is ''. */
export interface WarehouseValues extends Record<string, unknown>, Record<keyof EngineWarehouse, unknown> {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly warehouse_code: string;
  readonly zip: string;
  readonly priority: number | '';
  readonly enabled: boolean;
  readonly safety_stock: number | '';
  readonly capacity: { readonly shipments_per_day: number | ''; readonly when_full: 'skip' | 'later' };
  readonly handling: HandlingValues;
  readonly calendar: CalendarValues | null;
}

/** What handling costs as the form has it: all members. An empty one is ''. */
type HandlingValues = Readonly<Record<'per_shipment' | 'per_line' | 'per_unit', number | ''>>;

const NO_HANDLING: HandlingValues = { per_shipment: '', per_line: '', per_unit: '' };

const WORKING_DAYS = WEEK_DAYS.slice(0, 5);

/** What a new calendar begins with. */
export const NEW_CALENDAR: CalendarValues = {
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  cut_off: '15:00',
  processing_days: 0,
  ship_days: WORKING_DAYS,
  closed_dates: [],
};

/** The paths of the form's fields in what is sent. */
export const WAREHOUSE_FIELDS = [
  'warehouse_id',
  'warehouse_name',
  'warehouse_code',
  'zip',
  'priority',
  'enabled',
  'safety_stock',
  'capacity.shipments_per_day',
  'capacity.when_full',
  ...Object.keys(NO_HANDLING).map((name) => `handling.${name}`),
  'handling',
  ...Object.keys(NEW_CALENDAR).map((name) => `calendar.${name}`),
];

/** The form's values of a warehouse, or of a new one. */
export function valuesOf(warehouse: Warehouse | null): WarehouseValues {
  const capacity = warehouse?.capacity as Partial<WarehouseValues['capacity']> | undefined;
  const calendar = warehouse?.calendar as Partial<CalendarValues> | undefined;
  const handling = warehouse?.handling as Partial<HandlingValues> | undefined;
  return {
    warehouse_id: warehouse?.warehouse_id ?? '',
    warehouse_name: warehouse?.warehouse_name ?? '',
    warehouse_code: warehouse?.warehouse_code ?? '',
    zip: warehouse?.zip ?? '',
    priority: warehouse?.priority ?? '',
    enabled: warehouse?.enabled ?? true,
    safety_stock: warehouse?.safety_stock ?? 0,
    capacity: { shipments_per_day: '', when_full: 'skip', ...capacity },
    handling: { ...NO_HANDLING, ...handling },
    calendar: calendar === undefined ? null : { ...NEW_CALENDAR, ...calendar },
  };
}

/** A warehouse as the service takes it. */
export function bodyOf({
  warehouse_code,
  priority,
  safety_stock,
  capacity,
  handling,
  calendar,
  ...rest
}: WarehouseValues) {
  const { shipments_per_day, when_full } = capacity;
  const { warehouse_id, warehouse_name, zip, enabled } = rest;
  const costs = Object.entries(handling).filter(([, each]) => each !== '' && each !== 0);
  return {
    warehouse_id,
    warehouse_name,
    zip,
    enabled,
    warehouse_code: warehouse_code === '' ? warehouse_id : warehouse_code,
    priority: priority === '' ? null : priority,
    safety_stock: safety_stock === '' ? 0 : safety_stock,
    capacity:
      shipments_per_day === '' ? null : { shipments_per_day, ...(when_full === 'later' && { when_full }) },
    handling: costs.length === 0 ? null : (Object.fromEntries(costs) as Record<string, number>),
    calendar: calendar && calendarBody(calendar),
  };
}

/** A calendar as the service keeps it, without what is usual: else a draft would list that as a change. */
function calendarBody({ processing_days, ship_days, closed_dates, ...rest }: CalendarValues) {
  const isUsual =
    ship_days.length === WORKING_DAYS.length && WORKING_DAYS.every((day) => ship_days.includes(day));
  return {
    ...rest,
    ...(processing_days !== '' && processing_days > 0 && { processing_days }),
    ...(!isUsual && { ship_days }),
    ...(closed_dates.length > 0 && { closed_dates }),
  };
}
