import type { Cents } from './money.ts';
import type { DriverCode, PolicyRule, UnfulfilledReason, UnroutableCode } from './reason-codes.ts';
import type { Prices } from './rules/price-list.ts';
import type { VerdictCounts } from './verdicts.ts';

export type { DriverCode, PolicyRule, UnfulfilledReason, UnroutableCode };

/**
 * The engine's types: plain, readonly data in and out, so that it runs unchanged in any thread. What an account
 * configures has the field names of the account file (docs/reference/account-file.md).
 */

/** How a policy rule acts on a route that breaks it (docs/explanation/decisions.md, Policies). */
export type PolicyMode = 'allow' | 'warn' | 'block';

/** The settings of a client (docs/reference/settings.md). A number may be null only where its mode is `allow`. */
export interface Settings {
  readonly use_inventory_availability: boolean;
  readonly priority_allocation: boolean;
  readonly consume_inventory_during_batch: boolean;
  readonly prefer_full_shipment: boolean;
  readonly ranking: 'transit' | 'priority' | 'delivery' | 'cost';
  readonly split_shipment: PolicyMode;
  readonly partial_shipment: PolicyMode;
  readonly max_transit_days: { readonly mode: PolicyMode; readonly days: number | null };
  readonly minimum_shipment_value: { readonly mode: PolicyMode; readonly value: number | null };
  readonly max_shipments: number | null;
  /** How a delivery after the order's deliver_by acts; left out: allow. */
  readonly late_delivery?: PolicyMode;
  /** Whether units that are kept back are used, too; left out: no. */
  readonly ignore_safety_stock?: boolean;
  /** By what routes compare that ship the most units; left out: fewest_shipments. */
  readonly objective?: 'fewest_shipments' | 'lowest_cost';
  /** Whether the orders of a batch are improved together; left out: off. */
  readonly batch_optimization?: 'off' | 'improve';
  /** How many days later an order may arrive then; null: any; left out: 0. */
  readonly batch_max_days_later?: number | null;
}

export const WEEK_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

/** When a warehouse ships (docs/explanation/dates-and-capacity.md). Dates are `YYYY-MM-DD`. */
export interface WarehouseCalendar {
  /** IANA name. */
  readonly time_zone: string;
  /** Local time, `HH:MM`. What comes at it is too late for the day. */
  readonly cut_off: string;
  /** Ship days that an order needs before it leaves; left out: 0. */
  readonly processing_days?: number;
  /** Left out: Monday to Friday. */
  readonly ship_days?: readonly WeekDay[];
  readonly closed_dates?: readonly string[];
}

/** When carriers deliver. */
export interface DeliveryCalendar {
  /** Left out: Monday to Friday. */
  readonly days?: readonly WeekDay[];
  readonly closed_dates?: readonly string[];
}

/** How many shipments may leave a warehouse on a day. */
export interface WarehouseCapacity {
  readonly shipments_per_day: number;
  /** What happens on a full day: the warehouse is skipped (also if left out), or ships on a later day. */
  readonly when_full?: 'skip' | 'later';
}

/** What handling costs a warehouse, in the currency of the rates; what is left out is 0. Four decimals. */
export interface WarehouseHandling {
  readonly per_shipment?: number;
  /** For each SKU of a shipment. */
  readonly per_line?: number;
  readonly per_unit?: number;
}

/** How the account's prices are found. The prices are a table of their own. */
export interface Rates {
  /** As the account writes it; nothing is converted. */
  readonly currency: string;
  readonly zones: { readonly by: 'miles'; readonly upto: readonly number[] } | { readonly by: 'table' };
}

export interface Warehouse {
  readonly warehouse_id: string;
  readonly warehouse_code: string;
  readonly warehouse_name: string;
  readonly zip: string;
  readonly enabled: boolean;
  /** 1 is first; null ranks after every number. */
  readonly priority: number | null;
  readonly calendar?: WarehouseCalendar;
  readonly capacity?: WarehouseCapacity;
  /** Units of every SKU that are kept back; left out: 0. */
  readonly safety_stock?: number;
  readonly handling?: WarehouseHandling;
}

/** The settings of a whole run. */
type RunSetting =
  | 'use_inventory_availability'
  | 'priority_allocation'
  | 'consume_inventory_during_batch'
  | 'batch_optimization'
  | 'batch_max_days_later';

/** The settings a profile may override. */
export type ProfileSettings = Partial<Omit<Settings, RunSetting>>;

export interface Profile {
  readonly partner_id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: ProfileSettings;
  /** When given, the only warehouses its orders may use. */
  readonly warehouse_ids: readonly string[] | null;
}

export type ItemControl = { readonly sku: string; readonly note: string | null } & (
  | {
      readonly rule: 'restrict';
      readonly warehouse_ids: readonly string[];
      readonly fallback: 'block' | 'allow';
    }
  | { readonly rule: 'prefer' | 'exclude'; readonly warehouse_ids: readonly string[] }
  | { readonly rule: 'do_not_split' | 'do_not_partial' | 'drop_ship' | 'hold' }
  | { readonly rule: 'max_transit_days'; readonly days: number }
  /** Replaces the safety stock of the warehouses; without ids: of all. */
  | { readonly rule: 'safety_stock'; readonly units: number; readonly warehouse_ids?: readonly string[] }
);

/**
 * Everything that an account configures about routing, at one version. A warehouse is named by its index in
 * `warehouses`.
 */
export interface Configuration {
  readonly settings: Settings;
  readonly warehouses: readonly Warehouse[];
  readonly profiles: readonly Profile[];
  readonly item_controls: readonly ItemControl[];
  /** When carriers deliver; left out: Monday to Friday. */
  readonly delivery_calendar?: DeliveryCalendar;
  /** Left out: the account has no prices, and nothing is said of costs. */
  readonly rates?: Rates;
  /** What each shipment of an order beyond the first counts besides its cost; left out: 0. */
  readonly split_penalty?: number;
  /** Of a unit of a SKU without a weight of its own; left out: 0. */
  readonly default_unit_weight?: number;
}

/** The lane from one warehouse to one destination. */
export interface Lane {
  readonly transit_days: number;
  readonly distance_miles: number | null;
  readonly source: string;
  /** As the lane table names it. */
  readonly zone?: string;
}

/** Lanes by warehouse index. Null or undefined: the warehouse has none. An array is one. */
export interface Lanes {
  readonly length: number;
  at(warehouse: number): Lane | null | undefined;
}

/** A resolved destination. */
export interface Destination {
  /** Five digits. */
  readonly zip: string;
  readonly lanes: Lanes;
  /** The zones in which it is for each warehouse, and what shipments to it cost. Left out: the account has no rates. */
  readonly zones?: readonly (string | null)[];
  readonly prices?: Prices;
}

export interface OrderLine {
  readonly sku: string;
  /** Units, at least 1. */
  readonly quantity: number;
  readonly unit_value: number | null;
  /** Left out or null: the latest synced one. */
  readonly unit_weight?: number | null;
}

/** What narrows the candidates of an order that is routed again (docs/guides/correct-an-order.md). */
export interface RerouteRequest {
  readonly exclude_warehouse_ids: readonly string[];
  /** Null: any. */
  readonly only_warehouse_ids: readonly string[] | null;
  readonly note: string | null;
}

/** What the engine needs of an order. */
export interface Order {
  readonly partner_id: string | null;
  readonly lines: readonly OrderLine[];
  /** The last day on which it may arrive, `YYYY-MM-DD`; left out or null: any. */
  readonly deliver_by?: string | null | undefined;
  /** Set if a person routes the order again. */
  readonly reroute?: RerouteRequest;
}

/**
 * Effective units per SKU, indexed by warehouse (snapshot less active reservations, never below zero).
 * A SKU that is absent has none anywhere. Ignored in routing-only mode.
 */
export type Availability = ReadonlyMap<string, ArrayLike<number>>;

/** The latest synced unit value per SKU, for lines that have none. */
export type UnitValues = ReadonlyMap<string, number>;

/** The latest synced unit weight per SKU, alike. */
export type UnitWeights = ReadonlyMap<string, number>;

export type OrderStatus = 'FULL' | 'SPLIT' | 'PARTIAL' | 'PARTIAL_SPLIT' | 'NONE';
export type RoutingQuality = 'Optimal' | 'Suboptimal' | 'Split' | 'Unroutable';
export type PolicyOutcome = 'clear' | 'warned' | 'blocked';

/** The fact that decided, as a code with parameters; sentences are made in sentences.ts. */
export interface DecisionDriver {
  readonly code: DriverCode;
  readonly sku: string | null;
  readonly required_qty: number | null;
  readonly available_qty: number | null;
  readonly short_qty: number | null;
  /** Warehouse index. */
  readonly warehouse: number | null;
}

/** One policy rule that a route breaks, with the numbers its message names. */
export interface PolicyFinding {
  readonly rule: PolicyRule;
  /** The warehouse that breaks the rule, if there is one (the slowest lane, the least valuable shipment). */
  readonly warehouse: number | null;
  /** What was found: shipments, unfulfilled units, a delivery day (null: none), days (null: no lane), or value in cents. */
  readonly found: number | null;
  /** What the rule allows: shipments (1 or max_shipments), 0 units, a day, days, or value in cents. */
  readonly limit: number;
}

export interface ShipmentLine {
  readonly sku: string;
  readonly ship_qty: number;
}

/** Units that leave one warehouse; a SKU occurs once, in the order's line order. */
export interface Shipment {
  readonly warehouse: number;
  readonly lines: readonly ShipmentLine[];
}

/** When a shipment leaves and arrives: days from 1970-01-01. */
export interface ShipmentDays {
  /** Null: the warehouse has no calendar, or no ship day. */
  readonly ship_day: number | null;
  readonly delivery_day: number | null;
}

/** Units of one order line from one warehouse: the source of Variant B's allocations and of every value. */
export interface LineAllocation {
  /** Index into the order's lines. */
  readonly line: number;
  readonly warehouse: number;
  readonly quantity: number;
}

export interface UnfulfilledSku {
  readonly sku: string;
  readonly requested_qty: number;
  readonly unfulfilled_qty: number;
  readonly reason: UnfulfilledReason;
}

/** Units of a SKU. */
export interface SkuUnits {
  readonly sku: string;
  readonly quantity: number;
}

/** The answer to one order. Both contract variants, reports and the console are views of it. */
export interface Decision {
  readonly status: OrderStatus;
  readonly quality: RoutingQuality;
  /** Index into the configuration's profiles of the profile applied, or null for the default settings. */
  readonly profile: number | null;
  /** The candidates that answers list, best first. Empty if the destination is invalid. preferred_warehouse is ranked[0]. */
  readonly ranked: readonly number[];
  /** The others. Left out if all are listed. */
  readonly not_listed?: NotListed;
  /** In rank order. */
  readonly shipments: readonly Shipment[];
  /** By line, then in rank order. */
  readonly allocations: readonly LineAllocation[];
  readonly unfulfilled: readonly UnfulfilledSku[];
  readonly policy: {
    readonly outcome: PolicyOutcome;
    readonly warnings: readonly PolicyFinding[];
    readonly blocked: PolicyFinding | null;
  };
  readonly driver: DecisionDriver;
  readonly unroutable: UnroutableCode | null;
  /** Value of all shipments in cents, exact, rounded half up once. */
  readonly total_value_cents: Cents;
  /** SKUs shipped that had no value from any source and counted as 0, in line order. */
  readonly unvalued_skus: readonly string[];
  /** Indexes into the configuration's item_controls of the rules on the order's SKUs, in line order, then file order. */
  readonly item_controls: readonly number[];
  /** True if a search stopped at its limit of work, with the best route found so far. */
  readonly budget_exhausted: boolean;
  /** If it did: no route that ships as many units has fewer shipments. Null if that is not proved for any number. */
  readonly at_least_shipments: number | null;
  /** What narrowed the candidates of an order that was routed again. */
  readonly reroute?: RerouteRequest;
  /** Of each shipment. Left out if no enabled warehouse has a calendar. */
  readonly days?: readonly ShipmentDays[];
  /** The first day with a place, if every warehouse that could ship is full. Left out if there is none soon. */
  readonly next_place?: number;
  /** If every warehouse that could ship is full: the rule that blocks the order with every place free. Left out: none does. */
  readonly blocked_anyway?: PolicyFinding;
  /** What it costs. Left out if the account has no rates. */
  readonly cost?: DecisionCost;
  /** Units of the order that had shipped before it was routed again. The ledger adds them; left out: none. */
  readonly shipped_before?: readonly SkuUnits[];
  /** Units that had shipped before the order was sent again: they are not taken off its lines. Left out: none. */
  readonly shipped_earlier?: readonly SkuUnits[];
  /** When the order is released by itself, in milliseconds since 1970. The ledger adds it; left out: never. */
  readonly expires_at?: number;
  /** If it ships otherwise than alone, because the orders of its batch were improved together. */
  readonly improvement?: BatchImprovement;
}

/** What an order of a batch was to ship alone, and for whom it ships otherwise. */
export interface BatchImprovement {
  /** Of its route alone, in rank order. */
  readonly warehouses: readonly number[];
  /** The greatest transit days of that route; null: a shipment has no lane. */
  readonly days: number | null;
  /** Who gains by it; null: nobody alone, but all of them together. */
  readonly gain: BatchGain | null;
}

/** What an order gains because its batch was improved, perhaps by what another order does. */
export interface BatchGain {
  readonly order_id: string;
  readonly isOwn: boolean;
  /** Cost in cents, transit days, or the sum of rank positions. */
  readonly what: 'shipments' | 'cost' | 'days' | 'ranks';
  readonly before: number;
  readonly after: number;
}

/** The candidates that answers do not list, if there are many (explain/listed-candidates.ts). */
export interface NotListed {
  readonly count: number;
  /** How many there are of each verdict. */
  readonly by_verdict: VerdictCounts;
  /** Of the last listed candidates, which ship, though others rank before them. From 1, ascending. */
  readonly further_ranks: readonly number[];
}

/** What a decision's shipments cost, in cents, each rounded half up once. */
export interface DecisionCost {
  /** Of each shipment; null: it is unpriced. */
  readonly shipments: readonly (Cents | null)[];
  /** Without split penalties; null: a shipment is unpriced. */
  readonly total: Cents | null;
  /** SKUs that no source has a weight of, in line order. */
  readonly unweighed_skus: readonly string[];
  /** If the search for the lowest cost stopped at its limit: no route that ships as many units costs less, with split penalties. */
  readonly at_least: Cents | null;
}
