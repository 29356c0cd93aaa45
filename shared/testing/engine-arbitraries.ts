import fc from 'fast-check';
import { type Departures, dayText, hasCalendar } from '../engine/rules/departures.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { PriceList } from '../engine/rules/price-list.ts';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import type {
  Configuration,
  Destination,
  ItemControl,
  OrderLine,
  PolicyMode,
  Profile,
  ProfileSettings,
  Settings,
  Warehouse,
  WarehouseCalendar,
} from '../engine/types.ts';

/** One order and all data that its decision needs. */
export interface EngineCase {
  readonly configuration: Configuration;
  readonly input: DecisionInput;
}

/** The largest generated cases, and what may occur in them. */
export interface CaseShape {
  readonly warehouses: number;
  readonly skus: number;
  readonly itemControl: boolean;
  readonly policies: boolean;
  /** Calendars, full warehouses and safety stock. */
  readonly dates?: boolean;
  /** Rates, handling, weights, and orders by lowest cost. */
  readonly costs?: boolean;
}

const mode: fc.Arbitrary<PolicyMode> = fc.constantFrom('allow', 'warn', 'block');

/** Every setting that an order may have; null: cases of this shape do not have it. */
function overridable({ policies, dates = false, costs = false }: CaseShape): fc.Arbitrary<ProfileSettings> {
  const all: {
    readonly [Name in keyof ProfileSettings]-?: fc.Arbitrary<NonNullable<Settings[Name]> | null> | null;
  } = {
    ranking: fc.constantFrom(
      'transit',
      'priority',
      ...(dates ? ['delivery' as const] : []),
      ...(costs ? ['cost' as const] : []),
    ),
    objective: costs ? fc.constantFrom('lowest_cost', 'lowest_cost', 'fewest_shipments') : null,
    late_delivery: policies && dates ? mode : null,
    ignore_safety_stock: policies && dates ? fc.boolean() : null,
    prefer_full_shipment: policies
      ? fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false))
      : null,
    split_shipment: policies ? mode : null,
    partial_shipment: policies ? mode : null,
    max_transit_days: policies ? fc.record({ mode, days: fc.integer({ min: 1, max: 5 }) }) : null,
    minimum_shipment_value: policies
      ? fc.record({ mode, value: fc.constantFrom(0, 1, 7.5, 12.3456, 30) })
      : null,
    max_shipments: policies ? fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }) : null,
  };
  const wanted = Object.entries(all).filter(([, arbitrary]) => arbitrary !== null);
  return fc.record(
    Object.fromEntries(wanted) as Record<string, fc.Arbitrary<unknown>>,
  ) as fc.Arbitrary<ProfileSettings>;
}

/** The first day of generated dates. */
export const FIRST_DAY = 20_000;

/** Departures from so many warehouses, of which each may be full, and then have a later day. */
function departures(warehouses: number): fc.Arbitrary<Departures> {
  const day = fc.option(fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 5 }), { freq: 5 });
  const warehouse = fc.record({ ship: day, delivery: day, full: fc.boolean(), moved: day, place: day });
  return fc
    .record({
      all: fc.array(warehouse, { minLength: warehouses, maxLength: warehouses }),
    })
    .map(({ all }) => {
      const free = {
        hasCalendar: true,
        ship: all.map(({ ship }) => ship),
        delivery: all.map(({ delivery }) => delivery),
        full: all.map(() => false),
        next_place: all.map(() => null),
        free: null,
      };
      if (all.every(({ full }) => !full)) return free;
      return {
        ...free,
        // Places that others take move a day to a later one.
        delivery: all.map(({ delivery, full, moved }) =>
          full || delivery === null ? delivery : Math.max(delivery, moved ?? delivery),
        ),
        full: all.map(({ full }) => full),
        next_place: all.map(({ place, full }) => (full ? place : null)),
        free,
      };
    });
}

/** The same without days where there is no calendar, and without a delivery day where there is no lane. */
function possible(
  departures: Departures,
  warehouses: readonly Warehouse[],
  destination: Destination,
): Departures {
  const { ship, delivery, free } = departures;
  const dated = warehouses.map(({ calendar }) => calendar !== undefined);
  return {
    ...departures,
    hasCalendar: hasCalendar({ warehouses }),
    ship: ship.map((day, warehouse) => (dated[warehouse] ? day : null)),
    delivery: delivery.map((day, at) => (dated[at] && destination.lanes.at(at) ? day : null)),
    free: free && possible(free, warehouses, destination),
  };
}

/** Days are given, so that a calendar only says that there are some. */
const CALENDAR: WarehouseCalendar = { time_zone: 'America/New_York', cut_off: '12:00' };

/** The prices from a warehouse to a destination; null: unpriced. In ten-thousandths, as weights are. */
const priceList: fc.Arbitrary<PriceList | null> = fc.option(
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0, 1, 3, 5, 8, 8, 13)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((rows) => {
      const byWeight = [...new Map(rows)].sort(([left], [right]) => left - right);
      return {
        max_weights: byWeight.map(([most]) => most * 10_000),
        prices: byWeight.map(([, price]) => price * 10_000),
      };
    }),
  { freq: 6 },
);

/** What handling costs a warehouse. Every second one costs nothing. */
const handling = fc.option(
  fc.record({
    per_shipment: fc.constantFrom(0, 2, 4.5),
    per_line: fc.constantFrom(0, 0, 0.25, 1.5),
    per_unit: fc.constantFrom(0, 0.1, 1.0049),
  }),
  { nil: undefined, freq: 1 },
);

const unitWeight = fc.option(fc.constantFrom(0, 0.5, 1, 2.5));

function itemControl(
  skus: readonly string[],
  ids: readonly string[],
  dates: boolean,
): fc.Arbitrary<ItemControl> {
  const base = { sku: fc.constantFrom(...skus), note: fc.constant(null) };
  const warehouse_ids = fc.subarray([...ids], { minLength: 1 });
  return fc.oneof(
    fc.record({
      ...base,
      rule: fc.constant('restrict' as const),
      warehouse_ids,
      fallback: fc.constantFrom('block' as const, 'allow' as const),
    }),
    fc.record({ ...base, rule: fc.constantFrom('prefer' as const, 'exclude' as const), warehouse_ids }),
    fc.record({ ...base, rule: fc.constantFrom('do_not_split' as const, 'do_not_partial' as const) }),
    fc.record({
      ...base,
      rule: fc.constant('max_transit_days' as const),
      days: fc.integer({ min: 1, max: 5 }),
    }),
    ...(dates
      ? [
          fc.record(
            {
              ...base,
              rule: fc.constant('safety_stock' as const),
              units: fc.integer({ min: 0, max: 4 }),
              warehouse_ids,
            },
            { requiredKeys: ['sku', 'note', 'rule', 'units'] },
          ),
        ]
      : []),
  );
}

function oddItemControl(skus: readonly string[]): fc.Arbitrary<ItemControl> {
  return fc.record({
    sku: fc.constantFrom(...skus),
    note: fc.constant(null),
    rule: fc.constantFrom('drop_ship' as const, 'drop_ship' as const, 'hold' as const),
  });
}

/** Cases whose stock is about as large as the demand, so that FULL, SPLIT and PARTIAL are common. */
export function engineCases(shape: CaseShape): fc.Arbitrary<EngineCase> {
  return fc
    .record({
      warehouses: fc.integer({ min: 1, max: shape.warehouses }),
      skus: fc.integer({ min: 1, max: shape.skus }),
    })
    .chain(({ warehouses, skus }) => {
      const ids = Array.from({ length: warehouses }, (_, index) => `W${(index * 7) % 10}-${index}`);
      const names = Array.from({ length: skus }, (_, index) => `SKU-${index}`);
      const anywhere = fc.constantFrom(...ids.keys());
      const lines: fc.Arbitrary<OrderLine[]> = fc.array(
        fc.record({
          sku: fc.constantFrom(...names),
          quantity: fc.integer({ min: 1, max: 6 }),
          unit_value: fc.option(fc.constantFrom(0, 0.0005, 1.2345, 2.5, 9.99)),
          ...(shape.costs && { unit_weight: unitWeight }),
        }),
        { minLength: 1, maxLength: skus + 2 },
      );
      const few = fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }) },
      );
      const client: fc.Arbitrary<Warehouse>[] = ids.map((warehouse_id) =>
        fc.record({
          warehouse_id: fc.constant(warehouse_id),
          warehouse_code: fc.constant(warehouse_id),
          warehouse_name: fc.constant(warehouse_id),
          zip: fc.constant('10001'),
          enabled: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
          priority: fc.option(fc.integer({ min: 1, max: 3 })),
          ...(shape.dates && {
            safety_stock: fc.constantFrom(0, 0, 1, 3),
            calendar: fc.option(fc.constant(CALENDAR), {
              nil: undefined,
              freq: 3,
            }) as fc.Arbitrary<WarehouseCalendar>,
          }),
          ...(shape.costs && { handling: handling as fc.Arbitrary<NonNullable<Warehouse['handling']>> }),
        }),
      );
      const settings: fc.Arbitrary<Settings> = fc
        .tuple(
          overridable(shape),
          fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(!shape.policies)),
        )
        .map(([own, use_inventory_availability]) => ({
          ...DEFAULT_SETTINGS,
          ...own,
          use_inventory_availability,
        }));
      const profile: fc.Arbitrary<Profile> = fc.record({
        partner_id: fc.constantFrom('one', 'two'),
        name: fc.constant('Profile'),
        enabled: fc.boolean(),
        settings: overridable(shape).chain((own) =>
          fc.subarray(Object.keys(own)).map((keys) => {
            const kept = Object.entries(own).filter(([key]) => keys.includes(key));
            return Object.fromEntries(kept) as ProfileSettings;
          }),
        ),
        warehouse_ids: fc.option(fc.subarray(ids)),
      });
      const controls = shape.itemControl
        ? fc
            .tuple(
              fc.array(itemControl(names, ids, shape.dates === true), { maxLength: 4 }),
              fc.oneof(
                { weight: 5, arbitrary: fc.constant([]) },
                fc.array(oddItemControl(names), { maxLength: 2 }),
              ),
            )
            .map(([rules, odd]) => [...rules, ...odd])
        : fc.constant([]);
      const lane = fc.option(
        fc.record({
          transit_days: fc.integer({ min: 1, max: 5 }),
          distance_miles: fc.option(fc.integer({ min: 1, max: 3 })),
          source: fc.constant('table'),
        }),
        { freq: 8 },
      );
      const destination: fc.Arbitrary<Destination | null> = fc.option(
        fc.record({ zip: fc.constant('10001'), lanes: fc.tuple(...ids.map(() => lane)) }),
        { freq: 30 },
      );
      return fc
        .record({
          settings,
          warehouses: fc.tuple(...client),
          profiles: fc.uniqueArray(profile, { maxLength: 2, selector: ({ partner_id }) => partner_id }),
          item_controls: controls,
          destination,
          lines,
          partner_id: fc.option(fc.constantFrom('one', 'two', 'three')),
          stock: fc.tuple(...names.map(() => fc.tuple(...ids.map(() => few)))),
          synced: fc.subarray(names),
          anywhere,
          departures: shape.dates ? fc.option(departures(warehouses)) : fc.constant(null),
          deliver_by: shape.dates
            ? fc.option(fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 4 }).map(dayText))
            : fc.constant(undefined),
          costs: shape.costs
            ? fc.record({
                prices: fc.oneof(
                  fc.tuple(...ids.map(() => priceList)),
                  // All alike, so that costs are equal.
                  priceList.map((list) => ids.map(() => list)),
                ),
                split_penalty: fc.constantFrom(0, 0, 1.5),
                default_unit_weight: fc.option(fc.constant(1.25), { nil: undefined }),
                weights: fc.subarray(names),
              })
            : fc.constant(null),
        })
        .map(
          ({
            settings,
            warehouses,
            profiles,
            item_controls,
            destination,
            lines,
            partner_id,
            stock,
            synced,
            departures,
            deliver_by,
            costs,
          }) => ({
            configuration: {
              settings,
              warehouses: warehouses.map(({ handling: own, calendar, ...rest }) => ({
                ...rest,
                ...(own !== undefined && { handling: own }),
                ...(calendar !== undefined && { calendar }),
              })),
              profiles,
              item_controls,
              ...(costs !== null && {
                rates: { currency: 'USD', zones: { by: 'table' as const } },
                split_penalty: costs.split_penalty,
                ...(costs.default_unit_weight !== undefined && {
                  default_unit_weight: costs.default_unit_weight,
                }),
              }),
            },
            input: {
              order: { partner_id, lines, ...(deliver_by !== undefined && { deliver_by }) },
              destination:
                costs === null || destination === null
                  ? destination
                  : { ...destination, prices: costs.prices },
              availability: settings.use_inventory_availability
                ? new Map(names.map((sku, index) => [sku, stock[index]!]))
                : null,
              unit_values: new Map(synced.map((sku, index) => [sku, 3.1 + index])),
              departures:
                departures && destination && possible(departures, warehouses as Warehouse[], destination),
              ...(costs !== null && {
                unit_weights: new Map(costs.weights.map((sku, index) => [sku, 0.75 * index])),
              }),
            },
          }),
        );
    });
}
